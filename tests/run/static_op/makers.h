// Replaces the framework when op makers and versions of operators run. Records what they declare, as JSON.
#pragma once

#include <climits>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "paddle/common/layout.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"
#include "paddle/utils/none.h"

namespace opgen {

inline std::string Json(bool value) { return value ? "true" : "false"; }
inline std::string Json(int value) { return std::to_string(value); }
inline std::string Json(int64_t value) { return std::to_string(value); }
inline std::string Json(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  // Without a fraction it would be read as an integer.
  const std::string digits = text;
  return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}
inline std::string Json(float value) { return Json(static_cast<double>(value)); }
inline std::string Json(paddle::none_t) { return "null"; }
inline std::string Json(const std::string& value) {
  std::string text = "\"";
  for (char letter : value) {
    char escaped[8];
    std::snprintf(escaped, sizeof(escaped), "\\u%04x", letter);
    const bool plain = letter != '"' && letter != '\\' && (letter < 0 || letter >= ' ');
    text += plain ? std::string(1, letter) : escaped;
  }
  return text + "\"";
}
inline std::string Json(const char* value) { return Json(std::string(value)); }
template <typename T>
std::string Json(const std::vector<T>& values) {
  std::string text;
  for (T value : values) text += (text.empty() ? "" : ", ") + Json(value);
  return "[" + text + "]";
}

// Joins JSON texts.
inline std::string Joined(const std::vector<std::string>& items) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ",\n  ") + item;
  return text;
}

// A JSON object to which members are added one by one.
struct Object {
  std::vector<std::string> members;

  template <typename T>
  Object& Add(const std::string& key, T value) {
    return AddRaw(key, Json(value));
  }
  Object& AddRaw(const std::string& key, const std::string& json) {
    members.push_back(Json(key) + ": " + json);
    return *this;
  }
  std::string Text() const { return "{" + Joined(members) + "}"; }
};

inline std::string Array(const std::vector<Object>& objects) {
  std::vector<std::string> items;
  for (const auto& object : objects) items.push_back(object.Text());
  return "[" + Joined(items) + "]";
}

// The names in the framework's `AttrType`.
template <typename T> constexpr const char* kAttrType = nullptr;
template <> inline constexpr const char* kAttrType<int> = "INT";
template <> inline constexpr const char* kAttrType<float> = "FLOAT";
template <> inline constexpr const char* kAttrType<std::string> = "STRING";
template <> inline constexpr const char* kAttrType<std::vector<int>> = "INTS";
template <> inline constexpr const char* kAttrType<std::vector<float>> = "FLOATS";
template <> inline constexpr const char* kAttrType<std::vector<std::string>> = "STRINGS";
template <> inline constexpr const char* kAttrType<bool> = "BOOLEAN";
template <> inline constexpr const char* kAttrType<std::vector<bool>> = "BOOLEANS";
template <> inline constexpr const char* kAttrType<int64_t> = "LONG";
template <> inline constexpr const char* kAttrType<std::vector<int64_t>> = "LONGS";
template <> inline constexpr const char* kAttrType<double> = "FLOAT64";
template <> inline constexpr const char* kAttrType<std::vector<double>> = "FLOAT64S";

}  // namespace opgen

namespace paddle::framework {

// The numbers of `VarType.Type` in saved programs.
inline int TransToProtoVarType(phi::DataType type) {
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

class OpProtoAndCheckerMaker {
 public:
  virtual ~OpProtoAndCheckerMaker() = default;
  virtual void Make() = 0;

  std::string Describe() {
    Make();
    opgen::Object op;
    op.AddRaw("inputs", opgen::Array(inputs_)).AddRaw("outputs", opgen::Array(outputs_));
    return op.AddRaw("attrs", opgen::Array(attrs_)).Text();
  }

 protected:
  struct Variable {
    opgen::Object* object;

    Variable& AsDuplicable() { return Is("duplicable"); }
    Variable& AsIntermediate() { return Is("intermediate"); }
    Variable& AsDispensable() { return Is("dispensable"); }
    Variable& AsExtra() { return Is("extra"); }
    Variable& Is(const char* flag) { return object->Add(flag, true), *this; }
  };

  template <typename T>
  struct Attribute {
    opgen::Object* object;

    Attribute& SetDefault(const T& value) { return object->Add("default", value), *this; }
    Attribute& SupportTensor() { return object->Add("support_tensor", true), *this; }
    Attribute& AsExtra() { return object->Add("extra", true), *this; }
  };

  Variable AddInput(const std::string& name, const std::string&) { return {New(&inputs_, name)}; }
  Variable AddOutput(const std::string& name, const std::string&) { return {New(&outputs_, name)}; }
  template <typename T>
  Attribute<T> AddAttr(const std::string& name, const std::string&) {
    return {&New(&attrs_, name)->Add("type", opgen::kAttrType<T>)};
  }
  void AddComment(const std::string&) {}

 private:
  static opgen::Object* New(std::vector<opgen::Object>* objects, const std::string& name) {
    objects->emplace_back();
    return &objects->back().Add("name", name);
  }

  std::vector<opgen::Object> inputs_, outputs_, attrs_;
};

}  // namespace paddle::framework

namespace paddle::framework::compatible {

class OpVersionDesc {
 public:
  template <typename T>
  OpVersionDesc& NewAttr(const std::string& name, const std::string& remark, T value) {
    New("kNewAttr", name, remark)->Add("default", value);
    return *this;
  }
  template <typename T>
  OpVersionDesc& ModifyAttr(const std::string& name, const std::string& remark, T value) {
    New("kModifyAttr", name, remark)->Add("default", value);
    return *this;
  }
  using Text = const std::string&;
  OpVersionDesc& DeleteAttr(Text name, Text remark) { return New("kDeleteAttr", name, remark), *this; }
  OpVersionDesc& NewInput(Text name, Text remark) { return New("kNewInput", name, remark), *this; }
  OpVersionDesc& NewOutput(Text name, Text remark) { return New("kNewOutput", name, remark), *this; }
  OpVersionDesc& ModifyInput(Text name, Text remark) { return New("kModifyInput", name, remark), *this; }
  OpVersionDesc& ModifyOutput(Text name, Text remark) { return New("kModifyOutput", name, remark), *this; }
  OpVersionDesc& DeleteInput(Text name, Text remark) { return New("kDeleteInput", name, remark), *this; }
  OpVersionDesc& DeleteOutput(Text name, Text remark) { return New("kDeleteOutput", name, remark), *this; }
  OpVersionDesc& BugfixWithBehaviorChanged(Text remark) {
    updates_.emplace_back();
    updates_.back().Add("type", "kBugfixWithBehaviorChanged").Add("remark", remark);
    return *this;
  }

  std::string Describe() const { return opgen::Array(updates_); }

 private:
  opgen::Object* New(const char* type, Text name, Text remark) {
    updates_.emplace_back();
    return &updates_.back().Add("type", type).Add("name", name).Add("remark", remark);
  }

  std::vector<opgen::Object> updates_;
};

}  // namespace paddle::framework::compatible

namespace opgen {

struct Version {
  std::vector<Object> checkpoints;

  Version& AddCheckpoint(const std::string& note, const paddle::framework::compatible::OpVersionDesc& desc) {
    checkpoints.emplace_back();
    checkpoints.back().Add("note", note).AddRaw("updates", desc.Describe());
    return *this;
  }
  std::string Describe() const { return Array(checkpoints); }
};

}  // namespace opgen
