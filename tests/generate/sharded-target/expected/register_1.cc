// Shard _1
#include <vector>

void Register_1() {

}
