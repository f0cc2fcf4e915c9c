#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/phi/common/scalar.h"
#include "paddle/utils/none.h"
#include "paddle/utils/variant.h"

namespace paddle::framework::compatible {

using OpAttrVariantT = paddle::variant<
    bool, float, double, int32_t, int64_t, std::string, paddle::experimental::Scalar, std::vector<bool>,
    std::vector<float>, std::vector<double>, std::vector<int32_t>, std::vector<int64_t>, std::vector<std::string>,
    std::vector<paddle::experimental::Scalar>, paddle::none_t>;

class OpVersionDesc {
 public:
  template <typename T>
  OpVersionDesc&& ModifyAttr(const std::string&, const std::string& remark, const T& value) {
    return Take(OpAttrVariantT{value});
  }
  template <typename T>
  OpVersionDesc&& NewAttr(const std::string&, const std::string& remark, const T& value) {
    return Take(OpAttrVariantT{value});
  }
  OpVersionDesc&& NewInput(const std::string&, const std::string& remark);
  OpVersionDesc&& NewOutput(const std::string&, const std::string& remark);
  OpVersionDesc&& BugfixWithBehaviorChanged(const std::string& remark);
  OpVersionDesc&& DeleteAttr(const std::string&, const std::string& remark);
  OpVersionDesc&& ModifyInput(const std::string&, const std::string& remark);
  OpVersionDesc&& ModifyOutput(const std::string&, const std::string& remark);
  OpVersionDesc&& DeleteInput(const std::string&, const std::string& remark);
  OpVersionDesc&& DeleteOutput(const std::string&, const std::string& remark);

 private:
  OpVersionDesc&& Take(const OpAttrVariantT&);
};

class OpVersion {
 public:
  OpVersion& AddCheckpoint(const std::string& note, OpVersionDesc&&);
};

class OpVersionRegistrar {
 public:
  static OpVersionRegistrar& GetInstance();
  OpVersion& Register(const std::string& op);
};

}  // namespace paddle::framework::compatible
