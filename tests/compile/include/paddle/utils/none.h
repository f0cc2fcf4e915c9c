#pragma once

namespace paddle {
namespace detail {
struct none_helper;
}  // namespace detail

using none_t = int detail::none_helper::*;
const none_t none = nullptr;

}  // namespace paddle
