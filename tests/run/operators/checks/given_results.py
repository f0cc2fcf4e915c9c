"""Functions that write their results into tensors of the caller, which 3.0 does not do."""
import paddle
from paddle import _C_ops


def given(name, x, *arguments, dtypes=("float32",), shape=(0,)):
    """The results, the given tensors after the call, what both have in common, and the gradients of both."""
    given = [paddle.zeros(list(shape), dtype=dtype) for dtype in dtypes]
    results = getattr(_C_ops, name)(x, *arguments, out=given[0] if len(given) == 1 else tuple(given))
    listed = results if isinstance(results, (list, tuple)) else [results]
    shares = [result.data_ptr() == out.data_ptr() for result, out in zip(listed, given)]
    kept = [numbers([*out.shape, out.stop_gradient, out.inplace_version]) for out in given]
    gradients = [paddle.grad([y.sum()], [x], allow_unused=True) for y in (listed[0], given[0]) if not y.stop_gradient]
    return [listed, given, numbers(shares), kept, gradients]


def numbers(value):
    return paddle.to_tensor(value, dtype="int64")


def calls():
    for name in ["exp", "sin", "sqrt", "log2", "relu", "tan", "square", "isnan"]:
        yield name, lambda name=name: given(name, tensor(2, 3, low=0.5))
    yield "another shape", lambda: given("exp", tensor(2, 3), shape=(7, 2))
    yield "another data type", lambda: given("exp", tensor(2, 3), dtypes=["int32"])
    yield "add", lambda: given("add", tensor(2, 3), tensor(3))
    yield "matmul", lambda: given("matmul", tensor(2, 3), tensor(3, 4), False, False)
    yield "max", lambda: given("max", tensor(2, 3), [1], False)
    yield "transpose", lambda: given("transpose", tensor(2, 3), [1, 0])
    yield "topk", lambda: given("topk", tensor(4, 5), 2, -1, True, True, dtypes=["float32", "int64"])
    yield "kthvalue", lambda: given("kthvalue", tensor(4, 5), 2, -1, False, dtypes=["float32", "int64"])
    yield "too few results", lambda: given("topk", tensor(4, 5), 2, -1, True, True)
    yield "in a graph", lambda: given("exp", tensor(2, 3) * 2)
