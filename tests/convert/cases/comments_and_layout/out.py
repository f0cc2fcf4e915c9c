import paddle

x = paddle.randn(
    2,
    3  # columns
    # the generator goes, its comment stays
)
y = paddle.nn.functional.avg_pool2d(x=x,   # input
    kernel_size = 3 ,
    ceil_mode = True, exclusive=not False)
# first
# last
z = paddle.add(x, 1 * y * y)
q   =   'quotes'  +  "stay"
