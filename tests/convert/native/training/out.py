import paddle
from paddle_utils import extend_half_values


def optimizers(model, betas):
    yield paddle.optimizer.Adam(parameters=model.parameters(), learning_rate=1e-3, epsilon=1e-6, beta1=betas[0], beta2=betas[1])
    yield paddle.optimizer.AdamW(parameters=model.parameters(), learning_rate=1e-3, weight_decay=0.1, beta1=0.9, beta2=0.95)
    yield paddle.optimizer.Momentum(parameters=model.parameters(), learning_rate=0.1, momentum=0.9, use_nesterov=True)
    yield paddle.optimizer.SGD(parameters=model.parameters(), learning_rate=0.1)
    # >>>>>> torch.optim.SGD: the target has no dampening
    yield torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, dampening=0.1)
    yield paddle.optimizer.RMSProp(parameters=model.parameters(), learning_rate=0.01, rho=0.99, epsilon=1e-08)
    yield paddle.optimizer.Adagrad(parameters=model.parameters(), learning_rate=0.1, epsilon=1e-10)


def train(model, opt, data, steps):
    warm = paddle.optimizer.lr.LambdaDecay(lr_lambda=lambda step: min(1.0, step / 10), learning_rate=opt.get_lr())
    opt.set_lr_scheduler(warm)
    cycle = paddle.optimizer.lr.OneCycleLR(total_steps=steps, max_learning_rate=0.1, divide_factor=25.0, end_learning_rate=0.1 / 25.0 / 10000.0)
    opt.set_lr_scheduler(cycle)
    step_lr = paddle.optimizer.lr.StepDecay(step_size=10, gamma=0.5, learning_rate=opt.get_lr())
    opt.set_lr_scheduler(step_lr)
    first, second = paddle.io.random_split(paddle.io.TensorDataset([data, data]), [3, 1])
    loader = paddle.io.DataLoader(first, batch_sampler=paddle.io.BatchSampler(sampler=paddle.io.RandomSampler(first), batch_size=4, drop_last=False))
    scaler = paddle.amp.GradScaler(enable=True)
    for x, y in loader:
        with paddle.amp.auto_cast(dtype='bfloat16'):
            loss = model(x, y)
        opt.clear_grad()
        scaler.scale(loss).backward()
        scaler.step(opt)
        scaler.update()
        # >>>>>> *.param_groups: the target has no counterpart
        for group in opt.param_groups:
            group["lr"] = 0.1
    with paddle.no_grad():
        model(x, y)
    paddle.save(model.state_dict(), "model.pt")
