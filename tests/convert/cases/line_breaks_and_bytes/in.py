import torch


def größe(x):
	return torch.nope("ü", x) , torch.abs( x )
