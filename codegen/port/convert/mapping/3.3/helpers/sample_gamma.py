def sample_gamma(concentration):
    """Samples of gamma distributions with rate 1, which can be differentiated by the concentration."""
    a = concentration.detach().astype("float64")
    z = paddle.standard_gamma(a).clip(1e-30)
    if concentration.stop_gradient or not paddle.is_grad_enabled():
        return z.astype(concentration.dtype)
    step = 1e-4 * a
    slope = (paddle.gammainc(a + step, z) - paddle.gammainc(a - step, z)) / (2 * step)
    density = paddle.exp((a - 1) * paddle.log(z) - z - paddle.lgamma(a))
    slope = (-slope / density).astype(concentration.dtype)
    return z.astype(concentration.dtype) + slope * (concentration - concentration.detach())
