import paddle
from paddle_utils import extend_programs, extend_values


def parameter(F, x):
    return F.relu(x)


def variable(x):
    torch = x
    return torch.abs(x)


def default(x, F=paddle.nn.functional.relu):
    return [F(x) for F in x], lambda torch: torch.abs(x)
