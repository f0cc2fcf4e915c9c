"""Calls operators with distributed tensors, of which this process computes a part or nothing: calls.py RESULTS [LIBRARY].

A library is loaded before the framework, so that its functions are called instead of those of the framework.
"""
import ctypes
import os
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


def given(mesh, shape, dtype="float32"):
    count = int(np.prod(shape))
    tensor = paddle.to_tensor((np.arange(count) * 7 % 11 - 5).reshape(shape), dtype=dtype)
    tensor = dist.shard_tensor(tensor, mesh, [dist.Replicate()])
    tensor.stop_gradient = False
    return tensor


def described(value):
    if isinstance(value, (list, tuple)):
        return [described(item) for item in value]
    if value is None:
        return "none"
    local = value._local_value().numpy().tolist() if value._is_initialized() else "nothing"
    return value.shape, value.dtype.name, str(value.process_mesh), [str(p) for p in value.placements], local


def show(name, mesh, call):
    try:
        result = described(call())
    except (ValueError, RuntimeError, SystemError) as error:
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
        "argmax": lambda: ops.argmax(x, 1, False, False, paddle.int64),
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


for mesh in (HERE, ELSEWHERE):
    single_tensors(mesh)
    lists(mesh)
    written(mesh)
    for last_type in ("float32", "float64"):
        gradients(mesh, last_type)
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
