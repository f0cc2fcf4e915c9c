// JSON, and the names of types in programs.
#pragma once

#include <climits>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "paddle/phi/common/scalar.h"
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
inline std::string Json(const paddle::experimental::Scalar& value) { return Json(value.ToString()); }
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
template <> inline constexpr const char* kAttrType<std::vector<paddle::experimental::Scalar>> = "SCALARS";

}  // namespace opgen
