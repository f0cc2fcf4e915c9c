#pragma once

#include <cstdint>
#include <vector>

#include "paddle/phi/core/distributed/auto_parallel/process_mesh.h"
#include "paddle/phi/core/enforce.h"

namespace phi::distributed {

class TensorDistAttr {
 public:
  TensorDistAttr();
  explicit TensorDistAttr(const std::vector<int64_t>& tensor_shape);
  TensorDistAttr(const TensorDistAttr&);
  TensorDistAttr& operator=(const TensorDistAttr&);

  const ProcessMesh& process_mesh() const;
  const std::vector<int64_t>& dims_mapping() const;
};

}  // namespace phi::distributed
