#pragma once

#include <Python.h>

#include <cstddef>

namespace pybind11 {

class handle {
 public:
  PyObject* ptr() const;
};

class object : public handle {
 public:
  handle release();
};

class module_ : public object {
 public:
  module_ def_submodule(const char* name);
};
using module = module_;

}  // namespace pybind11
