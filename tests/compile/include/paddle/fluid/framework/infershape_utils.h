#pragma once

#include "paddle/phi/core/infermeta_utils.h"
#include "paddle/phi/core/meta_tensor.h"

namespace paddle::framework {

class InferShapeContext;

class InferShapeBase {
 public:
  virtual ~InferShapeBase();
  virtual void operator()(InferShapeContext*) const = 0;
};

}  // namespace paddle::framework

#define DECLARE_INFER_SHAPE_FUNCTOR(op, name, fn)                            \
  struct name : ::paddle::framework::InferShapeBase {                        \
    void operator()(::paddle::framework::InferShapeContext*) const override; \
    void infer_meta_(::phi::InferMetaContext* context) const {               \
      fn(context);                                                           \
    }                                                                        \
  }
