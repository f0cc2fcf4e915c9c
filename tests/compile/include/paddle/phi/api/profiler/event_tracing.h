#pragma once

#include <cstdint>
#include <string>

#include "paddle/phi/api/profiler/trace_event.h"

namespace phi {

enum class EventRole { kOrdinary, kInnerOp, kUniqueOp, kSpecial };

class RecordEvent {
 public:
  static bool IsEnabled();
  explicit RecordEvent(
      const std::string& name, TracerEventType type = TracerEventType::UserDefined, uint32_t level = 4,
      EventRole role = EventRole::kOrdinary);
  explicit RecordEvent(
      const char* name, TracerEventType type = TracerEventType::UserDefined, uint32_t level = 4,
      EventRole role = EventRole::kOrdinary);
  ~RecordEvent();
};

}  // namespace phi
