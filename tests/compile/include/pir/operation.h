#pragma once

#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include "differences.h"
#include "paddle/common/enforce.h"
#include "pir/operation_utils.h"

namespace pir {

class Block;
class OpBase;

class OpOperand {
 public:
  explicit operator bool() const;
  Value source() const;
  Type type() const;
};

class Operation final {
 public:
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  IrContext* ir_context() const;
  const AttributeMap& attributes() const;
  Attribute attribute(const std::string&) const;
  template <typename T>
  T attribute(const std::string&) const;
  void set_attribute(const std::string&, Attribute);
  bool HasAttribute(const std::string&) const;
  uint32_t num_results() const;
  ResultValue result(uint32_t) const;
  std::vector<ResultValue> results() OPGEN_CONST_IN_3_0;
  uint32_t num_operands() const;
  OpOperand operand(uint32_t) const;
  std::vector<OpOperand> operands() OPGEN_CONST_IN_3_0;
  Value operand_source(uint32_t) const;
  std::vector<Value> operands_source() const;
  Block* GetParent() const;
  OpInfo info() const;
  std::string name() const;

  template <typename T>
  std::enable_if_t<std::is_base_of_v<OpBase, T>, T> dyn_cast() OPGEN_CONST_IN_3_0;
  template <typename T>
  std::enable_if_t<std::is_base_of_v<OpBase, T>, bool> isa() const;
  template <typename T>
  bool HasTrait() const;
  template <typename T>
  bool HasInterface() const;
};

std::ostream& operator<<(std::ostream&, OPGEN_CONST_IN_3_0 Operation&);

}  // namespace pir
