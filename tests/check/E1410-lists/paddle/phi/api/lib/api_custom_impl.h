Tensor copy_impl(const Tensor& x, Place place, bool blocking);
