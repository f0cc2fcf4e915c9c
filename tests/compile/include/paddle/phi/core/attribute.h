#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "paddle/common/layout.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/place.h"
#include "paddle/phi/common/scalar.h"

namespace phi {

class DenseTensor;

class TensorRef {
 public:
  DenseTensor const* Get() const;
};

// A variant in the framework, which takes long to compile. Generated code only makes attributes of values.
class Attribute {
 public:
  Attribute();
  Attribute(bool);                             // NOLINT
  Attribute(int);                              // NOLINT
  Attribute(int64_t);                          // NOLINT
  Attribute(float);                            // NOLINT
  Attribute(double);                           // NOLINT
  Attribute(const std::string&);               // NOLINT
  Attribute(const std::vector<int>&);          // NOLINT
  Attribute(const std::vector<bool>&);         // NOLINT
  Attribute(const std::vector<int64_t>&);      // NOLINT
  Attribute(const std::vector<float>&);        // NOLINT
  Attribute(const std::vector<double>&);       // NOLINT
  Attribute(const std::vector<std::string>&);  // NOLINT
  Attribute(const Scalar&);                    // NOLINT
  Attribute(const std::vector<Scalar>&);       // NOLINT
  Attribute(const IntArray&);                  // NOLINT
  Attribute(DataType);                         // NOLINT
  Attribute(DataLayout);                       // NOLINT
  Attribute(const Place&);                     // NOLINT
  Attribute(const Attribute&);
  Attribute& operator=(const Attribute&);
  ~Attribute();
};

using AttributeMap = std::unordered_map<std::string, Attribute>;

}  // namespace phi

namespace paddle {

template <typename T>
const T& get(const phi::Attribute&);
template <typename T>
const T* get_if(const phi::Attribute*);

}  // namespace paddle
