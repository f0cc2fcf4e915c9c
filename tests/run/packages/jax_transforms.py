"""How JAX transforms the operators: jax_transforms.py PACKAGE"""

import importlib
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jax.test_util import check_grads

jax.config.update("jax_enable_x64", True)
package = importlib.import_module(sys.argv[1])
support = importlib.import_module(f"{sys.argv[1]}.generated._jax_support")
numbers = np.random.RandomState(0)


def refuses(function, *reasons):
    try:
        jax.block_until_ready(function())
    except Exception as error:
        assert all(reason in str(error) for reason in reasons), error
    else:
        sys.exit(f"the call was not refused: {reasons}")


def full(name):
    return f"{sys.argv[1]}.{name}: "


def close(found, expected, **options):
    jax.tree.map(lambda one, other: np.testing.assert_allclose(one, other, **{"rtol": 1e-9, "atol": 1e-12, **options}), found, expected)


x, y = numbers.rand(4, 3), numbers.rand(3)

# Gradients, also of complex numbers, in reverse mode only.
close(package.product_of(x, y), x * y)
check_grads(package.product_of, (x, y), 1, modes=["rev"])
z, w = x + 1j * x[::-1], y + 2j
for mine, theirs in zip(jax.vjp(package.product_of, z, w)[1](z * 1j), jax.vjp(lambda a, b: a * b, jnp.asarray(z), jnp.asarray(w))[1](z * 1j)):
    close(mine, theirs)
check_grads(package.scaled_tanh, (x,), 2, modes=["rev"])
refuses(lambda: jax.jvp(package.product_of, (x, y), (x, y)), "forward-mode")
refuses(lambda: jax.grad(lambda a: package.summed_up(a).sum())(x), full("summed_up"), "the derivative is not implemented")
twice = jax.grad(lambda a: jax.grad(lambda b: package.product_of(b, y).sum() ** 2)(a).sum())
refuses(lambda: twice(x), full("product_of_grad"), "the derivative is not implemented")
# No derivative is needed where nothing depends on the result.
close(jax.grad(lambda a: (package.place_of_greatest(a, a > 0)[0] * a[:, 0]).sum())(x)[:, 1:], np.zeros((4, 2)))
grad = jax.grad(lambda a, i: package.chosen_of(i, a).sum(), argnums=1, allow_int=True)
assert grad(y, np.array([0])).dtype == jax.dtypes.float0

# What a gradient keeps: its inputs and outputs, not others.
kept = jax.vjp(package.weighted_softmax, x, y)[1]
assert not any(np.shape(leaf) == x.shape and np.array_equal(leaf, x) for leaf in jax.tree.leaves(kept)), kept

# Empty results: a gradient that sums is 0.
for weight in jax.grad(lambda w: package.total_of(np.zeros((0, 3)), w))(y), jax.grad(lambda w: package.weighted_softmax(np.zeros((0, 3)), w).sum())(y):
    close(weight, np.zeros(3))
assert package.product_of(np.zeros((0, 3)), y).shape == (0, 3) and package.total_of(np.zeros((0, 3)), y) == 0

# Attributes of every type.
expected = [1, -1, 2, 0.5, 0.25, 4, 1, 0, 2, 2, 1, 1.5, 2.5, 1, 3, 0, 0, 0, 0, 0]
close(package.described(x, ["a", "bcd"]), expected)
assert package.described(x, flag=False, ints=[], longs=[2**40], floats=(), texts=["ä:\0"])[:13].tolist() == [0, -1, 2, 0.5, 0.25, 4, 0, 1, 0, 1, 2**40, 4, 0]
assert jnp.isnan(package.described(x, [], c=float("nan"))[3]) and np.signbit(package.described(x, [], c=-0.0)[3]) and not np.signbit(package.described(x, [], c=0.0)[3])
refuses(lambda: package.described(x, [], a=2**31), full("described"), "`a` cannot be 2147483648")
refuses(lambda: package.described(x, [], b=1.5), full("described"), "`b` must be an int of 64 bits, not 1.5")
refuses(lambda: package.described(x, texts="ab"), full("described"), "`texts` must be a list of texts")
refuses(lambda: jax.jit(lambda c: package.described(x, [], c=c))(1.0), full("described"), "`c` must be a number", "static")
# Attributes that may be absent, also under `jit`, and conditions on them.
absent = {name: None for name in ("flag", "c", "d", "text", "ints", "more")}
nothing = [-1, -1, 7, -1, -1, -1, -1, 1, 0.1, -1, -1]
everything = {"flag": False, "a": 3, "b": None, "c": 0.5, "d": 0.1, "text": "", "ints": (1,), "longs": [], "doubles": [2.0, -1e300], "more": [0.3]}
given = [0, 3, -1, 0.5, 0.1, 0, 1, 0, -1e300, 1, 0.3]
for named, values in [(absent, nothing), (everything, given), ({**absent, "longs": None, "doubles": ()}, [*nothing[:7], -1, -1, -1, -1])]:
    for function in [lambda x: package.maybe(x, **named), jax.jit(lambda x: package.maybe(x, **named))]:
        assert function(x)[:11].tolist() == values, (function(x), values)
refuses(lambda: package.maybe(x, **{**absent, "a": 0}), full("maybe"), "`a > 0`")
refuses(lambda: package.maybe(x, **{**absent, "ints": [4]}), full("maybe"), "for each n in ints")
refuses(lambda: package.maybe(x, **{**absent, "text": 1}), full("maybe"), "`text` must be a text, not 1")

# Arguments that are refused.
refuses(lambda: package.product_of([1.0], y), full("product_of"), "`x` must be an array, not list")
refuses(lambda: package.product_of(x, None), full("product_of"), "`y` must be an array, not NoneType")
refuses(lambda: package.product_of(x.astype(np.float32), y), full("product_of"), "`y` has the type float64, but must have the type float32")
refuses(lambda: package.product_of(x.astype(np.int8), y), full("product_of"), "`x` has the type int8, but the kernel is for float32, float64")
refuses(lambda: package.product_of(x, np.zeros(2)), full("product_of"), "shapes cannot be broadcast")
refuses(lambda: package.place_of_greatest(x, x), full("place_of_greatest"), "`mask` has the type float64, but must have the type bool")
refuses(lambda: package.joined([]), full("joined"), "`xs` has no arrays")
refuses(lambda: package.joined(x), full("joined"), "`xs` must be a list of arrays")
refuses(lambda: package.stacked(x, x.T), full("stacked"), "matrices of the same shape; `x` has the shape [4, 3]; `y` has the shape [3, 4]")
refuses(lambda: package.without_axis(x, 7), full("without_axis"), "dimension 7 of `x`")
refuses(lambda: package.repeated(x, times=0), full("repeated"), "`times` must be positive")
refuses(lambda: jax.jit(lambda a: package.repeated(a, times=10))(x), full("repeated"), "without a message")
refuses(lambda: package.chosen_of(np.array([0])), full("chosen_of"), "the data type is unknown")
refuses(lambda: package.chosen_rows(x, y), full("chosen_rows"), "index must be int32 or int64")
refuses(lambda: package.scaled_tanh(np.zeros([1] * 10)), full("scaled_tanh"), "10 dimensions")

# Optional inputs, with gradients only for those that are there.
out, back = jax.vjp(package.plus, x, [x, 2 * x])
close(out, 4 * x)
close(back(out), (4 * x, [4 * x] * 2))
close(jax.grad(lambda a: package.plus(a).sum())(x), np.ones_like(x))
close(jax.vjp(lambda a, b: package.affine(a, bias=b), x, x)[1](2 * x), (2 * x, 2 * x))

# In place: the result is returned, and a donated argument is used again.
whole = jnp.asarray(x)
close(package.add_to_(whole, x), 2 * x)
close(whole, x)
changed = jax.jit(package.add_to_, donate_argnums=0)
text = changed.lower(whole, x).compile().as_text()
assert "output_to_operand_aliasing" in text and "input_output_alias" in text, text
close(changed(whole, x), 2 * x)
assert whole.is_deleted()
close(package.scaled_all_([x, y], np.array([2.0]))[0], [2 * x, 2 * y])
close(package.raise_(x), None)

# A handler that is written by hand.
out, count = package.own_handler(x.astype(np.float32), 2.0, [1, 2, 3])
close(out, 2 * x.astype(np.float32))
assert count == 3


# Batches: over any dimension, of some arguments, and of batches.
def batches(function, *arrays, axes=None, rtol=1e-12):
    for axes in [(axis,) * len(arrays) for axis in (0, 1, -1)] if axes is None else [axes]:
        size = next(a.shape[axis] for a, axis in zip(arrays, axes) if axis is not None)
        found = jax.vmap(function, axes)(*arrays)
        for at in range(size):
            one = function(*(a if axis is None else np.take(a, at, axis) for a, axis in zip(arrays, axes)))
            close(jax.tree.map(lambda all: all[at], found), one, rtol=rtol)


many = numbers.rand(3, 3, 3, 3)
batches(package.product_of, many, many)
batches(package.product_of, many, y, axes=(1, None))
batches(package.product_of, y, many, axes=(0, None))
batches(package.summed_up, many)
batches(package.weighted_softmax, many, y, axes=(2, None))
batches(package.weighted_softmax, many, np.stack([y, y, y]), axes=(0, 0))
batches(package.batch_product, many, many)
batches(lambda a, b: jax.vmap(package.batch_product, (1, 0))(a, b), many, many, axes=(2, 0))
batches(lambda a, b: package.batch_product(a, b), many, many[0], axes=(0, None))
batches(lambda a, b: package.joined([a, b])[:, :1], many[0], many[0])
batches(jax.grad(lambda a, b: (package.product_of(a, b) ** 2).sum(), (0, 1)), many, y, axes=(0, None))
batches(jax.grad(lambda a, b: (package.weighted_softmax(a, b) ** 2).sum(), (0, 1)), many, y, axes=(1, None))
batches(jax.grad(lambda a, b: (package.batch_product(a, b) ** 2).sum(), (0, 1)), many, many)
batches(jax.grad(lambda a: (package.scaled_tanh(a) ** 2).sum()), many)
batches(package.add_to_, many, many)
batches(package.add_to_, many, many[0], axes=(0, None))
batches(package.add_to_, many[0], many, axes=(None, 0))
close(jax.jacrev(package.scaled_tanh)(y), np.diag(1 - np.tanh(y) ** 2))
loops = lambda f, *a: str(jax.make_jaxpr(jax.vmap(f))(*a)).count("scan[")  # noqa: E731
assert loops(package.product_of, many, many) == loops(package.batch_product, many, many) == 0 < loops(package.summed_up, many)

# Programs.
close(jax.jit(jax.grad(jax.checkpoint(lambda a: package.product_of(jnp.sin(package.product_of(a, y)), y).sum())))(x), y**2 * np.cos(x * y))
close(jax.lax.scan(lambda a, _: (package.product_of(a, y), a.sum()), jnp.asarray(x), None, length=5)[0], x * y**5)
grown = jax.grad(lambda a: jax.lax.scan(lambda b, _: (package.product_of(b, y), None), a, None, length=5)[0].sum())
close(grown(x), np.broadcast_to(y**5, x.shape))
close(jax.lax.cond(True, lambda: package.product_of(x, y), lambda: jnp.asarray(x)), x * y)

# Several devices.
mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("a", "b"))
large, other = numbers.rand(8, 6), numbers.rand(8, 6)


def on(array, *spec):
    return jax.device_put(array, NamedSharding(mesh, PartitionSpec(*spec)))


def parts(function, *arrays):
    """The result on several devices, whether arrays were gathered, and the sharding."""
    compiled = jax.jit(function).lower(*arrays).compile()
    result = compiled(*arrays)
    close(result, function(*map(np.asarray, arrays)))
    return "all-gather" in compiled.as_text(), result


for spec in [("a", "b"), ("b", None), (("a", "b"),), (None, "a")]:
    gathers, result = parts(package.product_of, on(large, *spec), on(other, *spec))
    assert not gathers and result.sharding.is_equivalent_to(NamedSharding(mesh, PartitionSpec(*spec)), 2), (spec, result.sharding)
gathers, result = parts(package.product_of, on(large, "a", "b"), on(y.repeat(2), "b"))
assert not gathers, result.sharding
gathers, result = parts(package.weighted_softmax, on(large[:, :3], ("a", "b")), y)
assert not gathers and len(result.sharding.device_set) == 4
parts(package.weighted_softmax, on(large, "a", "b"), on(large[0], "b"))
parts(package.summed_up, on(large, "a", "b"))
parts(package.product_of, on(large, "a", "b"), on(other[:1], None, "b"))
parts(jax.grad(lambda a, b: (package.product_of(a, b) ** 2).sum(), (0, 1)), on(large, "a", "b"), on(other[:1], None, "b"))
parts(jax.grad(lambda a, b: (package.weighted_softmax(a, b) ** 2).sum(), (0, 1)), on(large[:, :3], "a"), y)
parts(lambda a, b: package.batch_product(a.reshape(4, 2, 6), b.reshape(4, 6, 2)), on(large, "a"), on(other, "a"))
parts(jax.vmap(package.product_of), on(large, "a"), on(other, "a"))
parts(lambda a: package.add_to_(a, a), on(large, "a"))
try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map
spec = PartitionSpec("a", "b")
mapped = shard_map(package.product_of, mesh=mesh, in_specs=(spec, spec), out_specs=spec)
close(jax.jit(mapped)(large, other), large * other)
close(jax.jit(jax.grad(lambda a, b: mapped(a, b).sum()))(large, other), other)
if hasattr(jax, "pmap"):
    close(jax.pmap(package.product_of)(large.reshape(4, 2, 6), other.reshape(4, 2, 6)), (large * other).reshape(4, 2, 6))
    close(jax.pmap(package.summed_up)(large.reshape(4, 2, 6)), np.cumsum(large.reshape(4, 12), 1).reshape(4, 2, 6))

# Exported functions take arrays of all sizes.
from jax import export  # noqa: E402

n, m = export.symbolic_shape("n, m")
unchecked = [export.DisabledSafetyCheck.custom_call(f"{sys.argv[1]}.{name}") for name in ("product_of", "product_of_grad", "joined", "stacked", "repeated", "maybe")]


def exported(function, *shapes):
    return export.export(jax.jit(function), disabled_checks=unchecked)(*(jax.ShapeDtypeStruct(shape, np.float64) for shape in shapes))


product = exported(package.product_of, (n, m), (m,))
assert str(product.out_avals[0].shape) == "(n, m)", product.out_avals
close(product.call(large, other[0]), large * other[0])
close(exported(lambda a, b: package.joined([a, b]), (n, m), (2, m)).call(x, x[:2]), np.concatenate([x, x[:2]]))
close(exported(jax.grad(lambda a, b: package.product_of(a, b).sum(), 1), (n, m), (m,)).call(large, other[0]), large.sum(0))
close(exported(package.stacked, (n, m), (n, m)).call(x, x), np.stack([x, x]).reshape(2, 4, 3))
stacked = exported(package.stacked, (n, m), (m, n))
refuses(lambda: stacked.call(x, x.T), full("stacked"), "matrices of the same shape")
close(exported(lambda a: package.maybe(a, **everything), (n, m)).call(x)[:11], given)
refuses(lambda: exported(lambda a: package.repeated(a, times=a.shape[0]), (n,)), full("repeated"), "`times` cannot be n: a symbol of `jax.export`")
close(exported(jax.vmap(package.product_of), (n, m, 2), (n, 2)).call(np.ones((3, 4, 2)), np.ones((3, 2))), np.ones((3, 4, 2)))

# Without 64 bits, JAX has none: arguments are converted for the kernel, and results from it.
jax.config.update("jax_enable_x64", False)
# JAX may know the earlier ones with 64 bits.
x, y = x.copy(), y.copy()
index = package.place_of_greatest(x, x > 0)[0]
assert index.dtype == jnp.int32 and (index == x.argmax(1)).all()
close(package.chosen_of(np.array([2, 0]), y), y[[2, 0]].astype(np.float32))
assert package.precise(x, y).dtype == jnp.float32
close(package.precise(x, y), x * y, rtol=1e-6)
refuses(lambda: package.described(x, []), full("described"), "`jax_enable_x64` is off")
refuses(lambda: support.check_version((9, 9)), "XLA's interface")
print("fine")
