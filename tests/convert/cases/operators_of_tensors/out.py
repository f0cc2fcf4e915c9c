import paddle
from paddle_utils import extend_creation, extend_operators, extend_shapes, filled_tensor, linalg_solve, named_values, tensor_max, tensor_median, tensor_std, unfold_dimension, values_and_indices


def mixed(x, mask):
    return x * mask + 1


def methods(x):
    values, indices = tensor_max(x, 1)
    return tensor_std(x, dim=1), values, tensor_median(x, dim=0).values, unfold_dimension(x, 1, 2, 1), x.new_tensor([1, 2])


def functions(x, y):
    return paddle.cat([x, y]), filled_tensor(size=(2,), fill_value=7), paddle.full(size=(2,), fill_value=1.5), paddle.add(x, 1), linalg_solve(x, y)


def names(x):
    # !!!!!! torch.kthvalue: if several values are equal, the index can be that of another one
    # !!!!!! torch.linalg.eigh: the signs of eigenvectors are arbitrary, and can be others than in PyTorch
    return values_and_indices(paddle.kthvalue, input=x, k=2, axis=0).values, values_and_indices(paddle.cummax, x, axis=1), named_values('eigenvalues eigenvectors', paddle.linalg.eigh(x=x)).eigenvalues
