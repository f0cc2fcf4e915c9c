#define FORALL_ATEN_BASE_SYMBOLS(_) \
${aten_symbols}

#define FORALL_ATTR_BASE_SYMBOLS(_) \
${attr_symbols}
