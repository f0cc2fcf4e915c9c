#pragma once

#include "pir/builtin_attribute.h"

constexpr char kAttrOpDistAttr[] = "op_dist_attr";
