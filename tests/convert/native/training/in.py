import torch
from torch import optim
from torch.optim.lr_scheduler import LambdaLR, OneCycleLR
from torch.utils.data import DataLoader, Dataset, RandomSampler, TensorDataset, random_split


def optimizers(model, betas):
    yield optim.Adam(model.parameters(), lr=1e-3, betas=betas, eps=1e-6)
    yield optim.AdamW(model.parameters(), 1e-3, (0.9, 0.95), weight_decay=0.1, fused=True)
    yield optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)
    yield optim.SGD(model.parameters(), lr=0.1)
    yield optim.SGD(model.parameters(), lr=0.1, momentum=0.9, dampening=0.1)
    yield optim.RMSprop(model.parameters())
    yield optim.Adagrad(model.parameters(), 0.1)


def train(model, opt, data, steps):
    warm = LambdaLR(opt, lambda step: min(1.0, step / 10))
    cycle = OneCycleLR(opt, max_lr=0.1, total_steps=steps)
    step_lr = optim.lr_scheduler.StepLR(opt, step_size=10, gamma=0.5)
    first, second = random_split(TensorDataset(data, data), [3, 1])
    loader = DataLoader(first, batch_size=4, sampler=RandomSampler(first), pin_memory=True)
    scaler = torch.cuda.amp.GradScaler(enabled=True)
    for x, y in loader:
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = model(x, y)
        opt.zero_grad(set_to_none=True)
        scaler.scale(loss).backward()
        scaler.step(opt)
        scaler.update()
        for group in opt.param_groups:
            group["lr"] = 0.1
    with torch.inference_mode():
        model(x, y)
    torch.save(model.state_dict(), "model.pt")
