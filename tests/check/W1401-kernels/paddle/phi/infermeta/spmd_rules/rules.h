namespace phi::distributed {

SpmdInfo GoodInferSpmd(const DistMetaTensor& x);

}  // namespace phi::distributed
