// Replaces the header that `protoc` makes in a source tree. Headers of distributed tensors only name these messages.
#pragma once

// Those headers rely on it.
#include <set>

namespace phi::distributed::auto_parallel {

class DeviceCapabilityProto;
class DeviceMeshProto;
class DeviceProto;
class DistributedMapperProto;
class LinkCapabilityProto;
class LinkProto;
class ProcessMeshProto;
class TensorDistAttrProto;

}  // namespace phi::distributed::auto_parallel
