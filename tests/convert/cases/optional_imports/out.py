import paddle
from paddle_utils import TorchSiLU

try:
    pass
except ImportError:
    SiLU = None
try:
    raise ModuleNotFoundError("`torch._nothing_like_it.disable` is not converted")  # a comment
except ImportError:
    def disable(f): return f
try:
    raise ModuleNotFoundError("`flash_attn.nothing_like_it` is not converted")
    HAS_FLASH = True
except ImportError:
    nothing_like_it, HAS_FLASH = None, False
try:
    pass
except ImportError:
    raise RuntimeError("install it")
try:
    raise ModuleNotFoundError("`kornia` is not converted")
except ModuleNotFoundError:
    kornia = None
if x:
    import paddleformers
import jieba


@disable
def run(x):
    if nothing_like_it is not None:
        return nothing_like_it(x)
    # >>>>>> flash_attn.nothing_like_it.f: there is no rule for it
    # >>>>>> transformers.AutoTokenizer.from_pretrained: there is no rule for it
    return TorchSiLU()(x), flash_attn.nothing_like_it.f(x), jieba.cut(x), transformers.AutoTokenizer.from_pretrained(x)
