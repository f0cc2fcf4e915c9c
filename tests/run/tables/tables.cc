// Compares generated tables with those of the stock framework, or prints them so that Python can compare them.
//
// It is built with hidden visibility, so that neither library finds functions of the other.
#include <cstdio>
#include <set>
#include <string>
#include <type_traits>

#include <dlfcn.h>

#include "paddle/fluid/ir_adaptor/translator/op_compat_info.h"
#include "paddle/fluid/operators/ops_extra_info.h"

#define OPGEN_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using paddle::framework::Attribute;
using paddle::framework::AttributeMap;
using paddle::operators::ExtraInfoUtils;
using paddle::translator::OpNameNormalizer;

template <typename Table>
void Compare(std::FILE* out, const char* name, const Table& ours, const Table& theirs) {
  std::fprintf(out, "%s %zu\n", name, ours.size());
  std::set<std::string> keys;
  for (const auto& row : ours) keys.insert(row.first);
  for (const auto& row : theirs) keys.insert(row.first);
  for (const auto& key : keys) {
    auto mine = ours.find(key), other = theirs.find(key);
    bool same = mine != ours.end() && other != theirs.end() && mine->second == other->second;
    if (!same) std::fprintf(out, "difference: %s %s\n", name, key.c_str());
  }
}

void Print(std::FILE* out, bool value) { std::fputs(value ? "true" : "false", out); }
void Print(std::FILE* out, int64_t value) { std::fprintf(out, "%lld", static_cast<long long>(value)); }
void Print(std::FILE* out, int value) { Print(out, int64_t{value}); }
void Print(std::FILE* out, double value) { std::fprintf(out, "%.17g", value); }
void Print(std::FILE* out, float value) { Print(out, double{value}); }

void Print(std::FILE* out, const std::string& value) {
  std::fputc('"', out);
  for (char letter : value) {
    if (letter == '"' || letter == '\\') std::fputc('\\', out);
    std::fputc(letter, out);
  }
  std::fputc('"', out);
}

template <typename T>
void Print(std::FILE* out, const std::vector<T>& values) {
  const char* before = "[";
  for (const auto& value : values) {
    std::fputs(before, out);
    Print(out, value);
    before = ", ";
  }
  std::fputs(values.empty() ? "[]" : "]", out);
}

constexpr const char* kTypes[] = {"BOOL", "INT",  "LONG",   "FLOAT",    "FLOAT64",
                                  "STRING", "INTS", "LONGS", "FLOATS", "FLOAT64S", "STRINGS"};
static_assert(std::size(kTypes) == std::variant_size_v<Attribute>);

/// Whether the checkers of an operator set the defaults of absent attributes and change nothing else.
bool CheckersFit(const ExtraInfoUtils& info, const std::string& op, const AttributeMap& defaults) {
  auto checkers = info.g_extra_attrs_checker_.find(op);
  if (checkers == info.g_extra_attrs_checker_.end()) return false;
  AttributeMap absent, untouched, present = defaults;
  for (const auto& check : checkers->second) {
    check(&untouched, true);
    check(&absent, false);
    check(&present, false);
  }
  return untouched.empty() && absent == defaults && present == defaults;
}

}  // namespace

/// Writes the differences between generated and stock tables of names. Returns a reason if they cannot be compared.
OPGEN_EXPORT const char* opgen_compare_names(const char* framework, const char* path) {
  void* library = dlopen(framework, RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return "the framework is not loaded";
  auto instance = reinterpret_cast<OpNameNormalizer& (*)()>(
      dlsym(library, "_ZN6paddle10translator16OpNameNormalizer8instanceEv"));
  if (!instance) return "the framework has no tables of names";
  std::FILE* out = std::fopen(path, "w");
  if (!out) return "the report cannot be written";
  OpNameNormalizer ours;
  const OpNameNormalizer& theirs = instance();
  Compare(out, "op_name_mappings", ours.op_name_mappings, theirs.op_name_mappings);
  Compare(out, "op_arg_name_mappings", ours.op_arg_name_mappings, theirs.op_arg_name_mappings);
  Compare(out, "op_mutable_attribute_infos", ours.op_mutable_attribute_infos, theirs.op_mutable_attribute_infos);
  Compare(out, "op_mutable_attributes", ours.op_mutable_attributes, theirs.op_mutable_attributes);
  std::fclose(out);
  return nullptr;
}

/// Writes the generated extra attributes as JSON: operator to attribute to type and default. Returns an operator whose
/// checkers do not fit them.
OPGEN_EXPORT const char* opgen_write_extra_attrs(const char* path) {
  static const ExtraInfoUtils info;
  std::FILE* out = std::fopen(path, "w");
  if (!out) return "the report cannot be written";
  const char* misfit = nullptr;
  const char* before_op = "{";
  for (const auto& [op, attrs] : info.g_extra_attrs_map_) {
    std::fprintf(out, "%s\n\"%s\": ", before_op, op.c_str());
    const char* before = "{";
    for (const auto& [name, value] : attrs) {
      std::fprintf(out, "%s\"%s\": [\"%s\", ", before, name.c_str(), kTypes[value.index()]);
      std::visit([out](const auto& value) { Print(out, value); }, value);
      std::fputs("]", out);
      before = ", ";
    }
    std::fputs("}", out);
    before_op = ",";
    if (!CheckersFit(info, op, attrs)) misfit = op.c_str();
  }
  std::fputs("}\n", out);
  std::fclose(out);
  bool complete = info.g_extra_attrs_checker_.size() == info.g_extra_attrs_map_.size();
  return misfit || complete ? misfit : "there are checkers of operators without attributes";
}
