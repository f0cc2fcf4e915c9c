#pragma once

#include <cstdint>
#include <iosfwd>

namespace common {

class DDim {
 public:
  DDim();
  DDim(const DDim&);
  DDim& operator=(const DDim&);
  int64_t operator[](int) const;
  int size() const;
};

std::ostream& operator<<(std::ostream&, const DDim&);

}  // namespace common

namespace phi {
using common::DDim;
}  // namespace phi
