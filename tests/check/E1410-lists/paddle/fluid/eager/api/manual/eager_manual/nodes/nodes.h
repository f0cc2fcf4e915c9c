class Conv2dGradNodeFinal : public egr::GradNodeBase {
 public:
  std::string name() { return "Conv2dGradNodeFinal"; }
};
class MultiplyDoubleGradNode : public egr::GradNodeBase {
 public:
  std::string name() { return "MultiplyDoubleGradNode"; }
};
