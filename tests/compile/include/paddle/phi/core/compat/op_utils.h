#pragma once

#include <functional>
#include <string>

#include "glog/logging.h"
#include "paddle/common/macros.h"
#include "paddle/phi/core/enforce.h"
#include "paddle/phi/core/infermeta_utils.h"
#include "paddle/utils/small_vector.h"

namespace phi {

struct KernelSignature {
  KernelSignature(
      const char* kernel, paddle::small_vector<const char*>&& inputs, paddle::small_vector<const char*>&& attrs,
      paddle::small_vector<const char*>&& outputs);
  explicit KernelSignature(const char* kernel);
};

class ArgumentMappingContext {
 public:
  virtual ~ArgumentMappingContext();
  virtual bool HasInput(const std::string&) const = 0;
  virtual bool HasOutput(const std::string&) const = 0;
  virtual bool HasAttr(const std::string&) const = 0;
  virtual size_t InputSize(const std::string&) const = 0;
  virtual size_t OutputSize(const std::string&) const = 0;
  virtual bool IsDenseTensorInput(const std::string&) const = 0;
  virtual bool IsDenseTensorInputs(const std::string&) const = 0;
  virtual bool IsSelectedRowsInput(const std::string&) const = 0;
  virtual bool IsSelectedRowsInputs(const std::string&) const = 0;
  virtual bool IsSparseCooTensorInput(const std::string&) const = 0;
  virtual bool IsSparseCooTensorOutput(const std::string&) const = 0;
  virtual bool IsSparseCsrTensorInput(const std::string&) const = 0;
  virtual bool IsDenseTensorVectorInput(const std::string&) const = 0;
  virtual bool IsDenseTensorOutput(const std::string&) const = 0;
  virtual bool IsSelectedRowsOutput(const std::string&) const = 0;
};

struct BaseKernelNameRegistrar {
  BaseKernelNameRegistrar(const char* op, const char* kernel);
};

using ArgumentMappingFn = std::function<KernelSignature(const ArgumentMappingContext&)>;

struct ArgumentMappingFnRegistrar {
  ArgumentMappingFnRegistrar(const char* op, ArgumentMappingFn mapping);
};

}  // namespace phi

#define PD_REGISTER_BASE_KERNEL_NAME(op, kernel)                                                   \
  PD_STATIC_ASSERT_GLOBAL_NAMESPACE(base_kernel_name_##kernel, "must be in the global namespace"); \
  static const ::phi::BaseKernelNameRegistrar base_kernel_name_registrar_##kernel(#op, #kernel);   \
  int TouchBaseKernelNameSymbol_##kernel() {                                                       \
    return 0;                                                                                      \
  }
#define PD_REGISTER_ARG_MAPPING_FN(op, mapping)                                            \
  PD_STATIC_ASSERT_GLOBAL_NAMESPACE(arg_mapping_##op, "must be in the global namespace");  \
  static const ::phi::ArgumentMappingFnRegistrar arg_mapping_registrar_##op(#op, mapping); \
  int TouchArgumentMappingFnSymbol_##op() {                                                \
    return 0;                                                                              \
  }
