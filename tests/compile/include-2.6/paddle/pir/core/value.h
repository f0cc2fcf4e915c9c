#pragma once

#include "pir/value.h"
