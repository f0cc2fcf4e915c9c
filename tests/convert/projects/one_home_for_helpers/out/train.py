import paddle
from paddle_utils import TorchLinear, extend_operators
from models import Net

print(type(Net().layer) == TorchLinear)
