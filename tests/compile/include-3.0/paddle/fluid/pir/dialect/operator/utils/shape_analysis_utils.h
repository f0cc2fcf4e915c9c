#pragma once

#include <string>
#include <vector>

#include "pir/operation.h"

namespace symbol {

class ShapeOrDataDimExprs {
 public:
  ShapeOrDataDimExprs() = delete;
  ShapeOrDataDimExprs(const ShapeOrDataDimExprs&);
  ShapeOrDataDimExprs& operator=(const ShapeOrDataDimExprs&);
};

}  // namespace symbol

namespace pir {

class InferSymbolicShapeCacheKey {
 public:
  InferSymbolicShapeCacheKey(
      const std::string& op, const std::vector<symbol::ShapeOrDataDimExprs>& inputs, const AttributeMap&);
};

class InferSymbolicShapeContext {
 public:
  InferSymbolicShapeContext(const InferSymbolicShapeContext&) = delete;
  void SetOpInferSymbolicShapeCache(
      const InferSymbolicShapeCacheKey&, std::vector<symbol::ShapeOrDataDimExprs> results);
};

}  // namespace pir

namespace paddle::dialect {

const symbol::ShapeOrDataDimExprs& GetInputShape(const pir::InferSymbolicShapeContext*, pir::Operation*, int index);
const symbol::ShapeOrDataDimExprs& GetOutputShape(const pir::InferSymbolicShapeContext*, pir::Operation*, int index);
symbol::ShapeOrDataDimExprs GetGradVarShapeFromOutput(
    const pir::InferSymbolicShapeContext*, pir::Operation*, int index);
symbol::ShapeOrDataDimExprs GetGradVarShapeFromInput(
    const pir::InferSymbolicShapeContext*, pir::Operation*, int index);

}  // namespace paddle::dialect
