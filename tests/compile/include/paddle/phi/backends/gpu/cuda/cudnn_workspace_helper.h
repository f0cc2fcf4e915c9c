#pragma once

namespace phi::backends::gpu {

int GetDefaultConvWorkspaceSizeLimitMB();

}  // namespace phi::backends::gpu
