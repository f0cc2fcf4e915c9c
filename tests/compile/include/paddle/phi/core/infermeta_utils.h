#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "paddle/common/macros.h"
#include "paddle/phi/common/backend.h"
#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/attribute.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/phi/core/type_defs.h"
#include "paddle/utils/optional.h"

namespace phi {

class InferMetaContext {
 public:
  virtual ~InferMetaContext();
  const MetaConfig& GetMetaConfig() const;
  virtual const MetaTensor& InputAt(size_t) const;
  virtual std::vector<const MetaTensor*> InputsBetween(size_t start, size_t end) const;
  virtual paddle::optional<std::vector<const MetaTensor*>> OptionalInputsBetween(size_t start, size_t end) const;
  virtual MetaTensor* MutableOutputAt(size_t);
  virtual std::vector<MetaTensor*> MutableOutputBetween(size_t start, size_t end);
  template <typename T>
  const T& AttrAt(size_t) const;
  const Attribute& AttrAt(size_t) const;
  const std::pair<int, int>& InputRangeAt(size_t) const;
  const std::pair<int, int>& OutputRangeAt(size_t) const;
};

namespace detail {

template <typename T, typename... Of>
constexpr bool IsOneOf = (std::is_same_v<T, Of> || ...);

// What the parameters of an infer meta function may be: anything else, the framework cannot pass.
template <typename T>
constexpr bool IsParameter = IsOneOf<
    T, const MetaTensor&, const std::vector<const MetaTensor*>&,
    const paddle::optional<std::vector<const MetaTensor*>>&, MetaTensor*, std::vector<MetaTensor*>, MetaConfig, bool,
    int, int64_t, float, double, DataType, Backend, DataLayout, const std::string&, const Scalar&, const IntArray&,
    const std::vector<bool>&, const std::vector<int>&, const std::vector<int64_t>&, const std::vector<float>&,
    const std::vector<double>&, const std::vector<std::string>&, const std::vector<Scalar>&>;

}  // namespace detail

template <typename Fn, Fn fn>
struct InferMetaFnImpl;

template <typename... Args, void (*fn)(Args...)>
struct InferMetaFnImpl<void (*)(Args...), fn> {
  static_assert((detail::IsParameter<Args> && ...), "a parameter is of a type that cannot be passed");
  static void Call(InferMetaContext*);
};

#define PD_INFER_META(...) ::phi::InferMetaFnImpl<decltype(&__VA_ARGS__), &__VA_ARGS__>::Call

struct InferMetaFnRegistrar {
  InferMetaFnRegistrar(const char* kernel, InferMetaFn);
};

#define PD_REGISTER_INFER_META_FN(kernel, ...)                                               \
  PD_STATIC_ASSERT_GLOBAL_NAMESPACE(infer_meta_##kernel, "must be in the global namespace"); \
  [[maybe_unused]] static const ::phi::InferMetaFnRegistrar infer_meta_registrar_##kernel(   \
      #kernel, PD_INFER_META(__VA_ARGS__))

}  // namespace phi
