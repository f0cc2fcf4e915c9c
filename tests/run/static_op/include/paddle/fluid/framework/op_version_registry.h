// The table of versions.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/phi/common/scalar.h"
#include "paddle/utils/none.h"
#include "paddle/utils/variant.h"

namespace paddle::framework::compatible {

using Scalar = paddle::experimental::Scalar;
using OpAttrVariantT =
    paddle::variant<bool, float, double, int, int64_t, std::string, Scalar, std::vector<bool>, std::vector<float>,
                    std::vector<double>, std::vector<int>, std::vector<int64_t>, std::vector<std::string>,
                    std::vector<Scalar>, paddle::none_t>;

struct OpUpdateInfo {
  virtual ~OpUpdateInfo() = default;
};

struct OpAttrInfo : OpUpdateInfo {
  OpAttrInfo(const std::string& name, const std::string& remark, const OpAttrVariantT& value)
      : name(name), value(value), remark(remark) {}
  std::string name;
  OpAttrVariantT value;
  std::string remark;
};

enum class OpUpdateType { kModifyAttr = 1, kNewAttr };

class OpUpdateBase {
 public:
  virtual const OpUpdateInfo& info() const = 0;
  virtual OpUpdateType type() const = 0;
  virtual ~OpUpdateBase() = default;
};

template <typename Info, OpUpdateType kType>
class OpUpdate : public OpUpdateBase {
 public:
  explicit OpUpdate(const Info& info) : info_(info) {}
  const Info& info() const override { return info_; }
  OpUpdateType type() const override { return type_; }

 private:
  Info info_;
  OpUpdateType type_ = kType;
};

class OpVersionDesc {
 public:
  template <typename T>
  OpVersionDesc&& ModifyAttr(const std::string& name, const std::string& remark, const T& value) {
    return Add<OpUpdateType::kModifyAttr>({name, remark, value});
  }
  template <typename T>
  OpVersionDesc&& NewAttr(const std::string& name, const std::string& remark, const T& value) {
    return Add<OpUpdateType::kNewAttr>({name, remark, value});
  }
  OpVersionDesc&& NewInput(const std::string& name, const std::string& remark);
  OpVersionDesc&& NewOutput(const std::string& name, const std::string& remark);
  OpVersionDesc&& BugfixWithBehaviorChanged(const std::string& remark);
  OpVersionDesc&& DeleteAttr(const std::string& name, const std::string& remark);
  OpVersionDesc&& ModifyInput(const std::string& name, const std::string& remark);
  OpVersionDesc&& ModifyOutput(const std::string& name, const std::string& remark);
  OpVersionDesc&& DeleteInput(const std::string& name, const std::string& remark);
  OpVersionDesc&& DeleteOutput(const std::string& name, const std::string& remark);

 private:
  template <OpUpdateType kType>
  OpVersionDesc&& Add(const OpAttrInfo& info) {
    updates_.emplace_back(new OpUpdate<OpAttrInfo, kType>(info));
    return std::move(*this);
  }

  std::vector<std::unique_ptr<OpUpdateBase>> updates_;
};

class OpVersion {
 public:
  OpVersion& AddCheckpoint(const std::string& note, OpVersionDesc&& changes);
};

class OpVersionRegistrar {
 public:
  static OpVersionRegistrar& GetInstance();
  OpVersion& Register(const std::string& type);
};

}  // namespace paddle::framework::compatible
