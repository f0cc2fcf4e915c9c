// Stands in for the source of the runtime: records what the generated sources describe, as JSON.
#define OPGEN_STATIC_DECLARATIONS_ONLY
#include "paddle/fluid/operators/opgen_static_runtime.h"

#include <cstdlib>
#include <deque>
#include <utility>

#include "json.h"

namespace paddle::framework::compatible {

/// The changes in a checkpoint.
class OpVersionDesc {
 public:
  std::vector<opgen::Object> changes;
  opgen::Object* New(const char* type, const char* remark) {
    changes.emplace_back();
    return &changes.back().Add("type", type).Add("remark", remark);
  }
};

class OpVersion {
 public:
  std::vector<opgen::Object> checkpoints;
};

}  // namespace paddle::framework::compatible

namespace paddle::operators::opgen {

using ::opgen::Array;
using ::opgen::Json;
using ::opgen::Object;

namespace {

struct Maker {
  std::deque<Object> inputs, outputs, attrs;
  static Object* New(std::deque<Object>* objects, const char* name) {
    objects->emplace_back();
    return &objects->back().Add("name", name);
  }
};

// Made before the first registration.
std::vector<Object>& Operators() {
  static std::vector<Object> operators;
  return operators;
}

Maker* Of(void* maker) { return static_cast<Maker*>(maker); }

std::string Text(Name name) { return std::string(name.text) + (name.gradient ? "@GRAD" : ""); }

std::string List(const std::deque<Object>& objects) { return Array({objects.begin(), objects.end()}); }

/// Records the steps of a grad op maker. A test for a variable is the condition of the step that follows.
class Steps final : public GradOp {
 public:
  std::string type;
  std::vector<Object> steps;

  void SetType(const char* name) override { type = name; }
  void SetInput(Name name, Source from) override { Variable("input", name, from); }
  void SetOutput(Name name, Source from) override { Variable("output", name, from); }
  void SetAttrMap(AllAttributes) override { New("attributes"); }
  void SetAttr(const char* name, Source from) override { New("attribute_of")->Add("name", name).Add("of", Text(from.name)); }
  void SetAttr(const char* name, bool value) override { Attribute(name, value); }
  void SetAttr(const char* name, int value) override { Attribute(name, value); }
  void SetAttr(const char* name, int64_t value) override { Attribute(name, value); }
  void SetAttr(const char* name, float value) override { Attribute(name, value); }
  void SetAttr(const char* name, double value) override { Attribute(name, value); }
  void SetAttr(const char* name, const char* value) override { Attribute(name, value); }
  void SetAttr(const char* name, const std::string& value) override { Attribute(name, value); }
  void SetAttr(const char* name, const std::vector<bool>& value) override { Attribute(name, value); }
  void SetAttr(const char* name, const std::vector<int>& value) override { Attribute(name, value); }
  void SetAttr(const char* name, const std::vector<int64_t>& value) override { Attribute(name, value); }
  void SetAttr(const char* name, const std::vector<float>& value) override { Attribute(name, value); }
  void SetAttr(const char* name, const std::vector<double>& value) override { Attribute(name, value); }
  void SetAttr(const char* name, const std::vector<std::string>& value) override { Attribute(name, value); }
  bool HasInput(Name name) const override { return Condition("if_input", name); }
  bool HasOutput(Name name) const override { return Condition("if_output", name); }

 private:
  Object* New(const char* kind) {
    steps.push_back(condition_);
    condition_ = {};
    return &steps.back().Add("kind", kind);
  }
  void Variable(const char* kind, Name name, Source from) {
    static const char* const kSources[] = {"input", "output", "output_grad", "input_grad"};
    New(kind)->Add("name", Text(name)).Add("source", kSources[from.kind]).Add("of", Text(from.name)).Add("keeps_empty", from.keeps_empty);
  }
  template <typename T>
  void Attribute(const char* name, T value) {
    New("attribute")->Add("name", name).Add("value", value);
  }
  bool Condition(const char* key, Name name) const {
    condition_.Add(key, Text(name));
    return true;
  }

  mutable Object condition_;
};

std::string Names(std::initializer_list<Name> names) {
  std::vector<std::string> texts;
  for (Name name : names) texts.push_back(Text(name));
  return Json(texts);
}

}  // namespace

int framework::TransToProtoVarType(phi::DataType type) {
  // The numbers of `VarType.Type` in saved programs.
  switch (type) {
    case phi::DataType::BOOL: return 0;
    case phi::DataType::INT16: return 1;
    case phi::DataType::INT32: return 2;
    case phi::DataType::INT64: return 3;
    case phi::DataType::FLOAT16: return 4;
    case phi::DataType::FLOAT32: return 5;
    case phi::DataType::FLOAT64: return 6;
    case phi::DataType::UINT8: return 20;
    case phi::DataType::INT8: return 21;
    case phi::DataType::BFLOAT16: return 22;
    case phi::DataType::COMPLEX64: return 23;
    case phi::DataType::COMPLEX128: return 24;
    default: return -1;
  }
}

namespace {

Object* Described(void* object) { return static_cast<Object*>(object); }

}  // namespace

VariableBuilder& VariableBuilder::AsDuplicable() { return Described(variable_)->Add("duplicable", true), *this; }
VariableBuilder& VariableBuilder::AsIntermediate() { return Described(variable_)->Add("intermediate", true), *this; }
VariableBuilder& VariableBuilder::AsDispensable() { return Described(variable_)->Add("dispensable", true), *this; }
VariableBuilder& VariableBuilder::AsExtra() { return Described(variable_)->Add("extra", true), *this; }

template <typename T>
AttributeBuilder<T>& AttributeBuilder<T>::SetDefault(const T& value) {
  Described(checker_)->Add("default", value);
  return *this;
}

template <typename T>
AttributeBuilder<T>& AttributeBuilder<T>::SupportTensor() {
  Described(checker_)->Add("support_tensor", true);
  return *this;
}

VariableBuilder OpProtoAndCheckerMaker::AddInput(const char* name, const char*) const {
  return VariableBuilder(Maker::New(&Of(maker)->inputs, name));
}

VariableBuilder OpProtoAndCheckerMaker::AddOutput(const char* name, const char*) const {
  return VariableBuilder(Maker::New(&Of(maker)->outputs, name));
}

template <typename T>
AttributeBuilder<T> OpProtoAndCheckerMaker::AddAttr(const char* name, const char*) const {
  return AttributeBuilder<T>(&Maker::New(&Of(maker)->attrs, name)->Add("type", ::opgen::kAttrType<T>));
}

void OpProtoAndCheckerMaker::AddComment(const char*) const {}

// Nothing calls infer meta functions here.
#define OPGEN_NEVER(result, ...) \
  result MetaArguments::Next(Type<__VA_ARGS__>) { std::abort(); }
using MetaTensors = std::vector<const phi::MetaTensor*>;
OPGEN_NEVER(const phi::MetaTensor&, const phi::MetaTensor&)
OPGEN_NEVER(MetaTensors, const MetaTensors&)
OPGEN_NEVER(paddle::optional<MetaTensors>, const paddle::optional<MetaTensors>&)
OPGEN_NEVER(bool, bool)
OPGEN_NEVER(int, int)
OPGEN_NEVER(int64_t, int64_t)
OPGEN_NEVER(float, float)
OPGEN_NEVER(double, double)
OPGEN_NEVER(phi::DataType, phi::DataType)
OPGEN_NEVER(phi::DataLayout, phi::DataLayout)
OPGEN_NEVER(phi::Scalar, const phi::Scalar&)
OPGEN_NEVER(phi::IntArray, const phi::IntArray&)
OPGEN_NEVER(const std::string&, const std::string&)
OPGEN_NEVER(const std::vector<bool>&, const std::vector<bool>&)
OPGEN_NEVER(const std::vector<int>&, const std::vector<int>&)
OPGEN_NEVER(const std::vector<int64_t>&, const std::vector<int64_t>&)
OPGEN_NEVER(const std::vector<float>&, const std::vector<float>&)
OPGEN_NEVER(const std::vector<double>&, const std::vector<double>&)
OPGEN_NEVER(const std::vector<std::string>&, const std::vector<std::string>&)
OPGEN_NEVER(const std::vector<phi::Scalar>&, const std::vector<phi::Scalar>&)
OPGEN_NEVER(phi::MetaTensor*, phi::MetaTensor*)
OPGEN_NEVER(std::vector<phi::MetaTensor*>, std::vector<phi::MetaTensor*>)
OPGEN_NEVER(phi::MetaConfig, phi::MetaConfig)

Registrar::Registrar(const Operator& described) {
  Object op;
  op.Add("type", described.type).Add("composite", described.compose_gradient != nullptr);
  op.Add("infer_meta", described.infer_meta != nullptr).AddRaw("no_need_buffer", Names(described.no_need_buffer));
  Object inplace;
  for (const InplacePair& pair : described.inplace) inplace.Add(Text(pair.input), Text(pair.output));
  op.AddRaw("inplace", inplace.Text());
  if (described.make) {
    Maker maker;
    described.make(&maker);
    Object variables;
    variables.AddRaw("inputs", List(maker.inputs)).AddRaw("outputs", List(maker.outputs)).AddRaw("attrs", List(maker.attrs));
    op.AddRaw("maker", variables.Text());
  }
  if (described.has_no_gradient) op.AddRaw("gradient", "null");
  if (described.apply_gradient) {
    Steps steps;
    described.apply_gradient(&steps);
    op.AddRaw("gradient", Object().Add("type", steps.type).AddRaw("steps", Array(steps.steps)).Text());
  }
  Operators().push_back(op);
}

using Desc = ::paddle::framework::compatible::OpVersionDesc;
using Version = ::paddle::framework::compatible::OpVersion;

namespace {

std::map<std::string, Version>& Versions() {
  static std::map<std::string, Version> versions;
  return versions;
}

}  // namespace

OpVersionDesc::OpVersionDesc() : desc_(new Desc) {}
OpVersionDesc::~OpVersionDesc() = default;

#define OPGEN_CHANGE(method)                                                            \
  OpVersionDesc&& OpVersionDesc::method(const char* name, const char* remark) {         \
    desc_->New("k" #method, remark)->Add("name", name);                                 \
    return std::move(*this);                                                            \
  }

OPGEN_CHANGE(NewInput)
OPGEN_CHANGE(NewOutput)
OPGEN_CHANGE(ModifyInput)
OPGEN_CHANGE(ModifyOutput)
OPGEN_CHANGE(DeleteInput)
OPGEN_CHANGE(DeleteOutput)
OPGEN_CHANGE(DeleteAttr)

OpVersionDesc&& OpVersionDesc::BugfixWithBehaviorChanged(const char* remark) {
  desc_->New("kBugfixWithBehaviorChanged", remark);
  return std::move(*this);
}

#define OPGEN_ATTR_CHANGE(method)                                                                     \
  template <typename T>                                                                               \
  OpVersionDesc&& OpVersionDesc::method(const char* name, const char* remark, const T& value) {       \
    desc_->New("k" #method, remark)->Add("name", name).Add("default", value);                         \
    return std::move(*this);                                                                          \
  }                                                                                                   \
  OpVersionDesc&& OpVersionDesc::method(const char* name, const char* remark, const char* value) {    \
    return method(name, remark, std::string(value));                                                  \
  }

OPGEN_ATTR_CHANGE(NewAttr)
OPGEN_ATTR_CHANGE(ModifyAttr)

#define OPGEN_DEFAULT(...)                                                                                  \
  template OpVersionDesc&& OpVersionDesc::NewAttr<__VA_ARGS__>(const char*, const char*, const __VA_ARGS__&); \
  template OpVersionDesc&& OpVersionDesc::ModifyAttr<__VA_ARGS__>(const char*, const char*, const __VA_ARGS__&)

#define OPGEN_ATTRIBUTE(...)                                                                                      \
  template class AttributeBuilder<__VA_ARGS__>;                                                                   \
  template AttributeBuilder<__VA_ARGS__> OpProtoAndCheckerMaker::AddAttr<__VA_ARGS__>(const char*, const char*) const; \
  OPGEN_DEFAULT(__VA_ARGS__)

OPGEN_ATTRIBUTE(bool);
OPGEN_ATTRIBUTE(int);
OPGEN_ATTRIBUTE(int64_t);
OPGEN_ATTRIBUTE(float);
OPGEN_ATTRIBUTE(double);
OPGEN_ATTRIBUTE(std::string);
OPGEN_ATTRIBUTE(std::vector<bool>);
OPGEN_ATTRIBUTE(std::vector<int>);
OPGEN_ATTRIBUTE(std::vector<int64_t>);
OPGEN_ATTRIBUTE(std::vector<float>);
OPGEN_ATTRIBUTE(std::vector<double>);
OPGEN_ATTRIBUTE(std::vector<std::string>);
OPGEN_ATTRIBUTE(std::vector<Scalar>);
OPGEN_DEFAULT(paddle::none_t);

OpVersion::OpVersion(const char* type) : version_(&Versions()[type]) {}

OpVersion& OpVersion::AddCheckpoint(const char* note, OpVersionDesc&& desc) {
  version_->checkpoints.emplace_back();
  version_->checkpoints.back().Add("note", note).AddRaw("updates", Array(desc.desc_->changes));
  return *this;
}

}  // namespace paddle::operators::opgen

extern "C" __attribute__((visibility("default"))) bool opgen_describe(const char* path) {
  using namespace paddle::operators::opgen;  // NOLINT
  Object versions, all;
  for (const auto& [op, version] : Versions()) versions.AddRaw(op, Array(version.checkpoints));
  const auto text = all.AddRaw("operators", Array(Operators())).AddRaw("versions", versions.Text()).Text();
  std::FILE* file = std::fopen(path, "w");
  return file && std::fputs(text.c_str(), file) >= 0 && std::fclose(file) == 0;
}
