#pragma once

#include <string>

#include "paddle/phi/core/infermeta_utils.h"
#include "paddle/phi/core/meta_tensor.h"

namespace paddle::framework {

class InferShapeContext;

class CompatInferMetaContext : public phi::InferMetaContext {};

CompatInferMetaContext BuildInferMetaContext(InferShapeContext*, const std::string& op);

}  // namespace paddle::framework
