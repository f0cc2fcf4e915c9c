#pragma once

namespace phi::backends::xpu {

void SetXPUDeviceId(int device_id);

}  // namespace phi::backends::xpu
