def as_variable(data, requires_grad=False):
    """A tensor that shares its values with `data`, and has a gradient if requested."""
    variable = data.detach() if requires_grad or data.is_leaf else data
    variable.stop_gradient = not requires_grad and variable.stop_gradient
    return variable
