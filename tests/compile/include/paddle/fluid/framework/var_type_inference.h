#pragma once

#include <string>

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/fluid/framework/type_defs.h"

namespace paddle::framework {

class InferVarTypeContext {
 public:
  virtual ~InferVarTypeContext();
  virtual Attribute GetAttr(const std::string&) const;
  virtual bool HasInput(const std::string&) const;
  virtual bool HasOutput(const std::string&) const;
  virtual void SyncTypeAndDataType(const std::string& input, const std::string& output, int index = 0);
  virtual void SetOutputType(const std::string&, proto::VarType::Type, int index = 0);
  virtual proto::VarType::Type GetInputType(const std::string&, const int& index = 0) const;
  virtual proto::VarType::Type GetInputDataType(const std::string&, const int& index = 0) const;
  virtual void SetOutputDataType(const std::string&, proto::VarType::Type, int index = 0);
};

class VarTypeInference {
 public:
  virtual ~VarTypeInference();
  virtual void operator()(InferVarTypeContext*) const = 0;
};

}  // namespace paddle::framework
