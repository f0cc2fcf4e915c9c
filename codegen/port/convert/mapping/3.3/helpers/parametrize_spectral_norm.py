def parametrize_spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a parameter of a layer by its largest singular value, below `parametrizations`."""
    weight = module._parameters[name]
    norm = SpectralNorm(name, n_power_iterations, spectral_dim(module, dim), eps)
    vectors = paddle.nn.Layer()

    def compute(weight, training):
        return norm.compute_weight(weight, vectors._u, vectors._v, training)

    parts = ParametrizedWeight(compute, original=weight)
    matrix = norm.matrix(weight.detach())
    vectors.register_buffer("_u", norm.normal(paddle.randn([matrix.shape[0]], weight.dtype)))
    vectors.register_buffer("_v", norm.normal(paddle.randn([matrix.shape[1]], weight.dtype)))
    norm.iterate(matrix, vectors._u, vectors._v, 15)
    parts.add_sublayer("0", vectors)
    return add_parametrization(module, name, parts)
