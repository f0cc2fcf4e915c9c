enum class Tag {
    ${enum_of_valid_tags}
};
