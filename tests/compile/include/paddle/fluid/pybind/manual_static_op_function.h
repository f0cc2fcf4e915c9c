#pragma once

#include <Python.h>

#include "paddle/fluid/pir/dialect/operator/ir/manual_api.h"
#include "paddle/fluid/pir/dialect/operator/ir/pd_api.h"
#include "paddle/fluid/pybind/eager_utils.h"

namespace paddle::pybind {

extern PyMethodDef ManualOpsAPI[];

}  // namespace paddle::pybind
