import importlib.util
import sys
from importlib import metadata

import safetensors.paddle
import paddle
from paddle_utils import extend_operators
from safetensors.paddle import save_file

if importlib.util.find_spec("paddle") is not None:
    found = importlib.util.find_spec('paddle.fft'), importlib.import_module("einops.layers.paddle")
version = metadata.version("paddlepaddle")
is_loaded = "paddle.fft" in sys.modules, sys.modules["paddle.nn"], sys.modules.get("paddle")
# >>>>>> torch.utils.tensorboard: the module that this text names has no counterpart
layers, has_layers = optional_import("torch.utils.tensorboard", "SummaryWriter")
text = "torch"
other = print("torch"), {"torch": 1}["torch"], f"torch {text}", find_spec(name)
state = safetensors.paddle.load_file("a"), save_file({"a": paddle.ones(2)}, "b")
