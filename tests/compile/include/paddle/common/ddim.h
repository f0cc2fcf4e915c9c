#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <vector>

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

int64_t product(const DDim&);
bool contain_unknown_dim(const DDim&);
DDim make_ddim(const std::vector<int64_t>&);
DDim make_ddim(const std::vector<int>&);
DDim make_ddim(std::initializer_list<int64_t>);

template <typename T = int64_t>
std::vector<T> vectorize(const DDim&);

}  // namespace common

namespace phi {
using common::DDim;
using common::make_ddim;
using common::vectorize;
}  // namespace phi
