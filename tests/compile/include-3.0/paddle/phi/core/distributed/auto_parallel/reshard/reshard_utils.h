#pragma once

#include <memory>

#include_next <paddle/phi/core/distributed/auto_parallel/reshard/reshard_utils.h>

namespace phi {

class TensorBase;

namespace distributed {

bool NeedComputationClipForPP(const std::shared_ptr<TensorBase>&);

}  // namespace distributed
}  // namespace phi
