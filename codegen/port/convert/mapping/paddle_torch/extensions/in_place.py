"""In-place methods of tensors with numbers and other data types as operands."""

from __future__ import annotations

import inspect

import paddle

from ..in_place import _check_in_place, _store_in_place, augmented


def in_place_methods() -> None:
    """Extends the in-place methods of `paddle.Tensor`: numbers as operands, other data types, gradients."""

    def rounded(mode: str):
        if mode == "floor":
            return augmented.floor_divide
        return lambda x, y: _store_in_place(x, paddle.trunc(x.clone() / y))

    def extend(name: str, change) -> None:
        original = getattr(paddle.Tensor, name, None)

        def method(self, other=None, *args, **kwargs):
            """As in PyTorch: `alpha` scales the operand, and `rounding_mode` rounds the quotient."""
            if args and isinstance(args[0], paddle.Tensor):
                # The old order of arguments, with the factor in front.
                other = args[0] * other
            other = kwargs["y"] if other is None and "y" in kwargs else other
            if "alpha" in kwargs:
                other = other * kwargs["alpha"]
            mode = kwargs.get("rounding_mode")
            return (rounded(mode) if mode else change)(self, other)

        method.__doc__ = inspect.getdoc(original) or method.__doc__
        setattr(paddle.Tensor, name, method)

    names = {
        "add": ["add_"],
        "subtract": ["sub_", "subtract_"],
        "multiply": ["mul_", "multiply_"],
        "divide": ["div_", "divide_", "true_divide_"],
        "floor_divide": ["floor_divide_"],
        "remainder": ["remainder_"],
        "power": ["pow_"],
        "bitwise_or": ["bitwise_or_"],
        "bitwise_and": ["bitwise_and_"],
        "bitwise_xor": ["bitwise_xor_"],
        "shift_left": ["bitwise_left_shift_"],
        "shift_right": ["bitwise_right_shift_"],
    }
    for function, methods in names.items():
        for name in methods:
            extend(name, getattr(augmented, function))
    copy = paddle.Tensor.copy_

    def copy_(self, src: paddle.Tensor, *args, **kwargs):
        """Copies the values and the gradient of a tensor. It may have another data type, or a shape that broadcasts."""
        if not self._is_initialized() or not isinstance(src, paddle.Tensor):
            return copy(self, src, *args, **kwargs)
        _check_in_place(self, 0)
        src = src if str(src.place) == str(self.place) else src.to(self.place)
        value = src.cast(self.dtype) if src.dtype != self.dtype else src.clone() if src is self else src
        return _store_in_place(self, value if value.shape == self.shape else value.expand(self.shape))

    paddle.Tensor.copy_ = copy_


in_place_methods()
