#pragma once

#include "paddle/phi/core/dense_tensor.h"
#include "paddle/phi/core/tensor_base.h"

namespace phi {

class SparseCsrTensor : public TensorBase, public TypeInfoTraits<TensorBase, SparseCsrTensor> {
 public:
  SparseCsrTensor();
  SparseCsrTensor(const SparseCsrTensor&);
  SparseCsrTensor& operator=(const SparseCsrTensor&);

  int64_t numel() const override;
  const DDim& dims() const noexcept override;
  DataType dtype() const noexcept override;
  DataLayout layout() const noexcept override;
  const Place& place() const override;
  bool valid() const noexcept override;
  bool initialized() const override;
};

}  // namespace phi
