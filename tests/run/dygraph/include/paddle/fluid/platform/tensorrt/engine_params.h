#pragma once

namespace paddle::platform {

struct EngineParams;

}  // namespace paddle::platform
