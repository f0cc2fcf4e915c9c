#pragma once

#include "paddle/phi/core/dense_tensor.h"
#include "paddle/phi/core/distributed/auto_parallel/dist_attr.h"
#include "paddle/phi/core/distributed/auto_parallel/process_mesh.h"

namespace phi::distributed {

class DistTensor final : public TensorBase, public TypeInfoTraits<TensorBase, DistTensor> {
 public:
  DistTensor();
  DistTensor(const DDim&, const TensorDistAttr&);

  int64_t numel() const override;
  const DDim& dims() const override;
  DataType dtype() const override;
  DataLayout layout() const override;
  const Place& place() const override;
  bool valid() const override;
  bool initialized() const override;

  void unsafe_set_dims(const DDim&);
  const TensorDistAttr& dist_attr() const;
  const ProcessMesh& process_mesh() const;
  const DenseTensor& value() const;
  DenseTensor* unsafe_mutable_value();
};

}  // namespace phi::distributed
