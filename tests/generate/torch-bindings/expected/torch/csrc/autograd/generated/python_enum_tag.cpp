void initEnumTag(PyObject* module) {
  tags(module)

  .value("core", at::Tag::core)
  .value("pt2_compliant_tag", at::Tag::pt2_compliant_tag);
}
