def add_parametrization(module, name, parametrization):
    """Computes a parameter of a layer from its parts before each call."""
    if "parametrizations" not in module._sub_layers:
        module.parametrizations = paddle.nn.LayerDict()
    module._parameters.pop(name, None)
    module.parametrizations[name] = parametrization

    def compute(layer, inputs):
        object.__setattr__(layer, name, parametrization(layer.training))

    module.register_forward_pre_hook(compute)
    compute(module, ())
    return module
