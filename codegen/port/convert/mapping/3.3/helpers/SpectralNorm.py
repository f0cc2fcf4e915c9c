class SpectralNorm:
    """Divides a weight by its largest singular value before each call of a layer."""

    def __init__(self, name, n_power_iterations, dim, eps):
        self.name = name
        self.n_power_iterations = n_power_iterations
        self.dim = dim
        self.eps = eps

    def matrix(self, weight):
        axes = [self.dim] + [axis for axis in range(weight.ndim) if axis != self.dim]
        return weight.transpose(axes).reshape([weight.shape[self.dim], -1])

    def normal(self, vector):
        return vector / paddle.linalg.norm(vector).clip(min=self.eps)

    @paddle.no_grad()
    def iterate(self, matrix, u, v, times):
        """Improves the estimate of the singular vectors, in place."""
        for _ in range(times):
            paddle.assign(self.normal(paddle.mv(matrix.t(), u)), v)
            paddle.assign(self.normal(paddle.mv(matrix, v)), u)

    def compute_weight(self, weight, u, v, training):
        matrix = self.matrix(weight)
        if training:
            self.iterate(matrix, u, v, self.n_power_iterations)
        return weight / (u.clone() * paddle.mv(matrix, v.clone())).sum()

    def __call__(self, module, inputs):
        parts = [getattr(module, self.name + suffix) for suffix in ("_orig", "_u", "_v")]
        object.__setattr__(module, self.name, self.compute_weight(*parts, module.training))
