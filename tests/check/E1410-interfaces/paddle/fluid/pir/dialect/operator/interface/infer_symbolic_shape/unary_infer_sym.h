OP_DECLARE_INFER_SYMBOLIC_SHAPE(Abs)
bool NopOpInferSymbolicShape(pir::Operation* op, pir::InferSymbolicShapeContext* context);
