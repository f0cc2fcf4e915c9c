"""Makes the calls of program.cc with the stock framework: reference.py RESULTS."""
import re
import sys

import numpy as np
import paddle
from paddle import _C_ops as ops

results = open(sys.argv[1], "w")
FORMATS = {"float32": "%.9g", "float64": "%.17g", "int32": "%d", "int64": "%d", "bool": "%d"}


def show(name, value):
    if isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            show(f"{name}.{i}", item)
        return
    values = value.numpy()
    words = [name, "["] + [str(n) for n in values.shape] + ["]"]
    words += [FORMATS[values.dtype.name] % v for v in values.reshape(-1).tolist()]
    results.write(" ".join(words) + "\n")


def ramp(shape, shift=0.0):
    count = int(np.prod(shape))
    values = (np.arange(count) * 7 % 11 - 5).astype("float32") / np.float32(4) + np.float32(shift)
    return paddle.to_tensor(values.reshape(shape))


def full(shape, value, dtype="float32"):
    return paddle.full(shape, value, dtype)


def indices(values):
    return paddle.to_tensor(values, dtype="int64")


def arithmetic():
    show("add", ops.add(ramp([2, 3]), ramp([3], 1)))
    show("add.mixed", ops.add(ramp([2, 3]), ramp([2, 3], 1)))
    show("matmul", ops.matmul(ramp([2, 3]), ramp([3, 4]), False, False))
    show("sum", ops.sum(ramp([2, 3, 4]), [1], None, True))
    show("clip", ops.clip(ramp([2, 3]), -0.5, 0.75))
    show("scale", ops.scale(ramp([2, 3]), 3.0, 0.5, True))
    show("add_n", ops.add_n([ramp([2, 2]), ramp([2, 2], 1)]))
    show("where", ops.where(ops.greater_than(ramp([2, 3]), ramp([2, 3])), ramp([2, 3]), ramp([2, 3], 2)))
    values, places = ops.topk(ramp([2, 5]), 3, -1, True, True)
    show("topk.values", values)
    show("topk.indices", places)


def creation():
    show("full", full([2, 2], 1.5, "float64"))
    show("ones", paddle.ones([3], "int32"))
    show("full_like", paddle.full_like(ramp([2, 2]), 7))
    show("eye", paddle.eye(2, 3))


def lists():
    show("concat", ops.concat([ramp([2, 2]), ramp([3, 2], 1)], 0))
    show("split", ops.split(ramp([6, 2]), [1, 2, 3], 0))
    show("split_with_num", ops.split_with_num(ramp([4, 4]), 2, 1))
    show("unbind", ops.unbind(ramp([3, 2]), 0))
    show("meshgrid", ops.meshgrid([ramp([2]), ramp([3])]))
    show("stack", ops.stack([ramp([2]), ramp([2], 1)], 1))
    show("gather", ops.gather(ramp([4, 2]), indices([3, 1]), 0))


def views():
    show("reshape", ops.reshape(ramp([2, 6]), [3, 4]))
    show("reshape.shares", paddle.to_tensor([1], dtype="int32"))
    show("transpose", ops.transpose(ramp([2, 3]), [1, 0]))
    show("squeeze", ops.squeeze(ramp([2, 1, 3]), [1]))
    show("sum.strided", ops.sum(ops.transpose(ramp([2, 3]), [1, 0]), [0], None, False))


def inplace():
    show("relu_", ops.relu_(ramp([2, 3])))
    # The effect of an inplace change on a view, computed without a view.
    show("relu_.strided", ops.relu(ramp([2, 3])))
    scaled = [ramp([2]), ramp([3], 1)]
    _, found = ops.check_finite_and_unscale_(scaled, full([1], 4.0))
    show("check_finite_and_unscale_", scaled)
    show("check_finite_and_unscale_.found", found)


def optimizers():
    rate = full([1], 0.1)
    param = ramp([2, 2])
    ops.sgd_(param, rate, ramp([2, 2], 1), None, False)
    show("sgd_", param)
    state = [ramp([2, 2]), ramp([2, 2], 2), ramp([2, 2], 3), full([1], 0.9), full([1], 0.99)]
    param, moment1, moment2, beta1_pow, beta2_pow = state
    ops.adam_(param, ramp([2, 2], 1), rate, moment1, moment2, beta1_pow, beta2_pow, None, None,
              0.9, 0.99, 1e-8, False, 1000, False, False)
    show("adam_", state)


def normalisation():
    out = ops.batch_norm(ramp([2, 3, 2, 2]), ramp([3]), ramp([3], 2), ramp([3], 1), ramp([3]), False, 0.9, 1e-5, "NCHW",
                         False, False)
    for name, value in zip(("out", "mean", "variance"), out):
        show(f"batch_norm.{name}", value)
    show("layer_norm", ops.layer_norm(ramp([2, 3]), ramp([3], 1), None, 1e-5, 1))


def gradients():
    def grads(function, inputs, out_grad):
        for tensor in inputs:
            tensor.stop_gradient = False
        return paddle.grad([function(*inputs)], inputs, [out_grad])

    show("matmul_grad.x", grads(paddle.matmul, [ramp([2, 3]), ramp([3, 4])], ramp([2, 4], 1))[0])
    show("matmul_grad.y", grads(paddle.matmul, [ramp([2, 3]), ramp([3, 4])], ramp([2, 4], 1))[1])
    y = ramp([2, 3], 1)
    show("multiply_grad.x", grads(lambda x: x * y, [ramp([2, 3])], ramp([2, 3], 2))[0])
    show("concat_grad", grads(lambda a, b: paddle.concat([a, b]), [ramp([2, 2]), ramp([3, 2])], ramp([5, 2])))
    ids = indices([2, 0, 2])
    show("embedding_grad", grads(lambda w: ops.embedding(ids, w, -1, False), [ramp([4, 2])], ramp([3, 2]))[0])


def sparse():
    def given(shift=0.0):
        tensor = ramp([3, 4], shift)
        tensor.stop_gradient = False
        coo = tensor.to_sparse_coo(2)
        coo.retain_grads()
        return tensor, coo

    x, y = given()[1], given(1)[1]
    show("sparse.values", x.values())
    show("sparse.add", ops.sparse_add(x, y).to_dense())
    show("sparse.relu", ops.sparse_relu(x).to_dense())
    show("sparse.relu.csr", ops.sparse_relu(ramp([3, 4]).to_sparse_csr()).to_dense())
    places = indices([0, 1, 2, 0]).reshape([2, 2])
    show("sparse.coo_tensor", ops.sparse_sparse_coo_tensor(ramp([2], 2), places, [2, 3]).to_dense())
    ops.sparse_add(x, y).backward(ops.sparse_add(x, y).detach())
    show("sparse.add_grad.x", x.grad.to_dense())
    show("sparse.add_grad.y", y.grad.to_dense())
    dense, coo = given()
    coo.backward(given(1)[1].detach())
    show("sparse.to_sparse_coo_grad", dense.grad)
    x = given()[1]
    ops.sparse_relu(x).backward(given(1)[1].detach())
    show("sparse.relu_grad", x.grad.to_dense())
    csr = ramp([3, 4]).to_sparse_csr()
    csr.stop_gradient = False
    out = ops.sparse_softmax(csr, -1)
    show("sparse.softmax", out.to_dense())
    out.backward(csr.detach())
    show("sparse.softmax_grad", csr.grad.to_dense())
    grid, kernel = ramp([1, 2, 3, 3, 2]).to_sparse_coo(4), ramp([1, 2, 2, 2, 3], 1)
    grid.stop_gradient = kernel.stop_gradient = False
    out = ops.sparse_conv3d(grid, kernel, [0, 0, 0], [1, 1, 1], [1, 1, 1], 1, False, "")
    show("sparse.conv3d", out.to_dense())
    out.backward(out.detach())
    show("sparse.conv3d_grad.x", grid.grad.to_dense())
    show("sparse.conv3d_grad.kernel", kernel.grad)
    try:
        ops.sparse_matmul(csr.detach(), ramp([4, 2]))
    except NotImplementedError as error:
        results.write(f"sparse.matmul {re.search('Not support.*(?= now)', str(error)).group()}\n")
    # Python cannot get the gradient of a function without a result.
    results.write("sparse.matmul_grad Not support CPU backward kernel of 'sparse.matmul'\n")
    show("sparse.refused", indices([1]))


def strings():
    words = ["Sparse", "MATMUL"]
    for result in ([word.lower() for word in words], [word.upper() for word in words]):
        results.write(f"strings {' '.join(result)}\n")


def intermediate():
    show("layer_norm_intermediate.out", ops.layer_norm(ramp([2, 3]), ramp([3], 1), None, 1e-5, 1))
    show("layer_norm_intermediate.mean", ramp([2, 3]).mean(axis=1))
    show("reshape_intermediate_", ramp([2, 3]).reshape([3, 2]))


def operants():
    x, y = ramp([2, 3]), ramp([2, 3], 2)
    show("operants.arithmetic", (x + y) * x - y / 2.0)
    show("operants.scalar_left", 1.0 - 2.0 * y / (x + 8.0))
    show("operants.compared", (x < y) & (x != y) | ~(x >= y))
    show("operants.negated", -paddle.pow(paddle.abs(x), y))
    show("operants.sum", x.sum(axis=0, keepdim=True))


for part in (arithmetic, creation, lists, views, inplace, optimizers, normalisation, gradients, sparse, strings,
             intermediate, operants):
    part()
results.close()
