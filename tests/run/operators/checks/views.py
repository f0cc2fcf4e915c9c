"""Gradients of functions of a view, also if its memory is changed in between: some nodes keep the view, others a copy."""
import paddle


def of_a_view(function, change):
    base = tensor(4, 3, low=0.5).detach()
    x = base[:, 0]
    x.stop_gradient = False
    y = function(x)
    if change:
        base.add_(paddle.ones([4, 3]))
    try:
        return [y, paddle.grad([y.sum()], [x])]
    except Exception as error:
        # The rest of the message has the line of a header that generated code compiles, too.
        raise type(error)("no gradient") from error


def calls():
    for name in ["abs", "acos", "exp", "log", "rsqrt", "silu", "sin", "square", "tanh"]:
        for change in [False, True]:
            function = getattr(paddle, name, None) or getattr(paddle.nn.functional, name)
            title = name + (" of a changed view" if change else "")
            yield title, lambda function=function, change=change: of_a_view(function, change)
    for name in ["add", "divide", "maximum", "multiply", "subtract"]:
        function = lambda x, name=name: getattr(paddle, name)(x, x)
        yield name, lambda function=function: of_a_view(function, False)
