paddle::Tensor conv2d_ad_func(const paddle::Tensor& x);
paddle::Tensor multiply_ad_func(const paddle::Tensor& x, const paddle::Tensor& y);
