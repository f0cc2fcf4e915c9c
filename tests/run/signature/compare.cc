// Compares the argument mappings that are linked into this library with those of the stock framework.
//
// The generated sources register with the constructors that the framework declares; those are defined here, so that
// they fill a table of this library. It is built with hidden visibility, so that neither library finds functions of
// the other.
#include <cstdio>
#include <exception>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include "paddle/phi/core/compat/op_utils.h"

namespace {

struct Table {
  std::map<std::string, phi::ArgumentMappingFn> mappings;
  std::map<std::string, std::string> kernel_names;
  std::vector<std::string> twice;

  static Table& Instance() {
    static Table table;
    return table;
  }
};

}  // namespace

namespace phi {

ArgumentMappingFnRegistrar::ArgumentMappingFnRegistrar(const char* op_type, ArgumentMappingFn function) {
  auto& table = Table::Instance();
  if (!table.mappings.emplace(op_type, std::move(function)).second) table.twice.emplace_back(op_type);
}

BaseKernelNameRegistrar::BaseKernelNameRegistrar(const char* op_type, const char* kernel_name) {
  auto& table = Table::Instance();
  if (!table.kernel_names.emplace(op_type, kernel_name).second) table.twice.emplace_back(op_type);
}

}  // namespace phi

namespace {

// The questions that a mapping may ask about a call, and the possible answers. The number of tensors of an argument
// and their kind are separate questions, because few mappings ask both.
struct Question {
  enum Of { kInputs, kKindOfInput, kOutputs, kKindOfOutput, kAttr, kForInferShape, kRuntime } of;
  std::string name;

  bool operator<(const Question& other) const { return std::tie(of, name) < std::tie(other.of, other.name); }
  const std::vector<const char*>& Answers() const {
    static const std::vector<const char*> counts = {"absent", "one tensor", "two tensors"};
    static const std::vector<const char*> kinds = {"dense", "selected rows", "sparse coo", "sparse csr", "array"};
    static const std::vector<const char*> truths = {"false", "true"};
    if (of == kInputs || of == kOutputs) return counts;
    return of == kKindOfInput || of == kKindOfOutput ? kinds : truths;
  }
  std::string With(size_t answer) const {
    static const char* const words[] = {"input",     "kind of input",   "output", "kind of output",
                                        "attribute", "for infer shape", "at run time"};
    return std::string(words[of]) + " " + name + (name.empty() ? "" : ": ") + Answers()[answer];
  }
};

// In the order of the answers to the questions about them.
enum Kind { kDense, kSelectedRows, kSparseCoo, kSparseCsr, kTensorArray };

using Answers = std::map<Question, size_t>;

// A call for which only some answers are fixed. It records what else a mapping asks.
class Call : public phi::ArgumentMappingContext {
 public:
  explicit Call(const Answers& settled) : settled_(settled) {}

  const std::set<Question>& open() const { return open_; }
  // Inputs and outputs whose kind was asked although the call does not have them.
  const std::set<std::string>& kinds_of_absent() const { return kinds_of_absent_; }

  bool HasInput(const std::string& name) const override { return InputSize(name) > 0; }
  bool HasOutput(const std::string& name) const override { return OutputSize(name) > 0; }
  size_t InputSize(const std::string& name) const override { return Answer(Question::kInputs, name); }
  size_t OutputSize(const std::string& name) const override { return Answer(Question::kOutputs, name); }
  bool HasAttr(const std::string& name) const override { return Answer(Question::kAttr, name); }
  paddle::any Attr(const std::string& name) const override {
    throw std::logic_error("asks for the value of the attribute " + name);
  }

  bool IsDenseTensorInput(const std::string& name) const override { return IsInput(name, kDense); }
  bool IsDenseTensorInputs(const std::string& name) const override { return AreInputs(name, kDense); }
  bool IsSelectedRowsInput(const std::string& name) const override { return IsInput(name, kSelectedRows); }
  bool IsSelectedRowsInputs(const std::string& name) const override { return AreInputs(name, kSelectedRows); }
  bool IsSparseCooTensorInput(const std::string& name) const override { return IsInput(name, kSparseCoo); }
  bool IsSparseCsrTensorInput(const std::string& name) const override { return IsInput(name, kSparseCsr); }
  bool IsDenseTensorVectorInput(const std::string& name) const override { return IsInput(name, kTensorArray); }
  bool IsDenseTensorOutput(const std::string& name) const override { return IsOutput(name, kDense); }
  bool IsSelectedRowsOutput(const std::string& name) const override { return IsOutput(name, kSelectedRows); }
  bool IsSparseCooTensorOutput(const std::string& name) const override { return IsOutput(name, kSparseCoo); }

  bool IsForInferShape() const override { return Answer(Question::kForInferShape, ""); }
  bool IsRuntime() const override { return Answer(Question::kRuntime, ""); }

 private:
  size_t Answer(Question::Of of, const std::string& name) const {
    const Question question{of, name};
    const auto settled = settled_.find(question);
    if (settled != settled_.end()) return settled->second;
    open_.insert(question);
    return 0;
  }

  bool IsInput(const std::string& name, Kind kind) const { return AreInputs(name, kind) && InputSize(name) == 1; }
  bool AreInputs(const std::string& name, Kind kind) const {
    if (!HasInput(name)) return IsOfAbsent(name);
    return Answer(Question::kKindOfInput, name) == kind;
  }
  bool IsOutput(const std::string& name, Kind kind) const {
    if (!HasOutput(name)) return IsOfAbsent(name);
    return Answer(Question::kKindOfOutput, name) == kind && OutputSize(name) == 1;
  }
  bool IsOfAbsent(const std::string& name) const {
    kinds_of_absent_.insert(name);
    return false;
  }

  const Answers& settled_;
  mutable std::set<Question> open_;
  mutable std::set<std::string> kinds_of_absent_;
};

std::string Text(const paddle::small_vector<const char*>& names) {
  std::string text;
  for (const char* name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return "(" + text + ")";
}

std::string Returned(const phi::ArgumentMappingFn& mapping, const Call& call) {
  try {
    const auto signature = mapping(call);
    return signature.name + (" " + Text(signature.input_names)) + Text(signature.attr_names) +
           Text(signature.output_names);
  } catch (const std::exception& error) {
    return std::string("threw: ") + error.what();
  }
}

// The library that contains a function. The two tables must contain functions of different libraries.
std::string Library(const phi::ArgumentMappingFn& mapping) {
  const auto* function = mapping.target<phi::KernelSignature (*)(const phi::ArgumentMappingContext&)>();
  Dl_info info;
  const bool found = function && dladdr(reinterpret_cast<void*>(*function), &info);
  return found ? info.dli_fname : "unknown";
}

class Comparison {
 public:
  explicit Comparison(FILE* report) : report_(report) {}

  void Run() {
    const auto& table = Table::Instance();
    for (const auto& op : table.twice) Differs(op, "is registered twice");
    for (const auto& [op, mapping] : table.mappings) Mapping(op, mapping);
    for (const auto& [op, name] : table.kernel_names) KernelName(op, name);
    std::fprintf(report_, "mappings %zu\nwith several results %zu\nkernel names %zu\ncombinations %zu\n", mappings_,
                 with_several_results_, table.kernel_names.size(), combinations_);
  }

 private:
  // No operator of the framework comes close to this number.
  static constexpr size_t kMostCombinations = 1000000;

  void Differs(const std::string& op, const std::string& how) {
    std::fprintf(report_, "difference: %s %s\n", op.c_str(), how.c_str());
  }

  void KernelName(const std::string& op, const std::string& name) {
    const auto& stock = phi::OpUtilsMap::Instance().fluid_op_to_phi_kernel();
    const auto found = stock.find(op);
    const std::string stocks = found == stock.end() ? "none" : found->second;
    if (stocks != name) Differs(op, "has the base kernel name " + name + ", not " + stocks);
  }

  void Mapping(const std::string& op, const phi::ArgumentMappingFn& ours) {
    const auto* stock = phi::OpUtilsMap::Instance().GetArgumentMappingFn(op);
    if (!stock) return Differs(op, "has no mapping in the framework");
    const auto library = Library(*stock);
    if (library == Library(ours) || library == "unknown") return Differs(op, "is compared with itself");
    ++mappings_;
    results_.clear();
    most_ = combinations_ + kMostCombinations;
    Answers settled;
    if (Compare(op, ours, *stock, &settled) && results_.size() > 1) ++with_several_results_;
  }

  // Tries every answer to each question that one of the two asks. Stops at the first difference.
  bool Compare(const std::string& op,
               const phi::ArgumentMappingFn& ours,
               const phi::ArgumentMappingFn& stock,
               Answers* settled) {
    const Call our_call(*settled), stock_call(*settled);
    const auto our_result = Returned(ours, our_call), stock_result = Returned(stock, stock_call);
    const auto& open = our_call.open().empty() ? stock_call.open() : our_call.open();
    if (!open.empty()) {
      const Question question = *open.begin();
      for (size_t answer = 0; answer < question.Answers().size(); ++answer) {
        (*settled)[question] = answer;
        if (!Compare(op, ours, stock, settled)) return false;
      }
      settled->erase(question);
      return true;
    }
    if (++combinations_ > most_) return Differs(op, "has too many combinations"), false;
    results_.insert(our_result);
    std::string how;
    if (our_result != stock_result) how = "returns " + our_result + ", not " + stock_result;
    for (const auto& name : our_call.kinds_of_absent()) {
      if (!stock_call.kinds_of_absent().count(name)) how = "asks for the kind of the absent " + name;
    }
    if (how.empty()) return true;
    for (const auto& [question, answer] : *settled) how += "; " + question.With(answer);
    return Differs(op, how), false;
  }

  FILE* report_;
  size_t mappings_ = 0;
  size_t with_several_results_ = 0;
  size_t combinations_ = 0;
  size_t most_ = 0;
  std::set<std::string> results_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) bool opgen_compare(const char* path) {
  FILE* report = std::fopen(path, "w");
  if (!report) return false;
  Comparison(report).Run();
  return std::fclose(report) == 0;
}
