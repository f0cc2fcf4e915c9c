import timm
import torch
from pkg import helper


def f(x):
    return x.min(0), timm.create_model("x"), helper.g(x)
