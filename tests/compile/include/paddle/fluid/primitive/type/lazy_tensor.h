#pragma once

#include "paddle/phi/core/extended_tensor.h"

namespace paddle::primitive {

class LazyTensor : public phi::ExtendedTensor, public phi::TypeInfoTraits<phi::TensorBase, LazyTensor> {};

}  // namespace paddle::primitive
