import torch
from torch import optim
from torch.distributions import Normal, kl_divergence
from torch.utils.data import DataLoader, TensorDataset


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * ctx.factor, None


@torch.no_grad
def evaluate(model, x):
    return model(x)


@torch.inference_mode()
def infer(model, x):
    with torch.no_grad(), torch.autocast("cuda", dtype=torch.float16, enabled=False):
        return model(x)


@torch.jit.ignore(drop=True)
def train(model: torch.nn.Module, x: torch.FloatTensor, y, path):
    loader = DataLoader(TensorDataset(x, y), batch_size=4, shuffle=True, num_workers=2)
    optimizer = optim.AdamW(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=10)
    for inputs, _ in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = kl_divergence(Normal(model(inputs), 1.0), Normal(0.0, 1.0)).mean()
        loss.backward(gradient=None, retain_graph=False)
        optimizer.step()
        schedule.step()
    torch.save(model.state_dict(), path)
    return torch.load(path, map_location="cpu")
