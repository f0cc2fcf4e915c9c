def foreach_Tensor_(tensors, method):
    """Calls a method of each tensor. The name may be preceded by its class."""
    return [getattr(tensor, method.rpartition(".")[2])() for tensor in tensors]
