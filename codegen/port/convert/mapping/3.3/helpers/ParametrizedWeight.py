class ParametrizedWeight(paddle.nn.Layer):
    """The parts from which a parameter of a layer is computed."""

    def __init__(self, compute, **parts):
        super().__init__()
        self.compute = compute
        for name, value in parts.items():
            self.register_parameter(name, value)

    def forward(self, training):
        return self.compute(*self._parameters.values(), training)
