def parametrize_weight_norm(module, name="weight", dim=0):
    """Splits a parameter of a layer into length and direction, below `parametrizations`."""
    weight = module._parameters[name].detach()
    parts = ParametrizedWeight(
        lambda g, v, training: v * (g / norm_except_dim(v, dim)),
        original0=paddle.nn.Parameter(norm_except_dim(weight, dim)), original1=paddle.nn.Parameter(weight),
    )
    return add_parametrization(module, name, parts)
