#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "paddle/phi/common/data_type.h"

namespace phi {
class DenseTensor;
}  // namespace phi

namespace paddle {

class Tensor;

namespace experimental {

template <typename T>
class ScalarBase {
 public:
  ScalarBase();
  ScalarBase(double);      // NOLINT
  ScalarBase(float);       // NOLINT
  ScalarBase(float16);     // NOLINT
  ScalarBase(bfloat16);    // NOLINT
  ScalarBase(int64_t);     // NOLINT
  ScalarBase(int32_t);     // NOLINT
  ScalarBase(int16_t);     // NOLINT
  ScalarBase(int8_t);      // NOLINT
  ScalarBase(uint64_t);    // NOLINT
  ScalarBase(uint32_t);    // NOLINT
  ScalarBase(uint16_t);    // NOLINT
  ScalarBase(uint8_t);     // NOLINT
  ScalarBase(bool);        // NOLINT
  ScalarBase(complex64);   // NOLINT
  ScalarBase(complex128);  // NOLINT
  explicit ScalarBase(const std::string&);
  ScalarBase(const T& tensor);  // NOLINT
  template <typename U>
  ScalarBase(const ScalarBase<U>&);  // NOLINT

  template <typename U>
  U to() const;
  DataType dtype() const;
  bool FromTensor() const;
  void SetFromTensor(bool);
  ScalarBase operator-() const;
};

using Scalar = ScalarBase<Tensor>;

std::ostream& operator<<(std::ostream&, const Scalar&);

}  // namespace experimental
}  // namespace paddle

namespace phi {
using Scalar = paddle::experimental::ScalarBase<DenseTensor>;
}  // namespace phi
