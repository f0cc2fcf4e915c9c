// Operators in programs.
#pragma once

#include <string>
#include <vector>

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/fluid/framework/type_defs.h"

namespace paddle::framework {

class OpDesc {
 public:
  OpDesc(const proto::OpDesc& desc, BlockDesc* block);
  ~OpDesc();
  void SetType(const std::string& type);
  void SetInput(const std::string& name, const std::vector<std::string>& variables);
  void SetOutput(const std::string& name, const std::vector<std::string>& variables);
  void SetAttr(const std::string& name, const Attribute& value);
  void SetAttrMap(const AttributeMap& attrs);
  const std::vector<std::string>& Input(const std::string& name) const;
  const std::vector<std::string>& Output(const std::string& name) const;
  bool HasInput(const std::string& name, bool with_attr_var = false) const;
  bool HasOutput(const std::string& name) const;
  const AttributeMap& GetAttrMap() const;

 private:
  alignas(8) char members_[360];
};

}  // namespace paddle::framework
