#pragma once

#include <Python.h>

#include <exception>

#include "paddle/phi/core/enforce.h"
#include "pybind11/pybind11.h"

namespace paddle::pybind {

void ThrowExceptionToPython(std::exception_ptr);

}  // namespace paddle::pybind
