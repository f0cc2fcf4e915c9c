"""Functions that make tensors, some of random numbers after a seed."""
import paddle


def calls():
    yield "full", lambda: [paddle.full([2, 3], 7), paddle.ones([2], "int64"), paddle.zeros([2])]
    yield "full_like", lambda: paddle.full_like(tensor(2, 3), 1.5)
    yield "arange", lambda: [paddle.arange(0, 5, 2), paddle.linspace(0, 1, 5), paddle.logspace(0, 2, 3)]
    yield "eye", lambda: [paddle.eye(2, 3), paddle.diag(tensor(3)), paddle.tril(tensor(3, 3)), paddle.triu(tensor(3, 3))]
    yield "one_hot", lambda: paddle.nn.functional.one_hot(paddle.to_tensor([1, 0]), 3)
    yield "random", lambda: [paddle.rand([2, 3]), paddle.randn([2, 3]), paddle.randint(0, 9, [4]), paddle.randperm(5)]
    yield "bernoulli", lambda: [paddle.bernoulli(paddle.full([4], 0.5)), paddle.multinomial(paddle.full([4], 0.25), 2)]
    yield "dropout", lambda: differentiated(lambda x: paddle.nn.functional.dropout(x, 0.5), tensor(4, 4))
    yield "assign", lambda: differentiated(paddle.assign, tensor(2, 3))
    yield "tril_indices", lambda: [paddle.tril_indices(3, 3), paddle.triu_indices(3, 3)]
