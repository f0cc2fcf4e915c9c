import paddle
from paddle_utils import extend_operators

a = -(2.0 ** x) ** 2
b = (2.0 ** x).y
c = paddle.add(x, (-1) * (a or b) * (c if d else e))
d = paddle.add((x := 3), 1 * (lambda: 1) * (yield_ for yield_ in z))
e = ((2.0 ** x))[0]
f = f"{(2.0 ** x)!r:>{x.size}}"
g = (1).size, (1.5).size, (x
    + 1).size
h = f'{paddle.audio.functional.get_window(window=("gaussian", 1.0), win_length=3, dtype="float32", fftbins=False)}'
i = f"{paddle.audio.functional.get_window(window=('gaussian', 1.0), win_length='3', dtype='float32', fftbins=False)}"
j = not paddle.cuda.is_available() and paddle.Tensor.stop_gradient
