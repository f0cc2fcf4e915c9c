#pragma once

#include "paddle/common/ddim.h"
#include "paddle/common/layout.h"
#include "paddle/phi/core/enforce.h"
#include "pir/builtin_type.h"

namespace phi {
using LoD = std::vector<std::vector<size_t>>;
}  // namespace phi

namespace paddle::dialect {

using pir::DenseTensorType;

class SelectedRowsType : public pir::Type {
 public:
  using Type::Type;
  static SelectedRowsType get(
      pir::IrContext*, pir::Type dtype, const phi::DDim&, phi::DataLayout, const phi::LoD&, size_t offset);
  const pir::Type& dtype() const;
  const phi::DDim& dims() const;
  const phi::DataLayout& data_layout() const;
  const phi::LoD& lod() const;
  const size_t& offset() const;
};

class DenseTensorArrayType : public pir::Type {
 public:
  using Type::Type;
  const pir::Type& dtype() const;
  const phi::DataLayout& data_layout() const;
};

}  // namespace paddle::dialect
