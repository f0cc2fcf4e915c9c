def add_spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a parameter of a layer by its largest singular value."""
    weight = module._parameters.pop(name)
    hook = SpectralNorm(name, n_power_iterations, spectral_dim(module, dim), eps)
    matrix = hook.matrix(weight.detach())
    module.register_parameter(name + "_orig", weight)
    module.register_buffer(name + "_u", hook.normal(paddle.randn([matrix.shape[0]], weight.dtype)))
    module.register_buffer(name + "_v", hook.normal(paddle.randn([matrix.shape[1]], weight.dtype)))
    module.__dict__.setdefault("_spectral_norms", {})[name] = hook, module.register_forward_pre_hook(hook)
    object.__setattr__(module, name, weight.detach())
    return module
