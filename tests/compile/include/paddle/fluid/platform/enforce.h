#pragma once

#include "paddle/phi/core/enforce.h"
