// Registers all operators and versions again, with a prefix, in the framework's own tables.
#include "paddle/fluid/operators/opgen_static_runtime.h"

#undef REGISTER_OPERATOR
#define REGISTER_OPERATOR(type, ...)                                                                     \
  static constexpr ::ops::Operator opgen_operator_##type = ::ops::Describe<__VA_ARGS__>("opgen_" #type); \
  static const ::ops::Registrar opgen_registrar_##type(opgen_operator_##type);

#undef REGISTER_OP_VERSION
#define REGISTER_OP_VERSION(type) static const ::ops::OpVersion opgen_version_##type = ::ops::OpVersion("opgen_" #type)

#include "sources.h"

#include "paddle/fluid/operators/opgen_static_runtime.cc"
#include "paddle/fluid/operators/opgen_static_version.cc"

#include "keys.h"
#include "paddle/phi/core/compat/op_utils.h"

#define OPGEN_EXPORT extern "C" __attribute__((visibility("default")))

/// Gives operators with a prefix the argument mappings and kernels of the others, and returns their names without it.
OPGEN_EXPORT const char* opgen_types() {
  static std::string types;
  auto& utils = phi::OpUtilsMap::Instance();
  auto& signatures = phi::DefaultKernelSignatureMap::Instance();
  for (const auto& [prefixed, info] : paddle::framework::OpInfoMap::Instance().map()) {
    if (prefixed.rfind("opgen_", 0) != 0) continue;
    const std::string type = prefixed.substr(6);
    types += type + "\n";
    if (utils.Contains(type)) utils.InsertBaseKernelName(prefixed, utils.GetBaseKernelName(type));
    if (const auto* mapping = utils.GetArgumentMappingFn(type)) utils.InsertArgumentMappingFn(prefixed, *mapping);
    if (const auto* signature = signatures.GetNullable(type)) signatures.Insert(prefixed, *signature);
  }
  return types.c_str();
}

/// What Python cannot see of an operator: which functions it has, and which variables are in place.
OPGEN_EXPORT const char* opgen_registered(const char* type) {
  static std::string text;
  text = "";
  const auto& operators = paddle::framework::OpInfoMap::Instance().map();
  const auto found = operators.find(type);
  if (found == operators.end()) return "not registered";
  const auto& info = found->second;
  if (info.creator_) text += "creator ";
  if (info.infer_var_type_) text += "infer_var_type ";
  if (info.infer_shape_) text += "infer_shape ";
  if (info.infer_meta_) text += "infer_meta ";
  if (info.dygraph_grad_op_maker_) text += "dygraph_grad_op_maker ";
  if (info.use_default_grad_op_desc_maker_) text += "default_grad_op_maker ";
  if (info.infer_inplace_) {
    const auto pairs = info.infer_inplace_(false);
    for (const auto& pair : std::map<std::string, std::string>(pairs.begin(), pairs.end())) {
      text += pair.first + "=" + pair.second + " ";
    }
  }
  return text.c_str();
}

/// The keys of the kernels of an operator in a program.
OPGEN_EXPORT const char* opgen_keys(const char* serialized, int size) {
  static std::string text;
  paddle::framework::proto::OpDesc message;
  message.ParseFromArray(serialized, size);
  text = opgen::AllKeys(message);
  return text.c_str();
}
