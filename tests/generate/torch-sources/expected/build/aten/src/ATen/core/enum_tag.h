enum class Tag {
    core,
    generated,
    pt2_compliant_tag
};
