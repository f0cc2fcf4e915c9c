namespace paddle::dialect {
std::vector<std::vector<pir::OpResult>> BatchNorm_Op::Decomp(pir::Operation* op) { return {}; }
}  // namespace paddle::dialect
