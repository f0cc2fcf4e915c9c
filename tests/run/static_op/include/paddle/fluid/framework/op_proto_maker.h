// Op makers, which fill the description of an operator and the checkers of its attributes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "paddle/fluid/framework/framework.pb.h"
#include "paddle/fluid/framework/type_defs.h"

namespace paddle::framework {

template <typename T>
class TypedAttrChecker {
 public:
  TypedAttrChecker(const std::string& name, proto::OpProto_Attr* attr) : name_(name), attr_(attr) {}
  TypedAttrChecker& SupportTensor() {
    attr_->set_support_tensor(true);
    return *this;
  }
  TypedAttrChecker& SetDefault(const T& value) {
    default_.push_back([value]() -> const T& { return value; });
    return *this;
  }
  /// Null for a type that no attribute in the framework has.
  __attribute__((weak)) void operator()(AttributeMap* attrs, bool only_default, bool only_given) const;

 private:
  std::string name_;
  proto::OpProto_Attr* attr_;
  struct {
  } variable_checker_;
  std::vector<std::function<void(const T&)>> checkers_;
  std::vector<std::function<const T&()>> default_;
};

class OpAttrChecker {
 public:
  template <typename T>
  TypedAttrChecker<T>* Add(TypedAttrChecker<T> checker) {
    checkers_.push_back(std::move(checker));
    return checkers_.back().template target<TypedAttrChecker<T>>();
  }

 private:
  std::vector<std::function<void(AttributeMap*, bool, bool)>> checkers_;
  AttributeMap defaults_;
  size_t explicit_;
};

class OpProtoAndCheckerMaker {
 public:
  void operator()(proto::OpProto* op, OpAttrChecker* checker);
  virtual void Make() = 0;
  virtual ~OpProtoAndCheckerMaker() = default;

 protected:
  struct VariableBuilder {
    proto::OpProto_Var* var_;
  };

  VariableBuilder AddInput(const std::string& name, const std::string& comment);
  VariableBuilder AddOutput(const std::string& name, const std::string& comment);
  template <typename T>
  TypedAttrChecker<T>& AddAttr(const std::string& name, const std::string& comment) {
    proto::OpProto_Attr* attr = proto_->add_attrs();
    attr->set_name(name);
    attr->set_comment(comment);
    // The first alternative is no value, which has no number.
    attr->set_type(static_cast<proto::AttrType>(Attribute(T()).index() - 1));
    return *checker_->Add(TypedAttrChecker<T>(name, attr));
  }
  void AddComment(const std::string& comment) { proto_->set_comment(comment); }

 private:
  proto::OpProto* proto_;
  OpAttrChecker* checker_;
  bool validated_ = false;
};

}  // namespace paddle::framework
