"""Updates of parameters, whose functions write to their inputs."""
import paddle


def trained(make):
    layer = paddle.nn.Linear(3, 2, weight_attr=paddle.nn.initializer.Constant(0.5))
    optimizer = make(layer.parameters())
    for _ in range(2):
        (layer(tensor(4, 3)) ** 2).sum().backward()
        optimizer.step()
        optimizer.clear_grad()
    return [layer.weight, layer.bias]


def calls():
    for name in ["SGD", "Momentum", "Adam", "AdamW", "Adamax", "Adagrad", "RMSProp", "Adadelta", "Lamb"]:
        yield name, lambda name=name: trained(lambda parameters: getattr(paddle.optimizer, name)(0.1, parameters=parameters))
