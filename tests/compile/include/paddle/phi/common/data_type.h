#pragma once

#include <cstdint>
#include <iosfwd>

namespace phi {
namespace dtype {

struct float16 {};
struct bfloat16 {};

template <typename T>
struct complex {
  T real;
  T imag;
};

}  // namespace dtype

using complex64 = dtype::complex<float>;
using complex128 = dtype::complex<double>;
using float16 = dtype::float16;
using bfloat16 = dtype::bfloat16;

enum class DataType {
  UNDEFINED = 0,
  BOOL,
  UINT8,
  INT8,
  UINT16,
  INT16,
  UINT32,
  INT32,
  UINT64,
  INT64,
  FLOAT32,
  FLOAT64,
  COMPLEX64,
  COMPLEX128,
  PSTRING,
  FLOAT16,
  BFLOAT16,
  NUM_DATA_TYPES,
  ALL_DTYPE = UNDEFINED,
};

std::ostream& operator<<(std::ostream&, DataType);

}  // namespace phi

namespace paddle {

using phi::bfloat16;
using phi::complex128;
using phi::complex64;
using phi::DataType;
using phi::float16;

namespace experimental {

using phi::bfloat16;
using phi::complex128;
using phi::complex64;
using phi::DataType;
using phi::float16;

}  // namespace experimental
}  // namespace paddle
