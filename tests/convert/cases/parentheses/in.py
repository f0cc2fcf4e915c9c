import torch

a = -torch.special.exp2(x) ** 2
b = torch.special.exp2(x).y
c = torch.addcmul(x, a or b, c if d else e, value=-1)
d = torch.addcmul(x := 3, lambda: 1, (yield_ for yield_ in z))
e = (torch.special.exp2(x))[0]
f = f"{torch.special.exp2(x)!r:>{torch.numel(x)}}"
g = torch.numel(1), torch.numel(1.5), torch.numel(x
    + 1)
h = f'{torch.signal.windows.gaussian(3)}'
i = f"{torch.signal.windows.gaussian('3')}"
j = not torch.cuda.is_available() and torch.Tensor.is_inference
