namespace phi {

void ClipInferMeta(const MetaTensor& x, float min, float max, MetaTensor* out);

void UnchangedInferMeta(const MetaTensor& x, MetaTensor* out);

}  // namespace phi
