import paddle
from paddle_utils import TorchCrossEntropyLoss, augmented, functional_cross_entropy


def update(model, rate):
    with paddle.no_grad():
        for p in model.parameters():
            p = augmented.subtract(p, rate * p.grad)


def optimizers(a, b):
    # >>>>>> torch.optim.SGD: a group has a key `lr`: Paddle's `learning_rate` of a group is a factor of the optimizer's
    return torch.optim.SGD([{"params": [a]}, {"params": [b], "lr": 0.01}], lr=0.1)


def report(scheduler, bn, x, t, layer, emb):
    print([scheduler.get_lr()][0], bn._mean, 16 * 4 * 4)
    loss = functional_cross_entropy(x, t, ignore_index=-1) + TorchCrossEntropyLoss(label_smoothing=0.1, ignore_index=0)(x, t)
    logits = paddle.nn.functional.linear(x, layer.weight) + paddle.compat.nn.functional.linear(x, emb.weight) + paddle.nn.Linear(2, 2, bias_attr=False)(x)
    return loss, logits, x - paddle.trunc(x / 3) * 3, x + 2 * x / x
