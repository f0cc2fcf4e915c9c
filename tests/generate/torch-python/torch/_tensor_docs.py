def add_docstr_all(method: str, docstr: str) -> None:
    add_docstr(getattr(torch._C.TensorBase, method), docstr)


add_docstr_all(
    "absx",
    r"""
absx() -> Tensor

See :func:`torch.absx`
""",
)
