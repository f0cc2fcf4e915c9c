import torch

x = torch.randn(
    2,
    3,  # columns
    generator=g,  # the generator goes, its comment stays
    layout=torch.strided
)
y = torch.nn.functional.avg_pool2d(x,   # input
    kernel_size = 3 ,
    count_include_pad=False, ceil_mode = True)
z = torch.addcmul(x,  # first
                  y,
                  y  # last
                  )
q   =   'quotes'  +  "stay"
