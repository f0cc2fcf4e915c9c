import torch

try:
    from torch.nn import SiLU
except ImportError:
    SiLU = None
try:
    from torch._nothing_like_it import disable  # a comment
except ImportError:
    def disable(f): return f
try:
    from flash_attn import nothing_like_it
    HAS_FLASH = True
except ImportError:
    nothing_like_it, HAS_FLASH = None, False
try:
    import flash_attn.nothing_like_it as needed
except ImportError:
    raise RuntimeError("install it")
try:
    import kornia
except ModuleNotFoundError:
    kornia = None
if x:
    from transformers import AutoTokenizer
import jieba


@disable
def run(x):
    if nothing_like_it is not None:
        return nothing_like_it(x)
    return SiLU()(x), needed.f(x), jieba.cut(x), AutoTokenizer.from_pretrained(x)
