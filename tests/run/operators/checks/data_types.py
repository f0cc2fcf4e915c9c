"""Functions of tensors whose data types differ, or that compute whole numbers."""
import paddle


def calls():
    for name in ["ceil", "floor"]:
        rounded = lambda x, name=name: [getattr(paddle, name)(x.astype("int64")), x * 2]
        yield name + " of whole numbers", lambda rounded=rounded: differentiated(rounded, tensor(2, 3, low=1.0))
    for name in ["add", "copysign", "cross", "divide", "maximum"]:
        function = getattr(paddle, name)
        yield name, lambda function=function: differentiated(function, tensor(2, 3), tensor(2, 3, dtype="float64"))
    yield "copysign in place", lambda: (tensor(2, 3) * 2).copysign_(tensor(2, 3, dtype="float64"))
    # Only newer releases have it, and no function of `paddle` calls it with other types.
    if hasattr(paddle._C_ops, "trunc_divide"):
        yield "trunc_divide", lambda: paddle._C_ops.trunc_divide(tensor(2, 3), tensor(2, 3, dtype="float64"))
