#pragma once

#include "pir/builder.h"
