import paddle
from .base import nn
from .sub import Optional
