def foreach_Tensor_(tensors, method):
    """A method of each tensor; the name may have its class in front."""
    return [getattr(tensor, method.rpartition(".")[2])() for tensor in tensors]
