#pragma once

#include "paddle/fluid/prim/api/all.h"
#include "paddle/fluid/prim/api/generated_prim/prim_generated_api.h"

namespace paddle::prim {

template <typename T>
void abs_triple_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void cos_double_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void exp_double_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void log_double_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void maximum_double_grad(const Tensor&, const Tensor&, const optional<Tensor>&, const optional<Tensor>&, Tensor*);
template <typename T>
void minimum_double_grad(const Tensor&, const Tensor&, const optional<Tensor>&, const optional<Tensor>&, Tensor*);
template <typename T>
void pow_double_grad(const Tensor&, const Tensor&, const Tensor&, const Scalar&, Tensor*, Tensor*);
template <typename T>
void sin_double_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void where_double_grad(const Tensor&, const optional<Tensor>&, const optional<Tensor>&, Tensor*);

}  // namespace paddle::prim
