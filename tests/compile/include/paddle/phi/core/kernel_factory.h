#pragma once

#include <iosfwd>
#include <string>

#include "paddle/common/layout.h"
#include "paddle/phi/common/backend.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/core/compat/convert_utils.h"
#include "paddle/phi/core/type_defs.h"

namespace phi {

class KernelKey {
 public:
  KernelKey();
  KernelKey(Backend, DataLayout, DataType);
  explicit KernelKey(const Place&);
  explicit KernelKey(const int& data_type, const Place&);
  explicit KernelKey(const Place&, const DataLayout&, const DataType&);

  Backend backend() const;
  DataLayout layout() const;
  DataType dtype() const;
  void set_backend(const Backend&);
  void set_layout(const DataLayout&);
  void set_dtype(const DataType&);
};

struct TensorArgDef {
  TensorArgDef& SetBackend(Backend);

  Backend backend;
  DataLayout layout;
  DataType dtype;
};

class Kernel {
 public:
  template <typename Fn>
  Fn GetVariadicKernelFn() const;
  const TensorArgDef& InputAt(size_t) const;
  const TensorArgDef& OutputAt(size_t) const;
};

std::ostream& operator<<(std::ostream&, const Kernel&);

struct KernelResult {
  const Kernel& kernel;
  bool has_fallback_cpu;
  bool is_stride_kernel;
};

class KernelFactory {
 public:
  static KernelFactory& Instance();
  KernelResult SelectKernelOrThrowError(const std::string&, const KernelKey&, bool use_strided_kernel = false) const;
  void AddToLowPrecisionKernelList(const std::string&, const DataType&);
};

}  // namespace phi
