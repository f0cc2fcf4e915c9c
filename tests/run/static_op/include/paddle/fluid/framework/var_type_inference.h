// The types of output variables.
#pragma once

#include <ostream>
#include <string>

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/fluid/framework/type_defs.h"

/// Nothing is logged.
#undef VLOG
#define VLOG(level) std::ostream(nullptr)

namespace paddle::framework {

/// The functions are virtual in the framework, but programs have no other class.
class InferVarTypeContext {
 public:
  Attribute GetAttr(const std::string& name) const;
  void SyncTypeAndDataType(const std::string& input, const std::string& output, int index = 0);
  void SetOutputType(const std::string& name, proto::VarType::Type type, int index = 0);
  proto::VarType::Type GetInputDataType(const std::string& name, const int& index = 0) const;
  void SetOutputDataType(const std::string& name, proto::VarType::Type type, int index = 0);
};

}  // namespace paddle::framework
