#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "differences.h"
#include "paddle/common/layout.h"
#include "paddle/phi/api/include/dll_decl.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/place.h"
#include "paddle/phi/common/scalar.h"

namespace phi {
class DenseTensor;
class TensorBase;
}  // namespace phi

namespace common {
class DDim;
}  // namespace common

namespace paddle {

using experimental::IntArray;
using experimental::Scalar;

class AbstractAutogradMeta {
 public:
  virtual ~AbstractAutogradMeta();
};

class Tensor final {
 public:
  Tensor();
  Tensor(const Tensor&);
  Tensor(Tensor&&) noexcept;
  explicit Tensor(std::shared_ptr<phi::TensorBase>);
  explicit Tensor(const Place&);
  explicit Tensor(const std::string& name);
  Tensor(std::shared_ptr<phi::TensorBase>, const std::string& name);
  Tensor(std::shared_ptr<phi::TensorBase>, std::shared_ptr<AbstractAutogradMeta>);
  Tensor& operator=(const Tensor&) &;
  Tensor& operator=(Tensor&&) & noexcept;
  ~Tensor();

  int64_t numel() const;
  int64_t size() const;
  const common::DDim& dims() const;
  std::vector<int64_t> shape() const;
  DataType dtype() const;
  DataType type() const;
  phi::DataLayout layout() const;
  const Place& place() const;
  bool is_dense_tensor() const;
  bool is_dist_tensor() const;
  bool is_selected_rows() const;
  bool is_sparse_coo_tensor() const;
  bool is_sparse_csr_tensor() const;
  bool is_string_tensor() const;

  const std::shared_ptr<phi::TensorBase>& impl() const;
  void set_impl(const std::shared_ptr<phi::TensorBase>&);
  void set_impl(std::shared_ptr<phi::TensorBase>&&);
  const std::string& name() const;
  void set_name(const std::string&);
  bool defined() const;
  bool initialized() const;
  void reset();
  AbstractAutogradMeta* get_autograd_meta() const;
  void set_autograd_meta(std::shared_ptr<AbstractAutogradMeta>);
  const std::shared_ptr<AbstractAutogradMeta>& mutable_autograd_meta() const;
  void bump_inplace_version();

  Tensor operator+(const Tensor&) const;
  Tensor operator-(const Tensor&) const;
  Tensor operator*(const Tensor&) const;
  Tensor operator/(const Tensor&) const;
  Tensor operator+(const Scalar&) const;
  Tensor operator-(const Scalar&) const;
  Tensor operator*(const Scalar&) const;
  Tensor operator/(const Scalar&) const;
  Tensor operator<(const Tensor&) const;
  Tensor operator<=(const Tensor&) const;
  Tensor operator==(const Tensor&) const;
  Tensor operator!=(const Tensor&) const;
  Tensor operator>(const Tensor&) const;
  Tensor operator>=(const Tensor&) const;
  Tensor operator-() const;
  Tensor operator~() const;
  Tensor operator&(const Tensor&) const;
  Tensor operator|(const Tensor&) const;
  Tensor operator^(const Tensor&) const;

  Tensor add(const Tensor&) const;
  Tensor divide(const Tensor&) const;
  Tensor multiply(const Tensor&) const;
  Tensor subtract(const Tensor&) const;
  Tensor add(const Scalar&) const;
  Tensor divide(const Scalar&) const;
  Tensor multiply(const Scalar&) const;
  Tensor subtract(const Scalar&) const;
  Tensor less_equal(const Tensor&) const;
  Tensor less_than(const Tensor&) const;
  Tensor equal(const Tensor&) const;
  Tensor not_equal(const Tensor&) const;
  Tensor greater_equal(const Tensor&) const;
  Tensor greater_than(const Tensor&) const;
  Tensor bitwise_and(const Tensor&) const;
  Tensor bitwise_or(const Tensor&) const;
  Tensor bitwise_xor(const Tensor&) const;
  Tensor bitwise_not() const;
  Tensor pow(const Tensor&) const;
  Tensor pow(const Scalar&) const;
  Tensor exp() const;
  Tensor floor() const;
  Tensor gather_nd(const Tensor&) const;
  Tensor log() const;
  Tensor roll(const IntArray& = {}, const std::vector<int64_t>& = {}) const;
  Tensor scatter(const Tensor&, const Tensor&, bool = true) const;
  Tensor scatter_nd_add(const Tensor&, const Tensor&) const;
  Tensor abs() const;
  Tensor assign() const;
  Tensor elementwise_pow(const Tensor&) const;
  Tensor expand(const IntArray&) const;
  Tensor matmul(const Tensor&, bool = false, bool = false) const;
  Tensor max(const IntArray& = {}, bool = false) const;
  Tensor maximum(const Tensor&) const;
  Tensor minimum(const Tensor&) const;
  Tensor scale(const Scalar& = 1.0, ScaleBias = 0.0, bool = true) const;
  Tensor sum(const IntArray& = {}, DataType = DataType::UNDEFINED, bool = false) const;
  Tensor tile(const IntArray& = {}) const;
};

Tensor operator+(const Scalar&, const Tensor&);
Tensor operator-(const Scalar&, const Tensor&);
Tensor operator*(const Scalar&, const Tensor&);
Tensor operator/(const Scalar&, const Tensor&);

}  // namespace paddle
