#define FORALL_ATEN_BASE_SYMBOLS(_) \
_(aten, both) \
_(aten, fill) \
_(aten, fold) \
_(aten, fold_) \
_(aten, is_plain) \
_(aten, pair) \
_(aten, top) \
_(aten, wrap)

#define FORALL_ATTR_BASE_SYMBOLS(_) \
_(attr, a) \
_(attr, b) \
_(attr, by) \
_(attr, device) \
_(attr, dim) \
_(attr, dtype) \
_(attr, how) \
_(attr, layout) \
_(attr, memory_format) \
_(attr, most) \
_(attr, others) \
_(attr, out) \
_(attr, pin_memory) \
_(attr, self) \
_(attr, size) \
_(attr, step) \
_(attr, strides) \
_(attr, value) \
_(attr, values) \
_(attr, which)
