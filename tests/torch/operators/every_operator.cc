// Calls operators of PyTorch with values of the right types, and prints what the dispatcher gets and returns.
//
// Under a dispatch key that has a kernel for all operators, and takes a stack, no operator computes anything. OPERATORS is a file that has
// `OPERATOR(name)` for some classes of at::_ops. The program prints the same with all libraries that define the operators.
#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Operators.h>
#include <ATen/core/List.h>
#include <ATen/record_function.h>
#include <torch/library.h>

#include <dlfcn.h>

#include <iostream>

namespace {

constexpr auto kKey = c10::DispatchKey::TESTING_ONLY_GenericMode;

/// The values that arguments have and that operators return.
struct Values {
  at::Tensor first = at::arange(6).view({2, 3});
  at::Tensor second = at::ones({4});
  std::vector<at::Tensor> tensors = {first, second};
  c10::List<std::optional<at::Tensor>> optional_tensors;
  std::vector<int64_t> integers = {1, 2};
  std::vector<c10::SymInt> symbolic = {3, 4};
  std::vector<double> numbers = {0.5};
  std::vector<at::Scalar> scalars = {at::Scalar(2), at::Scalar(0.5)};
  std::vector<at::Dimname> names = {at::Dimname::wildcard()};
  at::Generator generator = at::detail::getDefaultCPUGenerator().clone();

  Values() {
    optional_tensors.push_back(first);
    optional_tensors.push_back(std::nullopt);
  }
};
Values& values() {
  static Values all;
  return all;
}

template <class T>
struct Type {};
auto sample(Type<at::Tensor>) { return values().first; }
auto sample(Type<bool>) { return true; }
auto sample(Type<int64_t>) { return int64_t(7); }
auto sample(Type<at::DeviceIndex>) { return at::DeviceIndex(0); }
auto sample(Type<double>) { return 1.5; }
auto sample(Type<c10::SymInt>) { return c10::SymInt(5); }
auto sample(Type<c10::SymBool>) { return c10::SymBool(true); }
auto sample(Type<at::Scalar>) { return at::Scalar(3); }
auto sample(Type<c10::string_view>) { return c10::string_view("text"); }
auto sample(Type<at::ScalarType>) { return at::kDouble; }
auto sample(Type<at::Layout>) { return at::kStrided; }
auto sample(Type<at::Device>) { return at::Device(at::kCPU); }
auto sample(Type<at::MemoryFormat>) { return at::MemoryFormat::Contiguous; }
auto sample(Type<at::QScheme>) { return at::kPerTensorAffine; }
auto sample(Type<at::Generator>) { return values().generator; }
auto sample(Type<at::Storage>) { return values().second.storage(); }
auto sample(Type<at::Stream>) { return at::Stream(at::Stream::DEFAULT, at::Device(at::kCPU)); }
auto sample(Type<at::Dimname>) { return at::Dimname::wildcard(); }
auto sample(Type<at::TensorList>) { return at::TensorList(values().tensors); }
auto sample(Type<at::ITensorListRef>) { return at::ITensorListRef(values().tensors); }
auto sample(Type<c10::List<std::optional<at::Tensor>>>) { return values().optional_tensors; }
auto sample(Type<at::IntArrayRef>) { return at::IntArrayRef(values().integers); }
auto sample(Type<c10::SymIntArrayRef>) { return c10::SymIntArrayRef(values().symbolic); }
auto sample(Type<at::OptionalIntArrayRef>) { return at::OptionalIntArrayRef(values().integers); }
auto sample(Type<at::OptionalSymIntArrayRef>) { return at::OptionalSymIntArrayRef(c10::SymIntArrayRef(values().symbolic)); }
auto sample(Type<at::ArrayRef<double>>) { return at::ArrayRef<double>(values().numbers); }
auto sample(Type<at::ArrayRef<at::Scalar>>) { return at::ArrayRef<at::Scalar>(values().scalars); }
auto sample(Type<at::DimnameList>) { return at::DimnameList(values().names); }
template <size_t count>
auto sample(Type<std::array<bool, count>>) {
  return std::array<bool, count>{true};
}
template <class T>
auto sample(Type<std::optional<T>>) {
  return std::optional<T>(sample(Type<T>()));
}

void print(const c10::IValue& value) {
  if (value.isTensor()) {
    std::cout << "tensor " << value.toTensor().sizes() << (value.toTensor().is_same(values().first) ? "" : " another");
  } else if (value.isList()) {
    std::cout << value.tagKind() << "(";
    for (const c10::IValue& item : value.toListRef()) {
      print(item);
      std::cout << " ";
    }
    std::cout << ")";
  } else if (value.isGenerator() || value.isStorage()) {
    std::cout << value.tagKind();
  } else {
    std::cout << value.tagKind() << " " << value;
  }
}
template <class List>
void print_all(const char* title, const List& list) {
  std::cout << " " << title << ":";
  for (const c10::IValue& value : list) {
    std::cout << " ";
    print(value);
    std::cout << ",";
  }
}

/// A result of some type.
c10::IValue result_of(const c10::Type& type) {
  if (type.kind() == c10::TypeKind::ListType) {
    return c10::List<at::Tensor>({values().first, values().second});
  }
  switch (type.kind()) {
    case c10::TypeKind::BoolType: return true;
    case c10::TypeKind::IntType: return 11;
    case c10::TypeKind::QSchemeType: return static_cast<int64_t>(at::kPerChannelAffine);
    case c10::TypeKind::SymIntType: return c10::SymInt(12);
    case c10::TypeKind::SymBoolType: return c10::SymBool(true);
    case c10::TypeKind::FloatType: return 2.5;
    case c10::TypeKind::NumberType: return at::Scalar(13);
    default: return values().first;
  }
}

/// The kernel for all operators.
void kernel(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
  std::cout << " kernel of " << op.operator_name() << " " << toString(keys.highestPriorityTypeId());
  print_all("arguments", *stack);
  stack->clear();
  for (const auto& returned : op.schema().returns()) {
    stack->push_back(result_of(*returned.type()));
  }
}
TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&kernel>());
}

using Pointers = std::vector<const void*>;

template <class T>
void print_result(const T& result, const Pointers& arguments) {
  const auto found = std::find(arguments.begin(), arguments.end(), &result);
  if (found != arguments.end()) {
    std::cout << " argument " << found - arguments.begin();
  }
  std::cout << " ";
  if constexpr (std::is_same_v<T, at::ScalarType> || std::is_same_v<T, at::QScheme>) {
    std::cout << toString(result);
  } else {
    print(c10::IValue(result));
  }
}
template <class... T>
void print_result(const std::tuple<T...>& results, const Pointers& arguments) {
  std::apply([&](const auto&... result) { (print_result(result, arguments), ...); }, results);
}

using AnyFunction = void (*)();

/// An operator whose types are not known.
struct Operator {
  const char* name;
  const char* overload;
  AnyFunction call;
  AnyFunction redispatch;
  /// Calls one of these functions, and prints what it returns.
  void (*try_call)(AnyFunction call);
  void (*try_redispatch)(AnyFunction redispatch);
};

template <class F>
struct Tried;
template <class R, class... A>
struct Tried<R(A...)> {
  static void call(AnyFunction function) {
    const auto typed = reinterpret_cast<R (*)(A...)>(function);
    print_result_of([&](auto&... value) -> R { return typed(value...); });
  }
  static void redispatch(AnyFunction function) {
    const auto typed = reinterpret_cast<R (*)(c10::DispatchKeySet, A...)>(function);
    print_result_of([&](auto&... value) -> R { return typed(c10::DispatchKeySet(kKey), value...); });
  }

 private:
  template <class Function>
  static void print_result_of(Function function) {
    std::tuple<std::remove_cv_t<std::remove_reference_t<A>>...> given{sample(Type<std::remove_cv_t<std::remove_reference_t<A>>>())...};
    std::apply([&](auto&... value) {
      if constexpr (std::is_void_v<R>) {
        function(value...);
      } else {
        decltype(auto) result = function(value...);
        std::cout << " result:";
        print_result(result, Pointers{&value...});
      }
    }, given);
  }
};

void attempt(const char* kind, void (*function)(AnyFunction), AnyFunction argument) {
  std::cout << "  " << kind;
  try {
    function(argument);
  } catch (const std::exception& error) {
    const std::string text = error.what();
    std::cout << " error: " << text.substr(0, text.find('\n'));
  }
  std::cout << "\n";
}

/// Calls an operator with and without an observer, and as a kernel does.
void check(const Operator& op) {
  std::cout << op.name << "." << op.overload << "\n";
  {
    c10::impl::IncludeDispatchKeyGuard guard(kKey);
    attempt("call", op.try_call, op.call);
    const auto handle = at::addThreadLocalCallback(
        at::RecordFunctionCallback(
            [](const at::RecordFunction& record) -> std::unique_ptr<at::ObserverContext> {
              std::cout << " begin of " << record.name() << "." << record.overload_name();
              print_all("inputs", record.inputs());
              return nullptr;
            },
            [](const at::RecordFunction& record, at::ObserverContext*) {
              std::cout << " end";
              print_all("outputs", record.outputs());
            })
            .needsInputs(true)
            .needsOutputs(true));
    attempt("observed", op.try_call, op.call);
    at::removeCallback(handle);
    const auto plain = at::addThreadLocalCallback(at::RecordFunctionCallback(
        [](const at::RecordFunction& record) -> std::unique_ptr<at::ObserverContext> {
          std::cout << " begin of " << record.name() << " with " << record.inputs().size();
          return nullptr;
        }));
    attempt("observed without values", op.try_call, op.call);
    at::removeCallback(plain);
  }
  attempt("redispatch", op.try_redispatch, op.redispatch);
}

template <class T>
Operator of() {
  using Function = Tried<typename T::schema>;
  const auto call = reinterpret_cast<AnyFunction>(&T::call);
  const auto redispatch = reinterpret_cast<AnyFunction>(&T::redispatch);
  return {T::name, T::overload_name, call, redispatch, &Function::call, &Function::redispatch};
}

} // namespace

int main() {
  // Its operators must not call the kernel.
  values();
#define OPERATOR(name) check(of<at::_ops::name>());
#include OPERATORS
  // The library under test counts its operators.
  if (auto* called = dlsym(RTLD_DEFAULT, "opgen_called_operators")) {
    std::cerr << reinterpret_cast<int (*)()>(called)() << "\n";
  }
  // Two libraries may define the same globals.
  std::cout.flush();
  std::_Exit(0);
}
