// Shard Everything
#include <vector>, "add.h", "mul.h", "abs.h", "conv2d.h"

void RegisterEverything() {
  Register("add");
  Register("mul");
  Register("abs");
  Register("conv2d");
}
