#pragma once

#include_next <paddle/fluid/pir/dialect/operator/ir/op_type.h>

namespace paddle::dialect {

class SparseCooTensorType : public pir::Type {
 public:
  using Type::Type;
  pir::Type dtype() const;
  const common::DDim& dims() const;
  const common::DDim& non_zero_dims() const;
  common::DataLayout data_layout() const;
  pir::DenseTensorType non_zero_indices() const;
  pir::DenseTensorType non_zero_elements() const;
  bool coalesced() const;
};

class SparseCsrTensorType : public pir::Type {
 public:
  using Type::Type;
  pir::Type dtype() const;
  const common::DDim& dims() const;
  common::DataLayout data_layout() const;
  pir::DenseTensorType non_zero_crows() const;
  pir::DenseTensorType non_zero_cols() const;
  pir::DenseTensorType non_zero_elements() const;
};

}  // namespace paddle::dialect
