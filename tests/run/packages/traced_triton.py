"""What PyTorch traces of operators whose kernels are Triton's, where these are not interpreted. Arguments: the package."""

import importlib
import logging
import os
import re
import sys

os.environ.pop("TRITON_INTERPRET", None)

import torch  # noqa: E402
from torch._dynamo.backends.common import aot_autograd  # noqa: E402
from torch._library.triton import get_triton_kernels_for_op  # noqa: E402

# Without a GPU, PyTorch cannot tell which tensors a kernel writes to, and says so.
logging.disable(logging.WARNING)
name = sys.argv[1]
package = importlib.import_module(name)
if importlib.import_module(f"{name}.generated._triton_support").problem() is not None or torch.cuda.is_available():
    raise SystemExit
graphs = []


def traced(graph, inputs):
    """Keeps a graph, and computes zeros in its place."""
    graphs.append(str(graph.graph))
    results = [*graph.graph.nodes][-1].args[0]

    def run(arguments):
        arguments.clear()
        made = [one.meta["val"] if isinstance(one, torch.fx.Node) else None for one in results]
        return [None if one is None else torch.zeros([int(size) for size in one.shape], dtype=one.dtype) for one in made]

    run._boxed_call = True
    return run


x, weight = torch.rand(5, 3).t().requires_grad_(), torch.rand(5, requires_grad=True)
compiled = torch.compile(package.tri_norm, fullgraph=True, backend=aot_autograd(fw_compiler=traced))
compiled(x, weight).sum().backward()
launches = [graph.count("triton_kernel_wrapper_functional") for graph in graphs]
assert len(graphs) == 2 and all(launches), graphs
# Inputs are contiguous in the graph, too.
assert all("contiguous_format" in graph for graph in graphs), graphs
assert get_triton_kernels_for_op(f"{name}::tri_norm"), "PyTorch does not find the kernels, whose sources are in keys of caches"
try:
    package.tri_norm(x, weight)
except RuntimeError as error:
    assert re.search(r"tri_norm: tensors on cpu need Triton's interpreter: set TRITON_INTERPRET=1", str(error)), error
else:
    raise SystemExit("no driver can have run it")
