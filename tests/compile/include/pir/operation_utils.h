#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "pir/attribute.h"
#include "pir/op_result.h"
#include "pir/type.h"
#include "pir/value.h"

namespace pir {

using AttributeMap = std::unordered_map<std::string, Attribute>;

class OpInfo {
 public:
  OpInfo(std::nullptr_t = nullptr);  // NOLINT
  explicit operator bool() const;
  IrContext* ir_context() const;
  const char* name() const;
  template <typename T>
  bool HasTrait() const;
  template <typename T>
  bool HasInterface() const;
};

namespace detail {

template <typename Iterator, typename T>
using IfOf = std::enable_if_t<std::is_convertible_v<decltype(*std::declval<Iterator&>()), T>>;

}  // namespace detail

// What an operation is made of.
struct OperationArgument {
  std::vector<Value> inputs;
  AttributeMap attributes;
  std::vector<Type> output_types;
  OpInfo info;

  OperationArgument(IrContext*, const std::string& name);
  explicit OperationArgument(OpInfo);
  OperationArgument(const OperationArgument&) = delete;
  OperationArgument& operator=(const OperationArgument&) = delete;

  void AddInput(Value);
  template <typename Iterator, typename = detail::IfOf<Iterator, Value>>
  void AddInputs(Iterator, Iterator);
  void AddInputs(std::initializer_list<Value>);
  template <typename Values, typename = detail::IfOf<typename Values::const_iterator, Value>>
  void AddInputs(const Values&);
  void AddOutput(Type);
  template <typename Iterator, typename = detail::IfOf<Iterator, Type>>
  void AddOutputs(Iterator, Iterator);
  void AddOutputs(std::initializer_list<Type>);
  template <typename Types, typename = detail::IfOf<typename Types::const_iterator, Type>>
  void AddOutputs(const Types&);
  void AddAttribute(const std::string&, Attribute);
  template <typename Attributes, typename = detail::IfOf<typename Attributes::const_iterator, AttributeMap::value_type>>
  void AddAttributes(const Attributes&);
};

}  // namespace pir
