// Calls generated functions that create tensors. `calls.py` makes the same calls of the stock framework.
#include <exception>

#include "paddle/phi/api/include/api.h"

namespace api = paddle::experimental;

// Returns the number of elements, or -1 if the call fails.
extern "C" int Create(int function, int size, int undefined) {
  const phi::Place place = undefined ? phi::Place() : phi::Place(phi::CPUPlace());
  const auto float32 = phi::DataType::FLOAT32;
  try {
    switch (function) {
      case 0: return api::full({size}, 1.0f, float32, place).numel();
      case 1: return api::empty({size}, float32, place).numel();
      case 2: return api::zeros({size}, float32, place).numel();
      default: return api::tril_indices(size, size, 0, phi::DataType::INT64, place).numel();
    }
  } catch (const std::exception&) {
    return -1;
  }
}
