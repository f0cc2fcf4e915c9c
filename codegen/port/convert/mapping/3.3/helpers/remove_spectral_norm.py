def remove_spectral_norm(module, name="weight"):
    """Restores the parameter of a layer with spectral normalisation."""
    hooks = module.__dict__.get("_spectral_norms", {})
    if name not in hooks:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    hook, handle = hooks.pop(name)
    parts = [getattr(module, name + suffix) for suffix in ("_orig", "_u", "_v")]
    weight = hook.compute_weight(*parts, False).detach()
    handle.remove()
    del module._parameters[name + "_orig"], module._buffers[name + "_u"], module._buffers[name + "_v"]
    module.__dict__.pop(name, None)
    module.register_parameter(name, paddle.nn.Parameter(weight))
    return module
