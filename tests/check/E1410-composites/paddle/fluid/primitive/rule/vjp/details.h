template <typename T>
void other_grad(const Tensor& out, const Tensor& out_grad, Tensor* x_grad);
