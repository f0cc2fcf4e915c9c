"""Exports a layer with an operator of a package, and runs it with `paddle.inference`: export.py PACKAGE FOLDER"""

import importlib
import os
import sys
import zlib  # noqa: F401  Paddle 2.6 has another zlib, so Python's is loaded first.

import numpy
import paddle
from paddle import inference

swiglu = importlib.import_module(sys.argv[1]).swiglu


class Layer(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.linear = paddle.nn.Linear(4, 4)

    def forward(self, x):
        hidden = self.linear(x)
        return swiglu(hidden, hidden * 2)


paddle.seed(1)
layer, x = Layer(), paddle.rand([2, 4])
expected = layer(x).numpy()
compiled = paddle.jit.to_static(layer, input_spec=[paddle.static.InputSpec([None, 4])], full_graph=True)
numpy.testing.assert_allclose(compiled(x).numpy(), expected, rtol=1e-5)
compiled(x).sum().backward()
assert layer.linear.weight.grad is not None

path = os.path.join(sys.argv[2], "layer")
paddle.jit.save(compiled, path)
program = next(path + ending for ending in (".json", ".pdmodel") if os.path.exists(path + ending))
config = inference.Config(program, path + ".pdiparams")
config.disable_gpu()
config.disable_glog_info()
predictor = inference.create_predictor(config)
predictor.get_input_handle(predictor.get_input_names()[0]).copy_from_cpu(x.numpy())
predictor.run()
found = predictor.get_output_handle(predictor.get_output_names()[0]).copy_to_cpu()
numpy.testing.assert_allclose(found, expected, rtol=1e-5)
