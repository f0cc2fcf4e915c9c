namespace phi {

void GoodInferMeta(const MetaTensor& x,
                   const std::vector<const MetaTensor*>& ys,
                   const MetaTensor& z,
                   int axis,
                   const std::vector<float>& scales,
                   const Scalar& value,
                   MetaTensor* out,
                   std::vector<MetaTensor*> outs,
                   MetaConfig config = MetaConfig());

void MisspeltInferMeta(const MetaTensor& x, MetaTensor* out);

void AxisInferMeta(const MetaTensor& x, int axis, MetaTensor* out);

void ShapeInferMeta(const MetaTensor& x, const std::vector<int>& shape, MetaTensor* out);

}  // namespace phi
