paddle::Tensor conv2d_ad_func(const paddle::Tensor& x) { return x; }
paddle::Tensor mutiply_ad_func(const paddle::Tensor& x, const paddle::Tensor& y) { return x; }
