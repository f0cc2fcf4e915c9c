def joined_parameters(parameters):
    """All items of the parameters in one vector, which can be differentiated."""
    return paddle.concat([parameter.flatten() for parameter in parameters])
