#pragma once

namespace paddle::prim {

class PrimCommonUtils {
 public:
  static bool IsEagerPrimEnabled();
};

}  // namespace paddle::prim
