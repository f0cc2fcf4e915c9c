namespace phi {

void UnchangedInferMeta(const MetaTensor& x, MetaTensor* out);

void ScaledInferMeta(const MetaTensor& x, const std::vector<int64_t>& shape, MetaTensor* out);

}  // namespace phi
