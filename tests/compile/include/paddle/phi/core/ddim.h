#pragma once

#include "paddle/common/ddim.h"
