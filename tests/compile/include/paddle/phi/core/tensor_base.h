#pragma once

#include "paddle/common/layout.h"
#include "paddle/phi/common/backend.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"
#include "paddle/phi/core/ddim.h"

namespace phi {

class TensorBase {
 public:
  virtual ~TensorBase();
  virtual int64_t numel() const = 0;
  virtual const DDim& dims() const = 0;
  virtual DataType dtype() const = 0;
  virtual DataLayout layout() const = 0;
  virtual const Place& place() const = 0;
  virtual bool valid() const = 0;
  virtual bool initialized() const = 0;
};

// What every kind of tensor answers to `Kind::classof(tensor)`.
template <typename Base, typename Derived>
class TypeInfoTraits {
 public:
  static bool classof(const Base*);
};

}  // namespace phi
