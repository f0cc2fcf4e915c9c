import importlib.util
import sys
from importlib import metadata

import safetensors.paddle
import paddle
from paddle_utils import address_of_storage, bytes_of_storage, extend_operators, installed_version, save_safetensors_model
from safetensors.paddle import save_file

if importlib.util.find_spec("paddle") is not None:
    found = importlib.util.find_spec('paddle.fft'), importlib.import_module("einops.layers.paddle")
version = installed_version("paddlepaddle")
is_loaded = "paddle.fft" in sys.modules, sys.modules["paddle.nn"], sys.modules.get("paddle")
# >>>>>> torch.utils.tensorboard: the module that this text names has no counterpart
layers, has_layers = optional_import("torch.utils.tensorboard", "SummaryWriter")
text = "torch"
other = print("torch"), {"torch": 1}["torch"], f"torch {text}", find_spec(name)
state = safetensors.paddle.load_file("a"), save_file({"a": paddle.ones(2)}, "b")


def is_available(name):
    found = importlib.util.find_spec(name) is not None
    try:
        return found and installed_version(name), importlib.metadata.version("numpy"), version(name)
    except metadata.PackageNotFoundError:
        return False


others = importlib.util.find_spec("accelerate"), optional_import("timm.models"), is_available("torch")
from safetensors.paddle import load_file as load
unique = address_of_storage(state), bytes_of_storage(state), load("a"), save_safetensors_model(model, "b")
from importlib.metadata import version
numbers = installed_version("paddlepaddle"), version("numpy"), other.version("paddlepaddle")
