#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "paddle/common/macros.h"
#include "paddle/fluid/framework/grad_op_desc_maker.h"
#include "paddle/fluid/framework/infershape_utils.h"
#include "paddle/fluid/framework/op_desc.h"
#include "paddle/fluid/framework/op_proto_maker.h"
#include "paddle/fluid/framework/operator.h"
#include "paddle/fluid/framework/var_type_inference.h"
#include "paddle/fluid/prim/utils/static/composite_grad_desc_maker.h"

namespace paddle::framework {

class InplaceOpInference {
 public:
  virtual ~InplaceOpInference();
  virtual std::unordered_map<std::string, std::string> operator()(bool use_cuda) const = 0;
};

class InferNoNeedBufferVarsContext;

class NoNeedBufferVarsInference {
 public:
  virtual ~NoNeedBufferVarsInference();
  virtual const std::unordered_set<std::string>& operator()(const InferNoNeedBufferVarsContext&) const = 0;
};

namespace details {

// Whether the framework can make one of the parts that an operator is registered with. It tells them by their bases.
template <typename T>
constexpr bool IsPart() {
  using Names = std::unordered_map<std::string, std::string>;
  using Set = const std::unordered_set<std::string>&;
  using Blocks = const std::vector<BlockDesc*>&;
  using Map = const imperative::NameVarBaseMap&;
  if constexpr (std::is_base_of_v<OperatorBase, T>) {
    return std::is_constructible_v<T, std::string, VariableNameMap, VariableNameMap, AttributeMap>;
  } else if constexpr (std::is_base_of_v<GradOpDescMakerBase, T>) {
    return std::is_constructible_v<T, const OpDesc&, Set, Names*, Blocks>;
  } else if constexpr (std::is_base_of_v<imperative::GradOpBaseMakerBase, T>) {
    return std::is_constructible_v<T, std::string, Map, Map, AttributeMap, std::map<std::string, std::string>>;
  } else if constexpr (std::is_base_of_v<prim::CompositeGradOpMakerBase, T>) {
    return std::is_constructible_v<T, const OpDesc&, Set, Names*, const BlockDesc*, Blocks>;
  } else {
    constexpr bool is_known = std::is_base_of_v<OpProtoAndCheckerMaker, T> || std::is_base_of_v<VarTypeInference, T> ||
                              std::is_base_of_v<InferShapeBase, T> || std::is_base_of_v<InplaceOpInference, T> ||
                              std::is_base_of_v<NoNeedBufferVarsInference, T>;
    return is_known && std::is_default_constructible_v<T>;
  }
}

}  // namespace details

template <typename Op, typename... Parts>
struct OperatorRegistrar {
  static_assert(std::is_base_of_v<OperatorBase, Op>, "an operator comes first");
  static_assert(details::IsPart<Op>() && (details::IsPart<Parts>() && ...), "the framework cannot make one of these");
  explicit OperatorRegistrar(const char* op);
  void Touch();
};

}  // namespace paddle::framework

#define REGISTER_OPERATOR(op, ...)                                                               \
  PD_STATIC_ASSERT_GLOBAL_NAMESPACE(operator_##op, "must be in the global namespace");           \
  static ::paddle::framework::OperatorRegistrar<__VA_ARGS__> opgen_operator_registrar_##op(#op); \
  int TouchOpRegistrar_##op() {                                                                  \
    opgen_operator_registrar_##op.Touch();                                                       \
    return 0;                                                                                    \
  }

#define DECLARE_INPLACE_OP_INFERER(name, ...)                                   \
  class name final : public ::paddle::framework::InplaceOpInference {           \
   public:                                                                      \
    std::unordered_map<std::string, std::string> operator()(bool) const final { \
      return {__VA_ARGS__};                                                     \
    }                                                                           \
  }

#define DECLARE_NO_NEED_BUFFER_VARS_INFERER(name, ...)                          \
  class name final : public ::paddle::framework::NoNeedBufferVarsInference {    \
   public:                                                                      \
    const std::unordered_set<std::string>& operator()(                          \
        const ::paddle::framework::InferNoNeedBufferVarsContext&) const final { \
      static const std::unordered_set<std::string> names{__VA_ARGS__};          \
      return names;                                                             \
    }                                                                           \
  }
