#pragma once

#include <cstdint>
#include <vector>

#include "paddle/fluid/pir/dialect/distributed/ir/dist_type.h"
#include "paddle/phi/core/distributed/auto_parallel/dist_meta_tensor.h"
#include "paddle/phi/core/distributed/type_defs.h"
#include "pir/value.h"

namespace paddle::dialect {

ProcessMeshAttribute CreateGlobalMesh(const std::vector<pir::Value>&);
bool HasDistInput(const std::vector<pir::Value>&, ProcessMeshAttribute* = nullptr);
pir::Attribute GetTensorDistAttr(pir::Type);
void CvtAllInputsToDist(const std::vector<pir::Value>&, ProcessMeshAttribute);
phi::distributed::DistMetaTensor CvtToDistMetaTensor(DistDenseTensorType);
pir::Attribute CvtToPirAttr(const phi::distributed::ArgDistAttr&);
pir::Attribute CreateReplicatedDistAttr(pir::Type, ProcessMeshAttribute);
pir::Type CvtToPirDistType(
    pir::Type, pir::Attribute dist_attr, const std::vector<int64_t>& local_dims = std::vector<int64_t>());
void CopyLeafOpToMesh(pir::Value, ProcessMeshAttribute);

}  // namespace paddle::dialect
