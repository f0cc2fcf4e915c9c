#pragma once

#include <memory>

#include "paddle/common/macros.h"
#include "pir/builder.h"

namespace paddle::dialect {

class ApiBuilder {
 public:
  static ApiBuilder& Instance();
  const std::shared_ptr<pir::Builder>& GetBuilder() const;

 private:
  ApiBuilder();
};

}  // namespace paddle::dialect
