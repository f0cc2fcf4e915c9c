# Code that `to_static` may compile: sizes are called in programs, too, and einops is called as it is.
import paddle
from paddle_utils import extend_einops, extend_programs, module_extensions
import einops
from einops import rearrange
from einops.layers.paddle import Rearrange


class Model(paddle.nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = Rearrange('b n (h d) -> b h n d', h=2)

    def forward(self, x):
        rows, columns = x.size()[:2]
        return rearrange(self.heads(x), 'b h n d -> b n (h d)').reshape(x.size(0), columns, -1)
