#pragma once

#include_next <paddle/fluid/primitive/rule/vjp/vjp.h>

namespace paddle::primitive {

std::vector<std::vector<Tensor>> fused_attention_vjp(
    const Tensor&, const Tensor&, const Tensor&, const optional<Tensor>&, const optional<Tensor>&,
    const optional<Tensor>&, const optional<Tensor>&, const Tensor&, const optional<Tensor>&, const optional<Tensor>&,
    const optional<Tensor>&, const optional<Tensor>&, const optional<Tensor>&, const optional<Tensor>&,
    const optional<Tensor>&, const optional<Tensor>&, const optional<Tensor>&, const optional<Tensor>&,
    const optional<Tensor>&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&,
    const Tensor&, const Tensor&, const Tensor&, const Tensor&, int, bool, bool, float, float, bool, bool, int,
    const std::string&, float, bool, int, const std::string&, float, bool, int, StopGradients);

}  // namespace paddle::primitive
