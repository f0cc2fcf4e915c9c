namespace phi {

void ConcatInferMeta(const std::vector<const MetaTensor*>& x, int axis, MetaTensor* out, MetaConfig config = MetaConfig());
void JoinInferMeta(const std::vector<const MetaTensor*>& x, int axis, MetaTensor* out, MetaConfig config = MetaConfig());
void StackInferMeta(const std::vector<const MetaTensor*>& x, int axis, MetaTensor* out);
void TileInferMeta(const MetaTensor& x, const IntArray& repeat_times, MetaTensor* out, MetaConfig config = MetaConfig());
void OverloadedInferMeta(const MetaTensor& x, MetaTensor* out);
void OverloadedInferMeta(const MetaTensor& x, MetaTensor* out, MetaConfig config);

}  // namespace phi
