def joined_parameters(parameters):
    """All items of the parameters in one row, which gradients pass through."""
    return paddle.concat([parameter.flatten() for parameter in parameters])
