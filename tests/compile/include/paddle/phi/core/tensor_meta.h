#pragma once

#include "paddle/common/layout.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/core/ddim.h"

namespace phi {

struct DenseTensorMeta {
  DenseTensorMeta();
  bool is_contiguous() const noexcept;

  bool is_scalar;
  bool use_gpudnn;
  DDim dims;
  DataType dtype;
  DataLayout layout;
  size_t offset;
  DDim strides;
};

struct StringTensorMeta {
  StringTensorMeta();

  bool is_scalar;
  DDim dims;
  size_t offset;
};

}  // namespace phi
