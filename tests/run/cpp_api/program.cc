// Calls functions of the generated C++ API and writes their results, for comparison with the stock framework's.
// Built into the library that holds the generated functions; `reference.py` makes the same calls.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "paddle/phi/api/lib/opgen_runtime.h"

#include "paddle/phi/api/backward/backward_api.h"
#include "paddle/phi/api/include/api.h"

namespace google {
struct SiteFlag;
}  // namespace google

namespace {

namespace api = paddle::experimental;
using paddle::Tensor;
using Shape = std::vector<int64_t>;

FILE* results = nullptr;

template <typename T>
void PrintValues(const Tensor& tensor, const char* format) {
  const T* values = tensor.data<T>();
  for (int64_t i = 0; i < tensor.numel(); ++i) std::fprintf(results, format, values[i]);
}

void Print(const std::string& name, const Tensor& given) {
  const auto& dense = *static_cast<phi::DenseTensor*>(given.impl().get());
  const Tensor tensor = dense.meta().is_contiguous() ? given : api::assign(given);
  std::fprintf(results, "%s [", name.c_str());
  for (auto extent : tensor.shape()) std::fprintf(results, " %lld", static_cast<long long>(extent));
  std::fprintf(results, " ]");
  switch (tensor.dtype()) {
    case phi::DataType::FLOAT32: PrintValues<float>(tensor, " %.9g"); break;
    case phi::DataType::FLOAT64: PrintValues<double>(tensor, " %.17g"); break;
    case phi::DataType::INT32: PrintValues<int>(tensor, " %d"); break;
    case phi::DataType::INT64: PrintValues<int64_t>(tensor, " %ld"); break;
    case phi::DataType::BOOL: PrintValues<bool>(tensor, " %d"); break;
    default: std::fprintf(results, " unexpected data type");
  }
  std::fprintf(results, "\n");
}

void Print(const std::string& name, const std::vector<Tensor>& tensors) {
  for (size_t i = 0; i < tensors.size(); ++i) Print(name + "." + std::to_string(i), tensors[i]);
}

// (i * 7 % 11 - 5) / 4 + shift
Tensor Ramp(const Shape& shape, float shift = 0) {
  auto tensor = api::full(shape, 0, phi::DataType::FLOAT32);
  auto* values = tensor.data<float>();
  for (int64_t i = 0; i < tensor.numel(); ++i) values[i] = static_cast<float>(i * 7 % 11 - 5) / 4 + shift;
  return tensor;
}

Tensor Indices(const std::vector<int64_t>& values) {
  auto tensor = api::full({static_cast<int64_t>(values.size())}, 0, phi::DataType::INT64);
  for (size_t i = 0; i < values.size(); ++i) tensor.data<int64_t>()[i] = values[i];
  return tensor;
}

void Arithmetic() {
  Print("add", api::add(Ramp({2, 3}), Ramp({3}, 1)));
  Print("add.mixed", api::add(Ramp({2, 3}), api::cast(Ramp({2, 3}, 1), phi::DataType::FLOAT32)));
  Print("matmul", api::matmul(Ramp({2, 3}), Ramp({3, 4}), false, false));
  Print("sum", api::sum(Ramp({2, 3, 4}), {1}, phi::DataType::UNDEFINED, true));
  Print("clip", api::clip(Ramp({2, 3}), -0.5, 0.75));
  Print("scale", api::scale(Ramp({2, 3}), 3.0, 0.5, true));
  Print("add_n", api::add_n({Ramp({2, 2}), Ramp({2, 2}, 1)}));
  Print("where", api::where(api::greater_than(Ramp({2, 3}), Ramp({2, 3}, 0)), Ramp({2, 3}), Ramp({2, 3}, 2)));
  auto [values, indices] = api::topk(Ramp({2, 5}), 3, -1, true, true);
  Print("topk.values", values);
  Print("topk.indices", indices);
}

void Creation() {
  Print("full", api::full({2, 2}, 1.5, phi::DataType::FLOAT64));
  Print("ones", api::ones({3}, phi::DataType::INT32));
  Print("full_like", api::full_like(Ramp({2, 2}), 7));
  Print("eye", api::eye(2, 3, phi::DataType::FLOAT32, phi::CPUPlace()));
}

void Lists() {
  Print("concat", api::concat({Ramp({2, 2}), Ramp({3, 2}, 1)}, 0));
  Print("split", api::split(Ramp({6, 2}), {1, 2, 3}, 0));
  Print("split_with_num", api::split_with_num(Ramp({4, 4}), 2, 1));
  Print("unbind", api::unbind(Ramp({3, 2}), 0));
  Print("meshgrid", api::meshgrid({Ramp({2}), Ramp({3})}));
  Print("stack", api::stack({Ramp({2}), Ramp({2}, 1)}, 1));
  Print("gather", api::gather(Ramp({4, 2}), Indices({3, 1}), 0));
}

void Views() {
  auto x = Ramp({2, 6});
  auto reshaped = api::reshape(x, {3, 4});
  Print("reshape", reshaped);
  Print("reshape.shares", api::full({1}, x.data<float>() == reshaped.data<float>(), phi::DataType::INT32));
  Print("transpose", api::transpose(Ramp({2, 3}), {1, 0}));
  Print("squeeze", api::squeeze(Ramp({2, 1, 3}), {1}));
  // A kernel that needs contiguous memory, over a view that is not.
  Print("sum.strided", api::sum(api::transpose(Ramp({2, 3}), {1, 0}), {0}));
}

void Inplace() {
  auto x = Ramp({2, 3});
  api::relu_(x);
  Print("relu_", x);
  auto base = Ramp({2, 3});
  auto view = api::transpose(base, {1, 0});
  api::relu_(view);
  Print("relu_.strided", base);
  auto scaled = std::vector<Tensor>{Ramp({2}), Ramp({3}, 1)};
  auto found = api::check_finite_and_unscale_(scaled, api::full({1}, 4, phi::DataType::FLOAT32));
  Print("check_finite_and_unscale_", scaled);
  Print("check_finite_and_unscale_.found", std::get<1>(found));
}

void Optimizers() {
  auto rate = api::full({1}, 0.1, phi::DataType::FLOAT32);
  paddle::optional<Tensor> no_master;
  auto param = Ramp({2, 2});
  api::sgd_(param, rate, Ramp({2, 2}, 1), no_master, false);
  Print("sgd_", param);
  auto moment1 = Ramp({2, 2}, 2), moment2 = Ramp({2, 2}, 3);
  auto beta1_pow = api::full({1}, 0.9, phi::DataType::FLOAT32), beta2_pow = api::full({1}, 0.99, phi::DataType::FLOAT32);
  param = Ramp({2, 2});
  api::adam_(param, Ramp({2, 2}, 1), rate, moment1, moment2, beta1_pow, beta2_pow, no_master, paddle::none, 0.9f, 0.99f,
             1e-8f, false, 1000, false, false);
  Print("adam_", {param, moment1, moment2, beta1_pow, beta2_pow});
}

void Normalisation() {
  auto mean = Ramp({3}), variance = Ramp({3}, 2);
  auto out = api::batch_norm(Ramp({2, 3, 2, 2}), mean, variance, Ramp({3}, 1), Ramp({3}), false, 0.9f, 1e-5f, "NCHW", false, false);
  Print("batch_norm.out", std::get<0>(out));
  Print("batch_norm.mean", std::get<1>(out));
  Print("batch_norm.variance", std::get<2>(out));
  Print("layer_norm", api::layer_norm(Ramp({2, 3}), Ramp({3}, 1), paddle::none, 1e-5f, 1));
}

void Gradients() {
  Tensor x_grad, y_grad;
  api::matmul_grad(Ramp({2, 3}), Ramp({3, 4}), Ramp({2, 4}, 1), false, false, &x_grad, &y_grad);
  Print("matmul_grad.x", x_grad);
  Print("matmul_grad.y", y_grad);
  Tensor only_x;
  api::multiply_grad(Ramp({2, 3}), Ramp({2, 3}, 1), Ramp({2, 3}, 2), -1, &only_x, nullptr);
  Print("multiply_grad.x", only_x);
  std::vector<Tensor> pieces(2);
  api::concat_grad({Ramp({2, 2}), Ramp({3, 2})}, Ramp({5, 2}), 0, {&pieces[0], &pieces[1]});
  Print("concat_grad", pieces);
  Tensor weight_grad;
  api::embedding_grad(Indices({2, 0, 2}), Ramp({4, 2}), Ramp({3, 2}), -1, false, &weight_grad);
  Print("embedding_grad", weight_grad);
}

}  // namespace

// Writes all results to a file; returns what went wrong, or null.
extern "C" const char* opgen_run(const char* path) {
  static std::string problem;
  results = std::fopen(path, "w");
  if (results == nullptr) return "cannot write the results";
  try {
    Arithmetic();
    Creation();
    Lists();
    Views();
    Inplace();
    Optimizers();
    Normalisation();
    Gradients();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  std::fclose(results);
  return problem.empty() ? nullptr : problem.c_str();
}

// A newer glog than the framework's own calls this for every VLOG site; verbose logging stays off.
namespace google {
bool InitVLOG3__(SiteFlag*, int*, const char*, int) { return false; }
}  // namespace google
