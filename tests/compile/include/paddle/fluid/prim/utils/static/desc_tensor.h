#pragma once

#include <string>

#include "paddle/fluid/framework/convert_utils.h"
#include "paddle/phi/core/extended_tensor.h"

namespace paddle {
namespace framework {
class VarDesc;
}  // namespace framework

namespace prim {

class DescTensor : public phi::ExtendedTensor, public phi::TypeInfoTraits<phi::TensorBase, DescTensor> {
 public:
  explicit DescTensor(framework::VarDesc*);
  std::string Name() const;
};

}  // namespace prim
}  // namespace paddle
