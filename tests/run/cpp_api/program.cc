// Calls functions of the generated C++ API and writes their results, to compare them with the stock framework.
// It is built into the library of the generated functions. `reference.py` makes the same calls.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "paddle/phi/api/lib/opgen_runtime.h"

#include "paddle/phi/api/backward/backward_api.h"
#include "paddle/phi/api/backward/sparse_bw_api.h"
#include "paddle/phi/api/include/api.h"
#include "paddle/phi/api/include/operants_manager.h"
#include "paddle/phi/api/include/sparse_api.h"
#include "paddle/phi/api/include/strings_api.h"
#include "paddle/phi/api/include/tensor_operants.h"
#include "paddle/phi/api/lib/dygraph_api.h"
#include "paddle/phi/common/pstring.h"
#include "paddle/phi/core/dense_tensor.h"
#include "paddle/phi/core/string_tensor.h"
#include "paddle/utils/flags.h"

PD_DECLARE_string(tensor_operants_mode);

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
  // A kernel that needs contiguous memory, with a view that is not contiguous.
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

void Sparse() {
  namespace sparse = api::sparse;
  auto x = sparse::to_sparse_coo(Ramp({3, 4}), 2);
  auto y = sparse::to_sparse_coo(Ramp({3, 4}, 1), 2);
  Print("sparse.values", sparse::values(x));
  Print("sparse.add", sparse::to_dense(sparse::add(x, y)));
  Print("sparse.relu", sparse::to_dense(sparse::relu(x)));
  Print("sparse.relu.csr", sparse::to_dense(sparse::relu(sparse::to_sparse_csr(Ramp({3, 4})))));
  Print("sparse.coo_tensor", sparse::to_dense(sparse::sparse_coo_tensor(Ramp({2}, 2), api::reshape(Indices({0, 1, 2, 0}), {2, 2}), {2, 3})));
  Tensor x_grad, y_grad, dense_grad;
  sparse::add_grad(x, y, sparse::add(x, y), &x_grad, &y_grad);
  Print("sparse.add_grad.x", sparse::to_dense(x_grad));
  Print("sparse.add_grad.y", sparse::to_dense(y_grad));
  sparse::to_sparse_coo_grad(y, &dense_grad);
  Print("sparse.to_sparse_coo_grad", dense_grad);
  Tensor relu_grad;
  sparse::relu_grad(sparse::relu(x), y, &relu_grad);
  Print("sparse.relu_grad", sparse::to_dense(relu_grad));
  auto csr = sparse::to_sparse_csr(Ramp({3, 4}));
  auto share = sparse::softmax(csr, -1);
  Print("sparse.softmax", sparse::to_dense(share));
  Tensor softmax_grad;
  sparse::softmax_grad(share, csr, -1, &softmax_grad);
  Print("sparse.softmax_grad", sparse::to_dense(softmax_grad));
  // Sparse and dense operands, intermediate results, and gradients of both kinds.
  auto grid = sparse::to_sparse_coo(Ramp({1, 2, 3, 3, 2}), 4);
  auto kernel = Ramp({1, 2, 2, 2, 3}, 1);
  auto [out, rulebook, counter] = sparse::conv3d_intermediate(grid, kernel, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 1, false, "");
  Print("sparse.conv3d", sparse::to_dense(out));
  Tensor grid_grad, kernel_grad;
  sparse::conv3d_grad(grid, kernel, out, rulebook, counter, out, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, 1, false, "", &grid_grad, &kernel_grad);
  Print("sparse.conv3d_grad.x", sparse::to_dense(grid_grad));
  Print("sparse.conv3d_grad.kernel", kernel_grad);
  // The framework has no product of sparse matrices on the CPU. The call reaches its kernel, which reports this.
  auto refused = [](const char* name, auto&& call) {
    try {
      call();
    } catch (const std::exception& error) {
      const std::string text = error.what();
      const auto begin = text.find("Not support"), end = text.find(" now.");
      if (begin != std::string::npos) std::fprintf(results, "%s %s\n", name, text.substr(begin, end - begin).c_str());
    }
  };
  refused("sparse.matmul", [&] { sparse::matmul(csr, Ramp({4, 2})); });
  refused("sparse.matmul_grad", [&] {
    Tensor left, right;
    sparse::matmul_grad(csr, Ramp({4, 2}), Ramp({3, 2}), &left, &right);
  });
  try {
    sparse::add(Ramp({3, 4}), x);
    Print("sparse.refused", Indices({0}));
  } catch (const std::exception&) {
    Print("sparse.refused", Indices({1}));
  }
}

void Strings() {
  auto words = api::strings::empty({2}, phi::CPUPlace());
  auto* values = const_cast<phi::dtype::pstring*>(static_cast<phi::StringTensor*>(words.impl().get())->data());
  values[0] = "Sparse";
  values[1] = "MATMUL";
  for (const auto& result : {api::strings::lower(words, false), api::strings::upper(words, false)}) {
    const auto* made = static_cast<phi::StringTensor*>(result.impl().get())->data();
    std::fprintf(results, "strings %s %s\n", made[0].data(), made[1].data());
  }
}

void Intermediate() {
  auto normal = api::layer_norm_intermediate(Ramp({2, 3}), Ramp({3}, 1), paddle::none, 1e-5f, 1);
  Print("layer_norm_intermediate.out", std::get<0>(normal));
  Print("layer_norm_intermediate.mean", std::get<1>(normal));
  auto flat = Ramp({2, 3});
  auto reshaped = api::reshape_intermediate_(flat, {3, 2});
  Print("reshape_intermediate_", std::get<0>(reshaped));
}

void Operants() {
  FLAGS_tensor_operants_mode = "phi";
  paddle::OperantsManager::Instance().phi_operants = std::make_unique<paddle::operants::PhiTensorOperants>();
  auto x = Ramp({2, 3}), y = Ramp({2, 3}, 2);
  Print("operants.arithmetic", (x + y) * x - y / 2.0);
  Print("operants.scalar_left", 1.0 - 2.0 * y / x.add(8.0));
  Print("operants.compared", (x < y) & (x != y) | ~(x >= y));
  Print("operants.negated", -x.abs().pow(y));
  Print("operants.sum", x.sum({0}, phi::DataType::UNDEFINED, true));
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
    Sparse();
    Strings();
    Intermediate();
    Operants();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  std::fclose(results);
  return problem.empty() ? nullptr : problem.c_str();
}
