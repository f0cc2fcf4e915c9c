"""Compares two recordings of `record.py`, and prints where they differ first.

    compare.py ORIGINAL CONVERTED TOLERANCE

Exit code 1 if they differ.
"""

import collections
import json
import sys

import numpy

Event = collections.namedtuple("Event", "at kind name takes_gradient caller")


def load(path):
    """The events, each with the layer around it that is being called, and the arrays."""
    arrays = dict(numpy.load(path))
    events, open_calls = [], []
    for at, (kind, name, takes_gradient) in enumerate(json.loads(str(arrays.pop("events")))):
        if kind == "leave":
            open_calls.pop()
        events.append(Event(at, kind, name, takes_gradient, open_calls[-1] if open_calls else None))
        if kind == "enter":
            open_calls.append(name)
    return events, arrays


def common(events, others):
    """The events of layers that both call as often: a helper may lack a layer inside."""
    counts = [collections.Counter((event.kind, event.name) for event in some) for some in (events, others)]
    return [event for event in events if len({count[event.kind, event.name] for count in counts}) == 1]


def difference(one, other, tolerance, scale=1e-3):
    """What differs between two arrays; an empty text if they are alike. Values far below `scale` are rounding."""
    if one is None or other is None:
        present = other if one is None else one
        if present is None or not present.size or float(numpy.abs(present).max()) <= tolerance * scale:
            return ""
        return f"only {'the conversion' if one is None else 'PyTorch'} has one"
    if one.shape != other.shape:
        return f"the shape is {list(other.shape)} instead of {list(one.shape)}"
    if one.dtype.kind != other.dtype.kind:
        return f"the type is {other.dtype} instead of {one.dtype}"
    if not one.size:
        return ""
    wide = "complex128" if one.dtype.kind == "c" else "float64"
    one, other = one.astype(wide), other.astype(wide)
    if not numpy.array_equal(numpy.isnan(one), numpy.isnan(other)):
        return "other elements are NaN"
    one, other = numpy.nan_to_num(one), numpy.nan_to_num(other)
    largest = float(numpy.abs(one).max())
    off = float(numpy.abs(one - other).max())
    return f"by up to {off:.3g}, where the largest value is {largest:.3g}" if off > tolerance * max(largest, scale) else ""


def shown(name):
    return f"`{name}`" if name else "the model"


def tensors(event, other, arrays, other_arrays, kind):
    """The arrays of an event on both sides."""
    for index in range(len(event.takes_gradient)):
        yield arrays.get(f"{kind} {event.at} {index}"), other_arrays.get(f"{kind} {other.at} {index}")


def first_value(events, others, arrays, other_arrays, tolerance):
    """The first output that differs although everything before it is the same."""
    after = ""
    for event, other in zip(events, others):
        name, caller = shown(event.name), shown(event.caller)
        if (other.kind, other.name) != (event.kind, event.name):
            return f"{caller} differs: it calls {shown(other.name)}, where PyTorch calls {name}"
        if len(other.takes_gradient) != len(event.takes_gradient):
            counts = f"{len(other.takes_gradient)} tensors instead of {len(event.takes_gradient)}"
            return f"{name} differs: it {'takes' if event.kind == 'enter' else 'returns'} {counts}"
        for pair in tensors(event, other, arrays, other_arrays, "value"):
            found = difference(*pair, tolerance)
            if found and event.kind == "leave":
                return f"{name} differs: its inputs are the same, and its output is not: {found}"
            if found and event.caller is None:
                return f"the inputs of the model differ: {found}"
            if found:
                return f"{caller} differs: its code{after} passes another input to {name}: {found}"
        after = f" after {name}"
    return ""


def first_gradient(events, others, arrays, other_arrays, tolerance):
    """Backwards: the gradients of what leaves a layer come before those of what enters it."""
    gradients = [numpy.abs(array).max() for key, array in arrays.items() if key[0] in "gp" and array.size]
    scale = 0.05 * float(max(gradients, default=0))
    for event, other in zip(reversed(events), reversed(others)):
        name, caller = shown(event.name), shown(event.caller)
        if event.takes_gradient != other.takes_gradient:
            culprit, subject = (name, "its output") if event.kind == "leave" else (caller, f"the input of {name}")
            only = "PyTorch" if any(event.takes_gradient) else "the conversion"
            return f"the gradient of {culprit} differs: only in {only}, {subject} takes one"
        for pair in tensors(event, other, arrays, other_arrays, "gradient"):
            found = difference(*pair, tolerance, scale)
            if found and event.kind == "enter":
                return f"the gradient of {name} differs: that of its output is the same, and that of its input is not: {found}"
            if found:
                return f"the gradient of {caller} differs: its code after {name} passes back another one: {found}"
        found = parameter_gradient(event.name, arrays, other_arrays, tolerance, scale) if event.kind == "enter" else ""
        if found:
            return f"the gradient of {name} differs: {found}"
    return ""


def parameter_gradient(name, arrays, other_arrays, tolerance, scale):
    prefix = f"parameter {name}." if name else "parameter "
    keys = {key for key in [*arrays, *other_arrays] if key.startswith(prefix) and "." not in key[len(prefix) :]}
    for key in sorted(keys):
        found = difference(arrays.get(key), other_arrays.get(key), tolerance, scale)
        if found:
            return f"that of its parameter `{key[len(prefix) :]}` is not the same: {found}"
    return ""


def main():
    (events, arrays), (others, other_arrays), tolerance = load(sys.argv[1]), load(sys.argv[2]), float(sys.argv[3])
    both, other_both = common(events, others), common(others, events)
    ignored = sorted({event.name for event in events + others} - {event.name for event in both})
    if ignored:
        print(f"not compared, because one side calls them less often: {', '.join(map(shown, ignored[:10]))}")
    found = first_value(both, other_both, arrays, other_arrays, tolerance)
    # Gradients add up more rounding.
    found = found or first_gradient(both, other_both, arrays, other_arrays, 10 * tolerance)
    layers = len({event.name for event in both})
    print(found or f"the same: the outputs and the gradients of {layers} layers")
    sys.exit(1 if found else 0)


main()
