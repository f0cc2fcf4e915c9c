#pragma once

#include <string>

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/fluid/framework/op_info.h"
#include "paddle/fluid/framework/type_defs.h"

namespace paddle::framework {

template <typename T>
class TypedAttrChecker {
 public:
  TypedAttrChecker& SupportTensor();
  TypedAttrChecker& SetDefault(const T&);
};

class OpProtoAndCheckerMaker {
 public:
  virtual ~OpProtoAndCheckerMaker();
  virtual void Make() = 0;
  void operator()(proto::OpProto*, OpAttrChecker*);

 protected:
  struct VariableBuilder {
    proto::OpProto::Var* var_;
    VariableBuilder& AsDuplicable();
    VariableBuilder& AsIntermediate();
    VariableBuilder& AsDispensable();
    VariableBuilder& AsExtra();
  };

  VariableBuilder AddInput(const std::string&, const std::string& comment);
  VariableBuilder AddOutput(const std::string&, const std::string& comment);
  template <typename T>
  TypedAttrChecker<T>& AddAttr(const std::string&, const std::string& comment);
  void AddComment(const std::string&);
};

}  // namespace paddle::framework
