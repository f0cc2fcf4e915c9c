#pragma once

namespace phi::backends::gpu {

void SetDeviceId(int device_id);

}  // namespace phi::backends::gpu
