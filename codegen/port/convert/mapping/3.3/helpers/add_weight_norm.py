def add_weight_norm(module, name="weight", dim=0):
    """Splits a parameter of a layer into length and direction, `weight_g` and `weight_v`."""
    weight = module._parameters.pop(name)
    hook = WeightNorm(name, dim)
    module.register_parameter(name + "_g", paddle.nn.Parameter(norm_except_dim(weight, dim).detach()))
    module.register_parameter(name + "_v", paddle.nn.Parameter(weight.detach()))
    module.__dict__.setdefault("_weight_norms", {})[name] = hook, module.register_forward_pre_hook(hook)
    hook(module, ())
    return module
