import torch._C
from torch._C import _add_docstr as add_docstr

common_args = parse_kwargs(
    """
    input (Tensor): the input tensor.
"""
)

add_docstr(
    torch.absx,
    r"""
absx(input) -> Tensor

"""
    + r"""
Args:
    {input}
""".format(**common_args),
)
