at::Tensor add(const at::Tensor& self);
