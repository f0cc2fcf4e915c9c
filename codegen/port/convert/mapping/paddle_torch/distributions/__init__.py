"""Probability distributions, with PyTorch's arguments and methods."""
