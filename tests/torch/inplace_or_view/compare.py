"""Compares generated kernels of ADInplaceOrView with those of the installed PyTorch.

    compare.py LIBRARY [--limit N]

LIBRARY is made of ADInplaceOrViewType_*.cpp, ViewFuncs.cpp and the source that has the runtime of kernels. It is loaded after torch, so its
kernels replace the installed ones. Two processes, one with the library, describe the results of the same samples: versions, bases, views
that are replayed on other tensors, gradients through changed views, and errors.
"""

import argparse
import ctypes
import os
import subprocess
import sys
import warnings


def describe(tensor):
    import torch

    if not isinstance(tensor, torch.Tensor):
        return [describe(one) for one in tensor] if isinstance(tensor, (list, tuple)) else repr(tensor)
    facts = [tuple(tensor.shape), str(tensor.dtype), str(tensor.layout), tensor.requires_grad]
    facts.append(tensor._version)
    if tensor.layout == torch.strided and not tensor.is_nested:
        facts += [tensor.stride(), tensor._is_view(), tensor._is_view() and tuple(tensor._base.shape)]
    facts.append(tensor.grad_fn and tensor.grad_fn.name())
    return facts


def attempt(call):
    import torch

    torch.manual_seed(0)
    try:
        return describe(call())
    except Exception as error:
        return type(error).__name__, str(error).split("\nException raised from")[0]


def replayed(view):
    """A view on another base, made by the function that the kernel recorded."""
    import torch

    return view._view_func_unsafe(torch.zeros_like(view._base))


def changed_view(function, args, kwargs):
    """The gradient through a view that was changed after it was made."""
    import torch

    base = args[0].detach().clone().requires_grad_()
    changed = base * 1
    view = function(changed, *args[1:], **kwargs)
    views = view if isinstance(view, (list, tuple)) else [view]
    views[0].mul_(2)
    changed.sum().backward()
    return base.grad


def report(library, limit):
    import torch
    from torch.testing._internal.common_methods_invocations import op_db

    warnings.simplefilter("ignore")
    if library:
        ctypes.CDLL(library, mode=os.RTLD_LAZY)
    for op in op_db:
        if torch.float32 not in op.dtypes:
            continue
        try:
            samples = list(zip(range(limit), op.sample_inputs("cpu", torch.float32, requires_grad=False)))
        except Exception:
            continue
        for number, sample in samples:
            if not isinstance(sample.input, torch.Tensor):
                continue
            args = (sample.input, *sample.args)
            label = f"{op.name}.{op.variant_test_name} {number}"
            print(label, attempt(lambda: op.op(*args, **sample.kwargs)))
            with torch.no_grad():
                print(label, "no_grad", attempt(lambda: op.op(*args, **sample.kwargs)))
            with torch.inference_mode():
                print(label, "inference", attempt(lambda: op.op(*args, **sample.kwargs).shape))
            if op.inplace_variant:
                clone = lambda: (sample.input.clone(), *sample.args)
                print(label, "inplace", attempt(lambda: op.inplace_variant(*clone(), **sample.kwargs)))
                leaf = lambda: (sample.input.clone().requires_grad_(), *sample.args)
                print(label, "leaf", attempt(lambda: op.inplace_variant(*leaf(), **sample.kwargs)))
            if op.supports_out:
                def into():
                    out = torch.empty(0)
                    op.op(*args, **sample.kwargs, out=out)
                    return out
                print(label, "out", attempt(into))
            result = attempt(lambda: op.op(*args, **sample.kwargs))
            if "True" in str(result) and op.supports_autograd:
                print(label, "changed view", attempt(lambda: changed_view(op.op, args, sample.kwargs)))
                def replay():
                    view = op.op(*args, **sample.kwargs)
                    return replayed(view[0] if isinstance(view, (list, tuple)) else view)
                print(label, "replayed", attempt(replay))
                with torch.autograd._force_original_view_tracking(False):
                    print(label, "tracked", attempt(replay))
                with torch.autograd._force_original_view_tracking(True):
                    print(label, "original", attempt(replay))
    print("versions", attempt(lambda: [torch.ones(2).add_(1)._version, torch.zeros(2).copy_(torch.ones(2))._version]))
    sys.stdout.flush()
    os._exit(0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--limit", type=int, default=2, help="samples for each operator")
    parser.add_argument("--report", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.report:
        return report(options.library, options.limit)
    command = [sys.executable, __file__, "--limit", str(options.limit), "--report"]
    runs = [subprocess.run([*command, library], capture_output=True, text=True) for library in ("", options.library)]
    stock, generated = [run.stdout.splitlines() for run in runs]
    if any(run.returncode for run in runs):
        print(*(run.stderr[-2000:] for run in runs), sep="\n")
    different = [(left, right) for left, right in zip(stock, generated) if left != right]
    print(f"compared {len(stock)} calls, different {len(different) + abs(len(stock) - len(generated))}")
    for left, right in different[:20]:
        print(" ", left[:300], "\n ", right[:300])
    return 1 if different or len(stock) != len(generated) else 0


if __name__ == "__main__":
    sys.exit(main())
