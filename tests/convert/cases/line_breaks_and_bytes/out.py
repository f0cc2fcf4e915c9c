import paddle


def größe(x):
	# >>>>>> torch.nope: there is no rule for it
	return torch.nope("ü", x) , paddle.abs( x )
