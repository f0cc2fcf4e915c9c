"""Checks that kernels for gradients, compiled without NDEBUG, refuse kernels that return what they should not.

    kernel_checks.py LIBRARY

LIBRARY is what `build.sh ... debug` links. Right kernels must pass, and each wrong one, written in Python, must raise an internal error.
"""

import ctypes
import os
import sys
import warnings

import torch

#: Calls that must pass: gradients, views, inplace, lists, results without gradients, and views of which only debug builds know.
RIGHT = {
    "mul": lambda x: (x * x).sum().backward(),
    "view": lambda x: x.view(3).sum().backward(),
    "_unsafe_view": lambda x: torch.ops.aten._unsafe_view(x, [3]).sum().backward(),
    "view_as_real": lambda x: torch.view_as_real(x.detach().to(torch.complex64)),
    "add_": lambda x: (x * 1).add_(1),
    "_foreach_add_": lambda x: torch._foreach_add_([x.detach(), x.detach()], 1),
    "sort.values": lambda x: torch.sort(x.detach(), out=(torch.empty(0), torch.empty(0, dtype=torch.int64))),
    "argmax": lambda x: x.argmax(),
    "topk": lambda x: x.topk(1)[0].sum().backward(),
    "set_": lambda x: torch.empty(0).set_(x.detach()),
}

#: Kernels that return their input, or share its storage, and calls of them. The last one has no gradient.
WRONG = {
    "neg": (lambda x: x, lambda x: torch.neg(x)),
    "sinh": (lambda x: x.as_strided(x.shape, x.stride()), lambda x: torch.sinh(x)),
    "view": (lambda x, size: x.clone().as_strided(size, [1]), lambda x: x.view(3)),
    "bucketize.Tensor": (lambda x, *_, **__: x, lambda x: torch.bucketize(x, torch.tensor([1.0]))),
}


def fails(call):
    """The first line of the error of a call. Empty if there is none."""
    try:
        call(torch.ones(3, requires_grad=True))
    except Exception as error:
        return str(error).splitlines()[0]
    return ""


def main():
    warnings.simplefilter("ignore")
    ctypes.CDLL(os.path.abspath(sys.argv[1]), mode=os.RTLD_LAZY)
    wrong = [f"{name}: {error}" for name, call in RIGHT.items() if (error := fails(call))]
    library = torch.library.Library("aten", "IMPL")
    for name, (kernel, call) in WRONG.items():
        library.impl(name, kernel, "CPU")
        error = fails(call)
        if "INTERNAL ASSERT FAILED" not in error:
            wrong.append(f"{name} passes, although its kernel is wrong: {error}")
    print("\n".join(wrong) or f"{len(RIGHT)} right kernels pass, {len(WRONG)} wrong ones are refused")
    # Two copies of some globals would be destroyed twice.
    sys.stdout.flush()
    os._exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
