{
    {"aten::top", "out"},
    {"aten::top", ""},
    {"aten::fill", "sizes"},
    {"aten::fold_", ""},
    {"aten::is_plain", ""},
    {"aten::wrap", ""},
    {"aten::pair", ""},
    {"aten::both", ""},
}
