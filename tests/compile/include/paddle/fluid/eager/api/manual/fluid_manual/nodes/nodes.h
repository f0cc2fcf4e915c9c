#pragma once

#include "paddle/fluid/eager/grad_node_info.h"
