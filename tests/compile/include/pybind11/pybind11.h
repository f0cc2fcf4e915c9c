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

class module : public object {
 public:
  module def_submodule(const char* name);
};

class tuple : public object {
 public:
  explicit tuple(size_t size);
};

}  // namespace pybind11
