#pragma once

#define PADDLE_API
