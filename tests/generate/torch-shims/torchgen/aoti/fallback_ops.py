# Operators that compiled models call.
inductor_fallback_ops: dict[str, dict[str, list[str]]] = {
    "aten.mix.default": {"v2": ["note"], "v3": {"new_args": ["mode"], "since": "TORCH_VERSION_2_11_0"}},
    "aten.top.out": {"since": "TORCH_VERSION_2_10_0"},
    "aten.top_.default": {},
    "aten.convolution_backward_sizes.default": {},
    "aten.parts.default": {},
    "aten.of_another_tree.default": {},
}

aten_shimified_ops: dict[str, dict[str, list[str]]] = {
    "aten.resized.default": {},
    "aten.top.default": {},
}
