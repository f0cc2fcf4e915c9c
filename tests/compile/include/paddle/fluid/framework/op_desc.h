#pragma once

#include <string>
#include <vector>

#include "paddle/fluid/framework/type_defs.h"

namespace paddle::framework {

class OpDesc {
 public:
  void SetType(const std::string&);
  void SetInput(const std::string&, const std::vector<std::string>&);
  void SetOutput(const std::string&, const std::vector<std::string>&);
  void SetAttr(const std::string&, const Attribute&);
  void SetAttrMap(const AttributeMap&);
  void CheckAttrs();
  void InferShape(const BlockDesc&);
  void InferVarType(BlockDesc*) const;
};

}  // namespace paddle::framework
