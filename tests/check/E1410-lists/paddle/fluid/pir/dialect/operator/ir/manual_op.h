namespace paddle::dialect {
class AddNOp : public pir::Op<AddNOp> {
 public:
  static const char* name() { return "pd_op.add_n"; }
};
}  // namespace paddle::dialect
