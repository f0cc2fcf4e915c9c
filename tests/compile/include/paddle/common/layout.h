#pragma once

#include <iosfwd>
#include <string>

namespace common {

enum class DataLayout {
  UNDEFINED = 0,
  ANY = UNDEFINED,
  NHWC,
  NCHW,
  NCDHW,
  NDHWC,
  ONEDNN,
  SPARSE_COO,
  SPARSE_CSR,
  PSTRING_UNION,
  STRIDED,
  NUM_DATA_LAYOUTS,
  ALL_LAYOUT = UNDEFINED,
};

DataLayout StringToDataLayout(const std::string&);
std::ostream& operator<<(std::ostream&, DataLayout);

}  // namespace common

namespace phi {
using common::DataLayout;
}  // namespace phi

namespace paddle {
using common::DataLayout;
}  // namespace paddle
