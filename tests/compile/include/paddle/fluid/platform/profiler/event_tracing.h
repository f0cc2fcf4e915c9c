#pragma once

#include "paddle/phi/api/profiler/event_tracing.h"

namespace paddle::platform {

using phi::RecordEvent;
using phi::TracerEventType;

}  // namespace paddle::platform
