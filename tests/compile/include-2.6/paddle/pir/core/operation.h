#pragma once

#include "pir/operation.h"
