// The arguments of infer meta functions in programs.
#pragma once

#include <string>

#include "paddle/phi/core/infermeta_utils.h"
#include "paddle/utils/variant.h"

namespace paddle::framework {

class InferShapeContext;
class VarDesc;
class Variable;

class CompatMetaTensor : public phi::MetaTensor {
  paddle::variant<VarDesc*, Variable*> variable_;
  bool is_runtime_;
  bool initialized_;
};

class CompatInferMetaContext : public phi::InferMetaContext {
  paddle::small_vector<CompatMetaTensor, phi::kInputSmallVectorSize> inputs_;
  paddle::small_vector<CompatMetaTensor, phi::kOutputSmallVectorSize> outputs_;
};

CompatInferMetaContext BuildInferMetaContext(InferShapeContext* context, const std::string& type);

}  // namespace paddle::framework
