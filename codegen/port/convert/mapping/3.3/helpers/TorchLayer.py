class TorchLayer(paddle.nn.Layer, metaclass=LayerKind):
    """Base of the layers in this file. Their class names are those of PyTorch."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.__module__ == __name__:
            cls.stands_for = cls.__name__ = cls.__name__.removeprefix("Torch")

    def make_parameter(self, shape, device=None, dtype=None, value=0.0):
        """A parameter filled with one value."""
        constant = paddle.nn.initializer.Constant(value)
        device = None if device is None else str(device).replace("cuda", "gpu").replace("Place(", "").replace(")", "")
        dtype = dtype or paddle.get_default_dtype()
        return self.create_parameter(list(shape), dtype=dtype, default_initializer=constant, device=device)
