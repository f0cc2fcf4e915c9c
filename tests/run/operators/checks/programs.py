"""Programs whose shapes and axes are values, numbers, or lists of both."""
import numpy
import paddle


def built(function):
    """The text of a program, and its results."""
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
            x = paddle.static.data("x", [2, 6], "float32")
            results = function(x)
            program = str(paddle.static.default_main_program())
            fed = {"x": numpy.arange(12, dtype="float32").reshape(2, 6)}
            made = paddle.static.Executor().run(feed=fed, fetch_list=[results])
            return [*made, numpy.array(program)]
    finally:
        paddle.disable_static()


def calls():
    for shape, dtype in [([1], "int64"), ([1], "int32"), ([], "int64")]:
        for name, sizes in {
            "value first": lambda value: [value, 4],
            "number first": lambda value: [4, value],
            "tuple": lambda value: (value, 4),
            "values": lambda value: [value, value + 1],
            "bool": lambda value: [value, True, 4],
            "float": lambda value: [value, 4.0],
            "numpy": lambda value: [value, numpy.int32(4)],
        }.items():
            def reshaped(x, shape=shape, dtype=dtype, sizes=sizes):
                return paddle._C_ops.reshape(x, sizes(paddle.full(shape, 3, dtype)))

            yield f"reshape {dtype}{shape} {name}", lambda reshaped=reshaped: built(reshaped)
    one = lambda: paddle.full([1], 1, "int64")
    yield "slice", lambda: built(lambda x: paddle._C_ops.slice(x, [0, 1], [0, one()], [2, 5], [1, 1], []))
    yield "expand", lambda: built(lambda x: paddle._C_ops.expand(x, [one() + 1, 2, 6]))
    yield "tile", lambda: built(lambda x: paddle._C_ops.tile(x, [one() + 1, 2]))
    yield "full", lambda: built(lambda x: paddle._C_ops.full_with_tensor(x[0, 1], [2, one()], paddle.float32))
    yield "split", lambda: built(lambda x: paddle._C_ops.split(x, [2, one() + 3], 1)[0])
    yield "sum", lambda: built(lambda x: paddle._C_ops.sum(x, [1], None, False))
    yield "sum of bools", lambda: built(lambda x: paddle._C_ops.sum(x > 3.0, [0, 1], None, True))
    yield "sum without axis", lambda: built(lambda x: paddle._C_ops.sum(x, [], paddle.int64, False))
    yield "sum of an axis", lambda: built(lambda x: paddle.sum(x, axis=-1))
