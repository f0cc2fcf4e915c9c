import paddle
from paddle_utils import added_batch_product, added_matrix_product, added_product, added_quotient, added_sum_of_products, apply_in_place, extend_in_place_values, extend_reductions, extend_values, in_place_methods, tensor_max

x.mul_(0.9).add_(0.1, g)
x.addcmul_(0.1, g, g)
x.addcdiv_(a, b, value=-0.1)
y = added_product(x, 0.1, a, b), x.addcmul(a, b, value=2), added_quotient(x, 0.1, a, b)
y = paddle.addmm(input=x, x=a, y=b), added_matrix_product(0.5, x, 2, a, b), added_matrix_product(0.5, x, a, b), added_matrix_product(x, 0.5, a, b), x.addmm(x=a, y=b)
y = added_quotient(x, 0.1, a, b), added_quotient(x, a, b, value=1, out=y), added_batch_product(2, x, a, b), added_sum_of_products(x, 2, 3, a, b)
apply_in_place(added_matrix_product, x, 0.5, 3, a, b)
x.clamp_min_(0.).sign_()
y = paddle.mean(x, dim=0, keepdims=True), x.sum(0, keepdims=True), tensor_max(x, 1, keepdims=True)
