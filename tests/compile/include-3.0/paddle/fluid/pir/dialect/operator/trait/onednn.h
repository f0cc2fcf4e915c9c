#pragma once

#ifdef PADDLE_WITH_DNNL

#include "pir/op_base.h"

namespace paddle::dialect {

class OneDNNTrait : public pir::OpTraitBase<OneDNNTrait> {};
class OneDNNOnlyTrait : public pir::OpTraitBase<OneDNNOnlyTrait> {};
class OneDNNDynamicFallbackTrait : public pir::OpTraitBase<OneDNNDynamicFallbackTrait> {};

}  // namespace paddle::dialect

#endif
