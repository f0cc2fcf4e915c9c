"""Losses."""
import paddle
import paddle.nn.functional as F


def calls():
    label = paddle.to_tensor([1, 0, 2])
    yield "cross_entropy", lambda: differentiated(lambda x: F.cross_entropy(x, label), tensor(3, 4))
    yield "nll_loss", lambda: differentiated(lambda x: F.nll_loss(x, label), tensor(3, 4))
    yield "mse_loss", lambda: differentiated(F.mse_loss, tensor(3, 4), tensor(3, 4) * 0.5)
    yield "smooth_l1_loss", lambda: differentiated(F.smooth_l1_loss, tensor(3, 4), tensor(3, 4) * 0.5)
    yield "kl_div", lambda: differentiated(lambda x, y: F.kl_div(x, y), tensor(3, 4), tensor(3, 4, low=0.5))
    yield "bce", lambda: differentiated(lambda x: F.binary_cross_entropy_with_logits(x, (x > 0).astype("float32")), tensor(3, 4))
    yield "log_loss", lambda: differentiated(lambda x: F.log_loss(x, paddle.ones([3, 1])), tensor(3, 1, low=0.1) * 0.4)
    yield "ctc_loss", lambda: differentiated(lambda x: F.ctc_loss(x, paddle.to_tensor([[1, 2]], "int32"), paddle.to_tensor([4]), paddle.to_tensor([2])), tensor(4, 1, 3))
