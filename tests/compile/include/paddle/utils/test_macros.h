#pragma once

#define TEST_API
