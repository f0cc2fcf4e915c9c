#pragma once

#include <memory>

#include "paddle/phi/core/allocator.h"
#include "paddle/phi/core/enforce.h"
#include "paddle/phi/core/tensor_base.h"
#include "paddle/phi/core/tensor_meta.h"
#include "paddle/utils/test_macros.h"

namespace phi {

class DenseTensor : public TensorBase, public TypeInfoTraits<TensorBase, DenseTensor> {
 public:
  DenseTensor();
  DenseTensor(const std::shared_ptr<Allocation>&, const DenseTensorMeta&);
  DenseTensor(const DenseTensor&);
  DenseTensor(DenseTensor&&);
  DenseTensor& operator=(const DenseTensor&);
  DenseTensor& operator=(DenseTensor&&) noexcept;
  virtual ~DenseTensor();

  int64_t numel() const override;
  const DDim& dims() const noexcept override;
  const DDim& strides() const noexcept;
  DataType dtype() const noexcept override;
  DataLayout layout() const noexcept override;
  const Place& place() const override;
  bool valid() const noexcept override;
  bool initialized() const override;

  const DenseTensorMeta& meta() const noexcept;
  void set_meta(DenseTensorMeta&&);
  void set_meta(const DenseTensorMeta&);
  DenseTensor& Resize(const DDim&);

  void ShareBufferWith(const DenseTensor&, bool only_buffer = false);
  DenseTensor& ShareInplaceVersionCounterWith(const DenseTensor&);
  void ResetHolder(const std::shared_ptr<Allocation>&);
  std::shared_ptr<Allocation> MoveMemoryHolder();
};

}  // namespace phi
