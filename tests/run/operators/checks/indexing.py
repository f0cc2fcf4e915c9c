"""Reading and writing parts of tensors."""
import paddle


def calls():
    index = paddle.to_tensor([2, 0])
    yield "gather", lambda: differentiated(lambda x: paddle.gather(x, index), tensor(3, 4))
    yield "gather_nd", lambda: differentiated(lambda x: paddle.gather_nd(x, paddle.to_tensor([[0, 1], [2, 3]])), tensor(3, 4))
    yield "index_select", lambda: differentiated(lambda x: paddle.index_select(x, index, 1), tensor(3, 4))
    yield "index_sample", lambda: differentiated(lambda x: paddle.index_sample(x, paddle.to_tensor([[0, 1], [2, 3]])), tensor(2, 4))
    yield "take_along_axis", lambda: differentiated(lambda x: paddle.take_along_axis(x, paddle.to_tensor([[0], [1]]), 1), tensor(2, 4))
    yield "scatter", lambda: differentiated(lambda x, y: paddle.scatter(x, index, y), tensor(3, 2), tensor(2, 2))
    yield "put_along_axis", lambda: differentiated(lambda x: paddle.put_along_axis(x, paddle.to_tensor([[0], [1]]), 9.0, 1), tensor(2, 4))
    yield "slice", lambda: differentiated(lambda x: x[1:, ::2], tensor(3, 4))
    yield "masked_select", lambda: differentiated(lambda x: paddle.masked_select(x, x > 0), tensor(3, 4))
    yield "where", lambda: differentiated(lambda x, y: paddle.where(x > y, x, y), tensor(2, 3), tensor(2, 3) * 0.5)
    yield "index_put", lambda: differentiated(lambda x, y: paddle.index_put(x, (index,), y), tensor(3), tensor(2))
    yield "index_add", lambda: differentiated(lambda x, y: paddle.index_add(x, index, 0, y), tensor(3, 2), tensor(2, 2))
