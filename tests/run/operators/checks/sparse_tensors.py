"""Sparse tensors in both formats."""
import paddle
import paddle.sparse as sparse


def coo(*shape):
    return tensor(*shape).detach().to_sparse_coo(len(shape))


def calls():
    for name in ["abs", "sin", "tanh", "square", "neg", "expm1"]:
        yield name, lambda name=name: getattr(sparse, name)(coo(3, 4))
    yield "relu", lambda: sparse.nn.functional.relu(coo(3, 4))
    yield "softmax", lambda: sparse.nn.functional.softmax(coo(3, 4).to_sparse_csr())
    yield "add", lambda: sparse.add(coo(3, 4), coo(3, 4))
    yield "multiply", lambda: sparse.multiply(coo(3, 4), coo(3, 4))
    yield "matmul", lambda: sparse.matmul(coo(3, 4).to_sparse_csr(), tensor(4, 2).detach())
    yield "csr", lambda: [coo(3, 4).to_sparse_csr().crows(), coo(3, 4).to_sparse_csr().cols()]
    yield "cast", lambda: sparse.cast(coo(3, 4), value_dtype="float64")
    yield "transpose", lambda: sparse.transpose(coo(3, 4), [1, 0])
