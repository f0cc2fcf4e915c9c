#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "paddle/common/ddim.h"

namespace phi {
class DenseTensor;
class TensorRef;
}  // namespace phi

namespace paddle {

class Tensor;

namespace experimental {

template <typename T>
class IntArrayBase {
 public:
  IntArrayBase();
  IntArrayBase(const std::vector<int64_t>&);  // NOLINT
  IntArrayBase(const std::vector<int32_t>&);  // NOLINT
  IntArrayBase(std::initializer_list<int64_t>);
  IntArrayBase(const int64_t* data, int64_t size);
  IntArrayBase(const int32_t* data, int64_t size);
  explicit IntArrayBase(const common::DDim&);
  IntArrayBase(const T& tensor);                // NOLINT
  IntArrayBase(const std::vector<T>& tensors);  // NOLINT
  IntArrayBase(const std::vector<phi::TensorRef>&);  // NOLINT
  template <typename U>
  IntArrayBase(const IntArrayBase<U>&);  // NOLINT

  size_t size() const;
  int64_t operator[](int64_t) const;
  const std::vector<int64_t>& GetData() const;
  bool FromTensor() const;
  void SetFromTensor(bool);
};

using IntArray = IntArrayBase<Tensor>;

}  // namespace experimental
}  // namespace paddle

namespace phi {
using IntArray = paddle::experimental::IntArrayBase<DenseTensor>;
}  // namespace phi
