#pragma once

#include <vector>

#include "paddle/common/layout.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/core/ddim.h"
#include "paddle/phi/core/tensor_base.h"
#include "paddle/phi/core/tensor_meta.h"

namespace phi {

struct MetaConfig {
  MetaConfig();
  MetaConfig(bool is_runtime, bool is_run_mkldnn_kernel);
};

class MetaTensor {
 public:
  using unspecified_bool_type = void (*)();

  MetaTensor();
  MetaTensor(TensorBase*, bool strided_kernel_used = false);        // NOLINT
  MetaTensor(const TensorBase&, bool strided_kernel_used = false);  // NOLINT
  MetaTensor(const TensorBase*, bool strided_kernel_used = false);  // NOLINT
  MetaTensor(TensorBase&, bool strided_kernel_used = false);        // NOLINT
  MetaTensor(const MetaTensor&);
  MetaTensor(MetaTensor&&);
  MetaTensor& operator=(const MetaTensor&);
  virtual ~MetaTensor();

  virtual DDim dims() const;
  virtual DataType dtype() const;
  virtual DataLayout layout() const;
  virtual void set_dims(const DDim&);
  virtual void set_dtype(DataType);
  virtual void set_layout(DataLayout);
  virtual void share_meta(const MetaTensor&);
  virtual operator unspecified_bool_type() const;  // NOLINT
  virtual bool operator!() const;
};

}  // namespace phi
