#pragma once

#include "pybind11/pybind11.h"

namespace paddle::pybind {

void BindEagerOpFunctions(pybind11::module*);
void BindFinalStateEagerOpFunctions(pybind11::module*);

}  // namespace paddle::pybind
