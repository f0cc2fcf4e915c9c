"""PyTorch's behaviour on Paddle: the helpers that code converted by `opgen convert` uses."""
