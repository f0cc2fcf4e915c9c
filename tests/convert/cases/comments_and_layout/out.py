import paddle
from paddle_utils import functional_avg_pool2d

x = paddle.randn(
    2,
    3  # columns
    # the generator goes, its comment stays
)
y = functional_avg_pool2d(x,   # input
    kernel_size = 3 ,
    count_include_pad=False, ceil_mode = True)
# first
# last
z = paddle.add(x, 1 * y * y)
q   =   'quotes'  +  "stay"
