#pragma once

#include <memory>
#include <vector>

#include "paddle/phi/api/include/tensor.h"
#include "paddle/phi/core/distributed/type_defs.h"
#include "paddle/phi/core/kernel_factory.h"
#include "paddle/phi/core/selected_rows.h"
#include "paddle/phi/core/sparse_coo_tensor.h"
#include "paddle/phi/core/sparse_csr_tensor.h"
#include "paddle/utils/optional.h"

namespace phi {
class DeviceContext;
namespace distributed {
class DistTensor;
}  // namespace distributed
}  // namespace phi

namespace paddle::experimental {

class TransformFlag {
 public:
  TransformFlag(
      bool stop_transform = false,  // NOLINT
      bool trans_dtype = false, bool trans_backend = true, bool trans_layout = true);
};

std::shared_ptr<phi::DenseTensor> PrepareData(
    const Tensor&, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
optional<phi::DenseTensor> PrepareData(
    const optional<Tensor>&, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
std::unique_ptr<std::vector<phi::DenseTensor>> PrepareData(
    const std::vector<Tensor>&, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
optional<std::vector<phi::DenseTensor>> PrepareData(
    const optional<std::vector<Tensor>>&, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
std::shared_ptr<phi::SelectedRows> PrepareDataForSelectedRows(
    const Tensor&, const phi::TensorArgDef&, const TransformFlag&);
optional<phi::SelectedRows> PrepareDataForSelectedRows(
    const optional<Tensor>&, const phi::TensorArgDef&, const TransformFlag&);
std::shared_ptr<phi::SparseCooTensor> PrepareDataForSparseCooTensor(const Tensor&);
optional<phi::SparseCooTensor> PrepareDataForSparseCooTensor(const optional<Tensor>&);
std::shared_ptr<phi::SparseCsrTensor> PrepareDataForSparseCsrTensor(const Tensor&);
optional<phi::SparseCsrTensor> PrepareDataForSparseCsrTensor(const optional<Tensor>&);
std::shared_ptr<phi::DenseTensor> PrepareDataForDenseTensorInSparse(const Tensor&);
optional<phi::DenseTensor> PrepareDataForDenseTensorInSparse(const optional<Tensor>&);

void TransDataBackend(const phi::DenseTensor*, Backend, phi::DenseTensor*);
void TransDataBackend(const std::vector<phi::DenseTensor*>&, Backend, std::vector<phi::DenseTensor*>);
void TransDataBackend(const phi::SelectedRows*, Backend, phi::SelectedRows*);
phi::DenseTensor Trans2Contiguous(const phi::DenseTensor&);

using DistTensorPtr = std::shared_ptr<phi::distributed::DistTensor>;

DistTensorPtr PrepareDataForDistTensor(
    DistTensorPtr, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
std::vector<DistTensorPtr> PrepareDataForDistTensor(
    std::vector<DistTensorPtr>, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
optional<DistTensorPtr> PrepareDataForDistTensor(
    optional<DistTensorPtr>, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
optional<std::vector<DistTensorPtr>> PrepareDataForDistTensor(
    optional<std::vector<DistTensorPtr>>, const phi::TensorArgDef&, const TransformFlag&, bool is_stride_kernel);
void SetInplaceOutputCorrectDistAttr(
    phi::DeviceContext*, Tensor&, const phi::distributed::TensorDistAttr&, bool use_general_spmd_rule = true);
void SetInplaceOutputCorrectDistAttr(
    phi::DeviceContext*, Tensor&, const phi::distributed::ArgDistAttr&, bool use_general_spmd_rule = true);
void SetInplaceOutputCorrectDistAttr(
    phi::DeviceContext*, std::vector<Tensor>&, const std::vector<phi::distributed::TensorDistAttr>&,
    bool use_general_spmd_rule = true);
void SetInplaceOutputCorrectDistAttr(
    phi::DeviceContext*, std::vector<Tensor>&, const phi::distributed::ArgDistAttr&, bool use_general_spmd_rule = true);

}  // namespace paddle::experimental
