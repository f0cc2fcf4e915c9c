import paddle
from paddle_utils import extend_creation, extend_operators, extend_reductions, extend_shapes, filled_tensor, linalg_solve, named_values, tensor_max, tensor_median, unfold_dimension


def mixed(x, mask):
    return x * mask + 1


def methods(x):
    values, indices = tensor_max(x, 1)
    return x.std(dim=1), values, tensor_median(x, dim=0).values, unfold_dimension(x, 1, 2, 1), x.new_tensor([1, 2])


def functions(x, y):
    return paddle.cat([x, y]), filled_tensor(size=(2,), fill_value=7), paddle.full(size=(2,), fill_value=1.5), paddle.add(x, 1), linalg_solve(x, y)


def names(x):
    return named_values('values indices', paddle.kthvalue(x=x, k=2, axis=0)).values, named_values('values indices', x.cummax(axis=1)), named_values('eigenvalues eigenvectors', paddle.linalg.eigh(x=x)).eigenvalues
