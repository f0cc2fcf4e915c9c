import importlib.util
import sys
from importlib import metadata

import safetensors.torch
import torch
from safetensors.torch import save_file

if importlib.util.find_spec("torch") is not None:
    found = importlib.util.find_spec('torch.fft'), importlib.import_module("einops.layers.torch")
version = metadata.version("torch")
is_loaded = "torch.fft" in sys.modules, sys.modules["torch.nn"], sys.modules.get("torch")
layers, has_layers = optional_import("torch.utils.tensorboard", "SummaryWriter")
text = "torch"
other = print("torch"), {"torch": 1}["torch"], f"torch {text}", find_spec(name)
state = safetensors.torch.load_file("a"), save_file({"a": torch.ones(2)}, "b")


def is_available(name):
    found = importlib.util.find_spec(name) is not None
    try:
        return found and metadata.version(name), importlib.metadata.version("numpy"), version(name)
    except metadata.PackageNotFoundError:
        return False


others = importlib.util.find_spec("accelerate"), optional_import("timm.models"), is_available("torch")
from safetensors.torch import load_file as load, storage_ptr, save_model as save
from safetensors.torch import storage_size
unique = storage_ptr(state), storage_size(state), load("a"), save(model, "b")
from importlib.metadata import version
numbers = version("torch"), version("numpy"), other.version("torch")
