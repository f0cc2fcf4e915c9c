#pragma once

#include "paddle/phi/common/place.h"

namespace phi::distributed {

class ProcessMesh;

bool IsCurRankInMesh(const ProcessMesh&);
Place GetDefaultPlace();

}  // namespace phi::distributed
