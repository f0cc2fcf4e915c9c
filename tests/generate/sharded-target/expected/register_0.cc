// Shard _0
#include <vector>, "add.h", "mul.h", "abs.h", "conv2d.h"

void Register_0() {
  Register("add");
  Register("mul");
  Register("abs");
  Register("conv2d");
}
