#pragma once
namespace torch::autograd::generated::details {
at::Tensor swish_backward(const at::Tensor& grad, const at::Tensor& self);
}
