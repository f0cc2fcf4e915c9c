"""Compares generated bindings with those of the installed PyTorch.

    compare.py FOLDER [--limit N] [--only NAME] [--samples-only]

FOLDER has generated_bindings.so, made by build.sh. Every function and method of torch is replaced by one that calls the installed
binding and the generated one with copies of the same arguments, and compares results, changed arguments and errors. Then the samples
of OpInfo run: functions, methods, inplace forms, `out=`, wrong arguments, and arguments that override functions.
"""

import argparse
import collections
import functools
import os
import signal
import sys
import warnings

import torch
import torch.overrides
from torch.testing._internal.common_methods_invocations import op_db

SCOPES = {
    "torch": torch._C._VariableFunctions,
    "nn": torch._C._nn,
    "fft": torch._C._fft,
    "linalg": torch._C._linalg,
    "nested": torch._C._nested,
    "sparse": torch._C._sparse,
    "special": torch._C._special,
    "methods": torch._C.TensorBase,
}
# Results that no seed decides, or that are memory nobody has written.
UNDETERMINED = {
    "empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided", "empty_quantized", "resize_",
    "resize_as_", "set_", "_empty_affine_quantized", "_empty_per_channel_affine_quantized", "data_ptr", "record_stream",
    "resize_as_sparse_", "_cudnn_init_dropout_state", "__dir__",
}


# Methods that the tree's own frame defines, with functions that the installed library hides; and those that comparing needs.
WRITTEN_BY_HAND = {
    "requires_grad_", "is_contiguous", "size", "stride", "dim", "numel", "item", "contiguous", "to", "copy_", "detach", "clone",
    "new_tensor", "type", "tolist", "apply_", "map_", "map2_", "new", "numpy",
}


class Comparison:
    """The functions that were compared, and what was different."""

    def __init__(self):
        self.compared = collections.Counter()
        self.different = {}
        self.is_inside = False

    def note(self, key, text):
        self.different.setdefault(key, text)


def copied(value):
    """A copy of an argument that shares nothing with it."""
    if isinstance(value, torch.Tensor):
        with torch.no_grad():
            copy = value.detach().clone()
        return copy.requires_grad_() if value.requires_grad else copy
    if type(value) in (list, tuple):
        return type(value)(copied(item) for item in value)
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, torch.Generator):
        return value.clone_state()
    return value


def same(left, right, values=True):
    if type(left) is not type(right) and not (isinstance(left, tuple) and isinstance(right, tuple)):
        return False
    if isinstance(left, torch.Tensor):
        facts = lambda one: (one.shape, one.dtype, one.device, one.layout, one.requires_grad, one.is_leaf,
                             one.grad_fn and one.grad_fn.name(), one._is_view() if one.layout == torch.strided else None)
        if facts(left) != facts(right):
            return False
        if left.layout == torch.strided and not left.is_nested and left.stride() != right.stride():
            return False
        if not values or left.is_nested or left.device.type == "meta":
            return True
        if left.layout != torch.strided:
            left, right = left.detach().to_dense(), right.detach().to_dense()
        left, right = left.detach(), right.detach()
        if left.is_quantized:
            left, right = left.int_repr(), right.int_repr()
        return left.numel() == 0 or bool(torch.equal(left.nan_to_num(7.0) if left.is_floating_point() else left,
                          right.nan_to_num(7.0) if right.is_floating_point() else right)) or bool(
                              left.is_complex() and torch.allclose(left, right, equal_nan=True, rtol=0, atol=0))
    if isinstance(left, (tuple, list)):
        if type(left).__name__ != type(right).__name__ or len(left) != len(right):
            return False
        if hasattr(left, "n_fields") and (repr(type(left).__name__), left.n_sequence_fields) != (
                repr(type(right).__name__), right.n_sequence_fields):
            return False
        return all(same(a, b, values) for a, b in zip(left, right))
    if isinstance(left, float):
        return left == right or (left != left and right != right)
    return left == right or repr(left) == repr(right)


def outcome(function, args, kwargs):
    """The result of a call, or its error; and its warnings."""
    torch.manual_seed(0)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            result = ("result", function(*args, **kwargs))
        except Exception as error:
            result = ("error", type(error), str(error).split("\nException raised from")[0])
    return result, [(w.category, str(w.message).split(" (Triggered internally")[0]) for w in found]


def both(comparison, key, stock, generated, args, kwargs):
    """Calls both functions, compares them, and returns or raises what the installed one does."""
    comparison.is_inside = True
    try:
        try:
            copies = [(copied(args), copied(kwargs)) for _ in range(2)]
        except Exception:
            copies = None
        if copies:
            before = torch.get_rng_state()
            (left, left_warned), (right, right_warned) = [
                outcome(function, *copy) for function, copy in zip((stock, generated), copies)]
            torch.set_rng_state(before)
            values = key[1].removesuffix("_out") not in UNDETERMINED
            comparison.compared[key] += 1
            if left[0] != right[0] or (left[0] == "error" and left != right):
                comparison.note(key, f"{left!r:.300} {right!r:.300}")
            elif left[0] == "result" and not same(left[1], right[1], values):
                comparison.note(key, f"{left!r:.300} {right!r:.300}")
            elif values and not same(copies[0][0], copies[1][0]):
                comparison.note(key, "changed arguments differ")
            elif len(left_warned) != len(right_warned) and left[0] == "result" and len(right_warned) > len(left_warned):
                comparison.note(key, f"warnings {left_warned} {right_warned}")
    finally:
        comparison.is_inside = False
    return stock(*args, **kwargs)


def wrapper(comparison, key, stock, generated):
    @functools.wraps(stock)
    def call(*args, **kwargs):
        if comparison.is_inside:
            return stock(*args, **kwargs)
        return both(comparison, key, stock, generated, args, kwargs)
    return call


class Overriding:
    """An argument that overrides functions: a call returns what it was called with."""

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return ("overridden", function, types, len(args), sorted(kwargs or {}))


def with_first_replaced(args, by):
    """The arguments with the first tensor replaced. None without a tensor."""
    for at, value in enumerate(args):
        if isinstance(value, torch.Tensor):
            return (*args[:at], by, *args[at + 1:])
    return None


def samples(op, limit):
    for dtype in (torch.float32, torch.int64, torch.complex64, torch.bool):
        if dtype not in op.dtypes and dtype is not torch.float32:
            continue
        found = 0
        try:
            for sample in op.sample_inputs("cpu", dtype if dtype in op.dtypes else next(iter(op.dtypes)),
                                           requires_grad=dtype is torch.float32 and op.supports_autograd):
                yield sample
                found += 1
                if found >= limit:
                    break
        except Exception:
            continue


def run(op, variant, comparison, limit):
    for sample in samples(op, limit):
        args = (sample.input, *sample.args)
        for kwargs in (sample.kwargs, dict(reversed(sample.kwargs.items()))):
            try:
                variant(*args, **kwargs)
            except Exception:
                pass
            if len(sample.kwargs) < 2:
                break
        for further in ({"out": torch.empty(0)}, {"no_such_argument": 1}):
            try:
                variant(*args, **sample.kwargs, **further)
            except Exception:
                pass
        try:
            variant(object(), *sample.args, **sample.kwargs)
        except Exception:
            pass


def overridden(comparison, key, stock, generated, sample):
    args = with_first_replaced((sample.input, *sample.args), Overriding())
    if args is None:
        return
    comparison.is_inside = True
    left, right = [outcome(function, args, sample.kwargs)[0] for function in (stock, generated)]
    comparison.is_inside = False
    comparison.compared[key] += 1
    if left[0] != right[0] or repr(left) != repr(right):
        comparison.note(key, f"__torch_function__ {left!r:.300} {right!r:.300}")


def patterns():
    """Arguments for functions without samples: many are wrong, and must be so in the same way."""
    a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    i = torch.tensor([1, 0])
    return [(), (a,), (a, a), (a, 1), (a, 0, 1), (a, a, a), (a, (0,)), (a, 2.0), ([a, a],), ([a, a], 1), ([a], [a]), ([a], [a], [a]),
            (a, i), (i,), (i, i), (i, 1), ((2, 2),), (3,), (a, a, 1), (a, 0, i), (a, 0, i, a), (a, "ij"), ("i->i", [i]), (a > 2,), (a > 2, a)]


def compare_others(comparison, pairs):
    """Compares functions without samples, each in a process of its own: wrong arguments may end it."""
    for key, pair in pairs.items():
        if key in comparison.compared or key[1].startswith("__") or key[1] in WRITTEN_BY_HAND | UNDETERMINED:
            continue
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(10)
            calls = Comparison()
            for args in patterns():
                try:
                    both(calls, key, *pair, args, {})
                except Exception:
                    pass
                os.write(write, b"different " + calls.different[key].encode() if key in calls.different else b".")
                if calls.different:
                    break
            os._exit(0)
        os.close(write)
        text = b""
        while chunk := os.read(read, 65536):
            text += chunk
        os.close(read)
        os.waitpid(child, 0)
        if text:
            comparison.compared[key] += len(text) if b"different" not in text else 1
        if b"different" in text:
            comparison.note(key, text[text.index(b"different"):].decode(errors="replace"))


def by_hand(bound):
    """Signatures that no sample has: old ones, factories, names of dimensions."""
    t = bound["torch"]
    a, b, m = torch.rand(3, 3), torch.rand(3, 3), torch.rand(2, 3, 3)
    vector = torch.rand(3)
    calls = [
        ("add", (a, 2, b), {}), ("sub", (a, 2, b), {}), ("addmm", (2, a, 3, b, b), {}), ("addmm", (2, a, b, b), {}),
        ("addmv", (2, vector, 3, a, vector), {}), ("addr", (2, a, 3, vector, vector), {}), ("addr", (2, a, vector, vector), {}),
        ("addcmul", (a, 2, b, b), {}), ("addcdiv", (a, 2, b, b), {}), ("addbmm", (2, a, 3, m, m), {}), ("baddbmm", (2, m, 3, m, m), {}),
        ("add", (a, 2, b), {"out": torch.empty(3, 3)}), ("addmm", (2, a, b, b), {"out": torch.empty(3, 3)}),
        ("max", (a, 1), {}), ("max", (a, 1), {"out": (torch.empty(3), torch.empty(3, dtype=torch.long))}),
        ("max", (a, 1), {"out": (torch.empty(3),)}), ("max", (a, 1), {"out": [torch.empty(3)] * 3}),
        ("max", (a,), {"dim": 0, "keepdim": True}), ("sum", (a.rename("x", "y"), "x"), {}), ("sum", (a, (0, 1)), {"dtype": torch.float64}),
        ("is_vulkan_available", (), {}), ("is_complex", (a,), {}), ("is_floating_point", (a,), {}), ("is_neg", (a,), {}),
        ("promote_types", (torch.int8, torch.float16), {}), ("result_type", (a, 1), {}), ("can_cast", (torch.int8, torch.bool), {}),
        ("scalar_tensor", (2,), {"dtype": torch.int8}), ("_foreach_add_", ([a, b], 1), {}), ("_foreach_zero_", ([a],), {}),
        ("fill_", (a, 1), {}), ("bernoulli", (torch.full((3,), 0.5),), {}), ("normal", (0.0, 1.0, (2, 2)), {}),
        ("normal", (torch.zeros(3), 1.0), {}), ("randperm", (5,), {}), ("randperm", (5,), {"dtype": torch.int32}),
        ("tril_indices", (3, 3), {}), ("triu_indices", (3, 3), {"dtype": torch.int32}),
    ]
    for name in ("zeros", "ones", "empty", "rand", "randn"):
        for kwargs in ({}, {"dtype": torch.float64}, {"requires_grad": True}, {"device": "cpu"}, {"device": "meta"},
                       {"out": torch.empty(2, 2)}, {"layout": torch.sparse_coo}, {"names": ("a", "b")}, {"pin_memory": False},
                       {"out": torch.empty(2, 2), "dtype": torch.float64}, {"dtype": torch.int64, "requires_grad": True},
                       {"out": torch.empty(2, 2), "requires_grad": True}, {"device": 17}, {"dtype": "float"}):
            calls.append((name, (2, 2), kwargs))
            calls.append((name, ((2, 2),), kwargs))
    for kwargs in ({}, {"dtype": torch.float64}, {"out": torch.empty(0)}, {"requires_grad": True}):
        calls += [("arange", (5,), kwargs), ("arange", (1, 5), kwargs), ("arange", (1, 5, 0.5), kwargs), ("linspace", (0, 1, 5), kwargs),
                  ("full", ((2, 2), 7), kwargs), ("eye", (3,), kwargs), ("eye", (3, 2), kwargs), ("hann_window", (4,), kwargs)]
    for name in ("zeros_like", "ones_like", "rand_like", "empty_like"):
        for kwargs in ({}, {"dtype": torch.float64}, {"requires_grad": True}, {"memory_format": torch.contiguous_format},
                       {"device": "meta"}, {"layout": torch.strided}):
            calls.append((name, (a,), kwargs))
    return [("torch", name, args, kwargs) for name, args, kwargs in calls if name in t] + [
        ("methods", name, args, kwargs) for name, args, kwargs in [
            ("new_zeros", (a, (2, 2)), {"requires_grad": True}), ("new_full", (a, (2,), 3), {"dtype": torch.int8}),
            ("new_ones", (a, 2, 2), {}), ("new_empty", (a, (2,)), {"device": "meta"}), ("add_", (a.clone(), 2, b), {}),
            ("addmm_", (a.clone(), 2, 3, b, b), {}), ("__and__", (a, object()), {}), ("__eq__", (a, object()), {}), ("t", (a,), {}),
            ("is_complex", (a,), {}), ("detach", (a,), {}), ("nonzero_static", (a,), {"size": 3}), ("view", (a, 9), {}),
            ("view", (a, torch.int32), {}), ("__iand__", (torch.tensor([1]), 1), {}), ("random_", (a.clone(), 1, 5), {}),
            ("q_scale", (torch.quantize_per_tensor(a, 0.1, 0, torch.qint8),), {}),
            ("qscheme", (torch.quantize_per_tensor(a, 0.1, 0, torch.qint8),), {}), ("get_device", (a,), {})] if name in bound["methods"]]


def summarise(comparison, pairs, bound, missing, phase):
    print(f"{phase}: generated {sum(map(len, bound.values()))}, loaded {len(pairs)}, missing {len(missing)}, "
          f"compared {len(comparison.compared)} ({sum(comparison.compared.values())} calls), different {len(comparison.different)}")
    for scope in SCOPES:
        of_scope = [key for key in pairs if key[0] == scope]
        print(f"  {scope}: {len(of_scope)} loaded, {sum(key in comparison.compared for key in of_scope)} compared")
    for key, text in list(comparison.different.items())[:40]:
        print(" ", ".".join(key), text)
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--limit", type=int, default=3, help="samples for each operator and type")
    parser.add_argument("--only")
    parser.add_argument("--samples-only", action="store_true")
    options = parser.parse_args()
    # Processes that are forked later must not wait for threads of this one.
    torch.set_num_threads(1)
    sys.path.insert(0, options.folder)
    # Names that the installed library hides fail only where they are called.
    sys.setdlopenflags(os.RTLD_LAZY)
    import generated_bindings

    loaded = generated_bindings.load()
    bound = {"torch": loaded["torch"], "methods": loaded["methods"]}
    for scope in ("nn", "fft", "linalg", "nested", "sparse", "special"):
        bound[scope] = vars(getattr(loaded["modules"], f"_{scope}"))

    comparison = Comparison()
    pairs, wrappers, missing = {}, {}, []
    for scope, stock_scope in SCOPES.items():
        for name in dir(stock_scope):
            stock = getattr(stock_scope, name)
            if type(stock).__name__ not in ("builtin_function_or_method", "method_descriptor"):
                continue
            generated = bound[scope].get(name)
            if generated is None:
                missing.append((scope, name))
                continue
            pairs[scope, name] = (stock, generated)
            wrappers[id(stock)] = wrapper(comparison, (scope, name), stock, generated)

    for scope, name, args, kwargs in by_hand(bound):
        try:
            both(comparison, (scope, name), *pairs[scope, name], args, kwargs)
        except Exception:
            pass

    by_id = {id(stock): key for key, (stock, _) in pairs.items()}
    for op in op_db:
        for variant in (op.op, op.method_variant, op.inplace_variant):
            key = by_id.get(id(variant)) or ("methods", getattr(variant, "__name__", ""))
            if variant is not None and key in pairs and not (options.only and op.name != options.only):
                for sample in samples(op, 1):
                    overridden(comparison, key, *pairs[key], sample)
                    break

    for (scope, name), (stock, _) in pairs.items():
        module = {"torch": torch, "methods": torch.Tensor}.get(scope, SCOPES[scope])
        if scope == "methods" and (name.startswith("__") or name in WRITTEN_BY_HAND):
            continue
        if getattr(module, name, None) is stock:
            setattr(module, name, wrappers[id(stock)])
    for op in op_db:
        if options.only and op.name != options.only:
            continue
        for variant in (op.op, op.method_variant, op.inplace_variant):
            if variant is None:
                continue
            replaced = wrappers.get(id(variant))
            if replaced is None and hasattr(variant, "__objclass__"):
                replaced = wrappers.get(id(getattr(torch._C.TensorBase, variant.__name__, None)))
            run(op, replaced or variant, comparison, options.limit)
    summarise(comparison, pairs, bound, missing, "with samples")
    if not options.samples_only:
        compare_others(comparison, pairs)
        summarise(comparison, pairs, bound, missing, "all")
    if missing:
        print("missing:", *(".".join(key) for key in missing[:40]))
    sys.stdout.flush()
    return 1 if comparison.different or not comparison.compared else 0


if __name__ == "__main__":
    sys.exit(main())
