template <typename T>
void one_grad(const Tensor& out, const Tensor& out_grad, Tensor* x_grad);
