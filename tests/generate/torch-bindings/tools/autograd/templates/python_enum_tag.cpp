void initEnumTag(PyObject* module) {
  tags(module)
  ${enum_of_valid_tags};
}
