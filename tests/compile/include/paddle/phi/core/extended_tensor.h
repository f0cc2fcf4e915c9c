#pragma once

#include "paddle/phi/core/tensor_base.h"

namespace phi {

class ExtendedTensor : public TensorBase {
 public:
  int64_t numel() const override;
  const DDim& dims() const override;
  DataType dtype() const override;
  DataLayout layout() const override;
  const Place& place() const override;
  bool valid() const override;
  bool initialized() const override;
};

}  // namespace phi
