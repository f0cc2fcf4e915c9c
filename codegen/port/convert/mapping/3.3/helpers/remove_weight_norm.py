def remove_weight_norm(module, name="weight"):
    """Restores the parameter of a layer with weight normalisation."""
    hooks = module.__dict__.get("_weight_norms", {})
    if name not in hooks:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    hook, handle = hooks.pop(name)
    weight = hook.compute_weight(module).detach()
    handle.remove()
    for suffix in ("_g", "_v"):
        del module._parameters[name + suffix]
    module.__dict__.pop(name, None)
    module.register_parameter(name, paddle.nn.Parameter(weight))
    return module
