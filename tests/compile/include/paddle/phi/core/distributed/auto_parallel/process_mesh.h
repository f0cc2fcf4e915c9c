#pragma once

#include <cstdint>
#include <vector>

namespace phi::distributed {

class ProcessMesh {
 public:
  ProcessMesh();
  const std::vector<int64_t>& shape() const;
};

}  // namespace phi::distributed
