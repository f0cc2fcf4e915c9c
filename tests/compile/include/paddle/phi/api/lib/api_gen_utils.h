#pragma once

#include <memory>
#include <vector>

#include "paddle/phi/api/include/tensor.h"
#include "paddle/phi/core/compat/convert_utils.h"
#include "paddle/phi/core/dense_tensor.h"
#include "paddle/phi/core/distributed/auto_parallel/dist_attr.h"
#include "paddle/phi/core/distributed/auto_parallel/dist_meta_tensor.h"
#include "paddle/phi/core/distributed/auto_parallel/dist_tensor.h"
#include "paddle/phi/core/distributed/type_defs.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/phi/core/selected_rows.h"
#include "paddle/phi/core/sparse_coo_tensor.h"
#include "paddle/phi/core/sparse_csr_tensor.h"
#include "paddle/phi/core/string_tensor.h"

namespace phi {
class DeviceContext;
}  // namespace phi

namespace paddle::experimental {

enum class TensorType { DENSE_TENSOR, SPARSE_CSR, SPARSE_COO, STRING_TENSOR };

phi::DenseTensor* SetKernelOutput(Tensor*);
std::vector<phi::DenseTensor*> SetKernelOutput(size_t, std::vector<Tensor>*);
std::vector<phi::DenseTensor*> SetKernelOutput(std::vector<Tensor*>*);
phi::SelectedRows* SetSelectedRowsKernelOutput(Tensor*);
phi::TensorBase* SetSparseKernelOutput(Tensor*, TensorType);
phi::TensorBase* SetStringsKernelOutput(Tensor*, TensorType);
phi::DenseTensor* ProcessStrideBackup(phi::DenseTensor**);
std::vector<phi::DenseTensor*> ProcessStrideBackup(std::vector<phi::DenseTensor*>*);
phi::SelectedRows* ProcessStrideBackup(phi::SelectedRows**);
void TransStride(phi::DeviceContext*, phi::DenseTensor* from, phi::DenseTensor* to);
void TransStride(
    phi::DeviceContext*, const std::vector<phi::DenseTensor*>& from, const std::vector<phi::DenseTensor*>& to);
void TransStride(phi::DeviceContext*, phi::SelectedRows* from, phi::SelectedRows* to);

phi::distributed::DistTensor* SetKernelDistOutput(
    Tensor*, const phi::distributed::ArgDistAttr& = phi::distributed::TensorDistAttr());
std::vector<phi::distributed::DistTensor*> SetKernelDistOutput(std::vector<Tensor*>);
std::vector<phi::distributed::DistTensor*> SetKernelDistOutput(size_t, std::vector<Tensor>*);
std::vector<phi::distributed::DistTensor*> SetKernelDistOutput(
    const phi::distributed::ArgDistAttr&, std::vector<Tensor>*);
std::shared_ptr<phi::distributed::DistTensor> CreateKernelDistOutput(
    Tensor*, bool set_dist_output_as_tensor_impl, const phi::distributed::TensorDistAttr&);
std::shared_ptr<phi::distributed::DistTensor> CreateKernelDistOutput(
    Tensor*, bool set_dist_output_as_tensor_impl,
    const phi::distributed::ArgDistAttr& = phi::distributed::TensorDistAttr());
std::vector<std::shared_ptr<phi::distributed::DistTensor>> CreateKernelDistOutput(
    std::vector<Tensor*>, bool set_dist_output_as_tensor_impl, const phi::distributed::ArgDistAttr&);
std::vector<std::shared_ptr<phi::distributed::DistTensor>> CreateKernelDistOutput(
    std::vector<Tensor*>, bool set_dist_output_as_tensor_impl);
void SetReplicatedDistAttrForOutput(phi::distributed::DistTensor*, const phi::distributed::ProcessMesh&);

}  // namespace paddle::experimental
