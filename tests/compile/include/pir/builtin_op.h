#pragma once

#include <vector>

#include "pir/builder.h"
#include "pir/op_base.h"
#include "pir/op_trait.h"

namespace pir {

class CombineOp : public Op<CombineOp> {
 public:
  using Op::Op;
  static void Build(Builder&, OperationArgument&, const std::vector<Value>& inputs);
  std::vector<Value> inputs();
  ResultValue out();
};

class SliceOp : public Op<SliceOp> {
 public:
  using Op::Op;
  static void Build(Builder&, OperationArgument&, Value, int index);
  Value input();
};

class SplitOp : public Op<SplitOp> {
 public:
  using Op::Op;
  static void Build(Builder&, OperationArgument&, Value);
  Value input();
  std::vector<ResultValue> outputs();
};

void PassStopGradientsDefaultly(OperationArgument&);

}  // namespace pir
