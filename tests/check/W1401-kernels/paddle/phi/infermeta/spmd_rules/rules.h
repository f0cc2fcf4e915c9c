namespace phi::distributed {

SpmdInfo GoodInferSpmd(const DistMetaTensor& x, const std::vector<DistMetaTensor>& ys, const DistMetaTensor& z,
                       int axis, const std::vector<float>& scales, const Scalar& value);

}  // namespace phi::distributed
