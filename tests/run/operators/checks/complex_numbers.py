"""Complex numbers, and Fourier transforms."""
import paddle


def calls():
    yield "complex", lambda: differentiated(lambda x, y: paddle.abs(paddle.complex(x, y)), tensor(2, 3), tensor(2, 3))
    yield "as_complex", lambda: differentiated(lambda x: paddle.as_real(paddle.as_complex(x) * 2), tensor(3, 2))
    yield "parts", lambda: differentiated(lambda x: paddle.real(paddle.complex(x, x)) + paddle.imag(paddle.complex(x, x)), tensor(2, 3))
    yield "conj", lambda: paddle.conj(paddle.complex(tensor(2), tensor(2)))
    yield "angle", lambda: differentiated(lambda x: paddle.angle(paddle.complex(x, x * x)), tensor(2, 3))
    yield "fft", lambda: differentiated(lambda x: paddle.abs(paddle.fft.fft(x)), tensor(2, 4))
    yield "rfft", lambda: differentiated(lambda x: paddle.abs(paddle.fft.rfft(x)), tensor(2, 4))
    yield "irfft", lambda: differentiated(lambda x: paddle.fft.irfft(paddle.complex(x, x)), tensor(2, 4))
