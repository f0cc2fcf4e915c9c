template <typename T>
Tensor full(const IntArray& shape, const Scalar& value);
