static std::vector<paddle::Tensor> OfAHeader(const paddle::Tensor& x) { return {x}; }
