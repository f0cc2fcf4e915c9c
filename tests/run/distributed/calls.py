"""Calls operators with distributed tensors, of which this process computes a part or nothing: calls.py RESULTS [LIBRARY].

A library is loaded before the framework, so that its functions are called instead of those of the framework.
"""
import ctypes
import os
import socket
import sys

if len(sys.argv) > 2:
    ctypes.CDLL(sys.argv[2], mode=os.RTLD_LAZY)

import numpy as np  # noqa: E402
import paddle  # noqa: E402
import paddle.distributed as dist  # noqa: E402
from paddle import _C_ops as ops  # noqa: E402

# Line by line, so that a crash shows where it was.
results = open(sys.argv[1], "w", buffering=1)
HERE, ELSEWHERE = dist.ProcessMesh([0]), dist.ProcessMesh([1])
# Release 3.3.1 without GPUs ends the process at the first call elsewhere, in its own `GetDefaultPlace`.
MESHES = (HERE,) if paddle.__version__ == "3.3.1" else (HERE, ELSEWHERE)


def given(mesh, shape, dtype="float32", placement=dist.Replicate()):
    count = int(np.prod(shape))
    tensor = paddle.to_tensor((np.arange(count) * 7 % 11 - 5).reshape(shape), dtype=dtype)
    tensor = dist.shard_tensor(tensor, mesh, [placement])
    tensor.stop_gradient = False
    return tensor


def described(value):
    if isinstance(value, (list, tuple)):
        return [described(item) for item in value]
    if value is None:
        return "none"
    local = value._local_value().numpy().tolist() if value._is_initialized() else "nothing"
    return value.shape, value.dtype.name, str(value.process_mesh), [str(p) for p in value.placements], local


def show(name, mesh, call, described=described):
    try:
        result = described(call())
    except (AttributeError, RuntimeError, SystemError, TypeError, ValueError) as error:
        # Without the place in the framework's sources.
        result = type(error).__name__, str(error).strip().splitlines()[-1].split(" (at ")[0]
    results.write(f"{name} {mesh.process_ids} {result}\n")


def meshgrid(tensors):
    return ops.meshgrid([ops.reshape(tensor, [4]) for tensor in tensors])


def single_tensors(mesh):
    x, y = given(mesh, [2, 3]), given(mesh, [3, 2])
    for name, call in {
        "add": lambda: ops.add(x, x),
        "add.mixed": lambda: ops.add(x, given(mesh, [2, 3], "int64")),
        "argmax": lambda: paddle.argmax(x, 1),
        "cast": lambda: ops.cast(x, paddle.float64),
        "full_like": lambda: ops.full_like(x, 2, paddle.int32, paddle.CPUPlace()),
        "gather": lambda: ops.gather(x, given(mesh, [1], "int64") + 6, 0),
        "layer_norm": lambda: ops.layer_norm(x, None, None, 1e-5, 1),
        "matmul": lambda: ops.matmul(x, y, False, False),
        "relu_": lambda: ops.relu_(given(mesh, [2, 3]).detach()),
        "reshape": lambda: ops.reshape(x, [3, 2]),
        "split": lambda: ops.split_with_num(y, 3, 0),
        "topk": lambda: ops.topk(x, 2, -1, True, True),
    }.items():
        show(name, mesh, call)


def lists(mesh):
    for name, call in {
        "add_n": ops.add_n,
        "broadcast_tensors": ops.broadcast_tensors,
        "concat": lambda tensors: ops.concat(tensors, 0),
        "meshgrid": meshgrid,
        "multi_dot": ops.multi_dot,
        "stack": lambda tensors: ops.stack(tensors, 0),
    }.items():
        for types in (["float32", "float32"], ["float32", "float64"], ["int64", "bool"]):
            tensors = [given(mesh, [2, 2], dtype) for dtype in types]
            show(f"{name}.{'.'.join(types)}", mesh, lambda: call(tensors))


def written(mesh):
    """Arguments that are written to; `master` may be missing."""
    for name, master in {"sgd_": None, "sgd_.master": given(mesh, [2]).detach()}.items():
        param, rate, grad = [given(mesh, [size]).detach() for size in (2, 1, 2)]

        def call():
            ops.sgd_(param, rate, grad, master, master is not None)
            return [param, master]

        show(name, mesh, call)


def gradients(mesh, last_type):
    calls = {
        "broadcast_tensors": ops.broadcast_tensors,
        "concat": lambda tensors: ops.split_with_num(ops.concat(tensors, 0), 2, 0),
        "matmul": lambda tensors: [ops.matmul(*tensors, False, False)],
        "meshgrid": meshgrid,
        "stack": lambda tensors: ops.unbind(ops.stack(tensors, 0), 0),
    }
    for name, call in calls.items():
        def run(count):
            tensors = [given(mesh, [2, 2]), given(mesh, [2, 2], last_type)]
            paddle.autograd.backward(call(tensors)[:count])
            return [tensor.grad for tensor in tensors]

        show(f"{name}_grad.{last_type}", mesh, lambda: run(2))
        # Without gradients of some results, the framework itself crashes in a process that computes.
        if mesh is ELSEWHERE:
            show(f"{name}_grad.{last_type}.first", mesh, lambda: run(1))


def sharded():
    """Rules decide how results and gradients are distributed."""
    functional = paddle.nn.functional

    def indices():
        return dist.shard_tensor(paddle.to_tensor([1, 3]), HERE, [dist.Replicate()])

    unary = "abs acos asin atan ceil cos cosh erf exp expm1 floor log1p neg reciprocal round rsqrt sign sin sinh sqrt square tan tanh"
    calls = {name: getattr(paddle, name) for name in unary.split()}
    activations = "celu elu gelu hardshrink hardsigmoid hardswish leaky_relu log_softmax mish relu relu6 selu sigmoid silu softmax softplus softsign swish"
    calls.update((name, getattr(functional, name)) for name in activations.split())
    calls.update({
        "add": lambda x: x + x,
        "argmax": lambda x: paddle.argmax(x, 1),
        "cast": lambda x: x.astype("float64"),
        "clip": lambda x: paddle.clip(x, -2.0, 2.0),
        "concat": lambda x: paddle.concat([x, x], 1),
        "cumsum": lambda x: paddle.cumsum(x, 1),
        "divide": lambda x: x / (x * x + 1.0),
        "dropout": lambda x: functional.dropout(x, 0.0),
        "expand": lambda x: paddle.expand(x, [2, 4, 6]),
        "expand_as": lambda x: paddle.expand_as(x[0:1], x),
        "flatten": lambda x: paddle.flatten(x, 0, 1),
        "gather": lambda x: paddle.gather(x, indices(), 0),
        "index_select": lambda x: paddle.index_select(x, indices(), 1),
        "instance_norm": lambda x: functional.instance_norm(x.reshape([4, 2, 3, 1])),
        "layer_norm": lambda x: functional.layer_norm(x, [6]),
        "logsumexp": lambda x: paddle.logsumexp(x, 1),
        "matmul": lambda x: paddle.matmul(x, x, transpose_y=True),
        "max": lambda x: paddle.max(x, 1),
        "maximum": lambda x: paddle.maximum(x, x * 2.0),
        "mean": lambda x: paddle.mean(x, 0),
        "mean of all": paddle.mean,
        "min": lambda x: paddle.min(x, 0),
        "multiply": lambda x: x * x,
        "nonzero": paddle.nonzero,
        "numel": paddle.numel,
        "one_hot": lambda x: functional.one_hot(paddle.argmax(x, 1), 6),
        "pad": lambda x: functional.pad(x, [0, 0, 1, 1]),
        "pow": lambda x: paddle.pow(x, 2.0),
        "prod": lambda x: paddle.prod(x, 1),
        "put_along_axis": lambda x: paddle.put_along_axis(x, paddle.argmax(x, 1, keepdim=True), 1.0, 1),
        "reshape": lambda x: paddle.reshape(x, [2, 2, 6]),
        "roll": lambda x: paddle.roll(x, 1, 0),
        "scale": lambda x: paddle.scale(x, 2.0),
        "scatter": lambda x: paddle.scatter(x, indices(), given(HERE, [2, 6])),
        "slice": lambda x: x[1:3],
        "sort": lambda x: paddle.argsort(x, 1),
        "split": lambda x: paddle.split(x, 2, 1),
        "squared_l2_norm": lambda x: ops.squared_l2_norm(x),
        "squeeze": lambda x: paddle.squeeze(x.reshape([4, 1, 6]), 1),
        "stack": lambda x: paddle.stack([x, x], 1),
        "strided_slice": lambda x: x[0:4:2],
        "subtract": lambda x: x - 1.0,
        "sum": lambda x: paddle.sum(x, 1),
        "sum of all": paddle.sum,
        "take_along_axis": lambda x: paddle.take_along_axis(x, paddle.argmax(x, 1, keepdim=True), 1),
        "tile": lambda x: paddle.tile(x, [2, 1]),
        "topk": lambda x: paddle.topk(x, 2, 1),
        "transpose": lambda x: paddle.transpose(x, [1, 0]),
        "triu": paddle.triu,
        "unbind": lambda x: paddle.unbind(x, 0),
        "unsqueeze": lambda x: paddle.unsqueeze(x, 0),
        "where": lambda x: paddle.where(x > 0.0, x, x * 2.0),
    })
    for at in (0, 1):
        for name, call in calls.items():
            def run(call=call, at=at):
                x = given(HERE, [4, 6], placement=dist.Shard(at))
                results = call(x)
                listed = results if isinstance(results, (list, tuple)) else [results]
                wanted = [result.sum() for result in listed if not result.stop_gradient]
                gradient = paddle.grad(wanted, [x], allow_unused=True)[0] if wanted else None
                return [*listed, gradient]

            show(f"{name} sharded {at}", HERE, run)


def several_axes():
    """One dimension is divided along two axes of the mesh."""
    mesh = dist.ProcessMesh([[0]], dim_names=["a", "b"])
    x = paddle.arange(24.0).reshape([4, 6])
    x = dist.shard_tensor(x, mesh, [dist.Shard(0), dist.Shard(0)])
    x.stop_gradient = False
    calls = {
        "expand": lambda: paddle.expand(x, [2, 4, 6]),
        "expand_as": lambda: paddle.expand_as(x, x),
        "reshape": lambda: paddle.reshape(x, [4, 3, 2]),
    }
    for name, call in calls.items():
        def run(call=call):
            result = call()
            return [result, *paddle.grad(result.sum(), [x])]

        show(f"{name} along two axes", mesh, run)


def collective():
    """Kernels get the communicator of a ring from their device, which keeps it, even for rings without one."""
    local = paddle.to_tensor([1.0, 2.0])
    calls = {
        "all_gather": lambda ring: ops.all_gather(local, ring, 1),
        "all_reduce": lambda ring: ops.all_reduce(local, ring, 0),
        "all_reduce_": lambda ring: ops.all_reduce_(local + 1.0, ring, 0),
        "all_to_all": lambda ring: ops.all_to_all(local, ring),
        "barrier": lambda ring: ops.barrier(local.astype("int32"), ring),
        "broadcast": lambda ring: ops.broadcast(local, ring, 0),
        "class_center_sample": lambda ring: ops.class_center_sample(local.astype("int64"), 4, 2, ring, 0, 1, True, 1),
        "mp_allreduce_sum": lambda ring: ops.mp_allreduce_sum(local, ring),
        "reduce": lambda ring: ops.reduce(local, ring, 0, 0),
        "reduce_scatter": lambda ring: ops.reduce_scatter(local, ring, 1),
    }

    def shown(ring, names=calls):
        for name in names:
            def run(name=name):
                results = calls[name](ring)
                results = results if isinstance(results, (list, tuple)) else [results]
                return [result.tolist() if result._is_initialized() else "nothing" for result in results]

            show(f"{name} of ring {ring}", HERE, run, str)

    # Without a communicator, most kernels crash.
    shown(0, ["all_reduce"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    core = paddle.base.core
    core.CommContextManager.create_gloo_comm_context(core.TCPStore("127.0.0.1", port, True, 1, 30), "1", 0, 1)
    shown(1)
    shown(0)


if paddle.__version__ != "2.6.2":
    collective()
    sharded()
if paddle.__version__ == "3.3.1":
    several_axes()
for mesh in MESHES:
    single_tensors(mesh)
    lists(mesh)
    written(mesh)
    for last_type in ("float32", "float64"):
        gradients(mesh, last_type)
if ELSEWHERE in MESHES:
    rows = given(ELSEWHERE, [2]).detach()
    show("merge_selected_rows", ELSEWHERE, lambda: ops.merge_selected_rows(rows))
if len(sys.argv) > 2:
    # The framework crashes here, so this also shows that it was the library's function that was called.
    try:
        ops.merge_selected_rows(given(HERE, [2]))
        results.write("merge_selected_rows had something to compute\n")
    except NotImplementedError:
        pass
results.close()
sys.stdout.flush()
sys.stderr.flush()
# Two copies of some of the framework's globals may exist now; a normal exit would destroy them twice.
os._exit(0)
