#pragma once

namespace phi {

enum class TracerEventType {
  Operator = 0,
  Dataloader = 1,
  ProfileStep = 2,
  CudaRuntime = 3,
  Kernel = 4,
  Memcpy = 5,
  Memset = 6,
  UserDefined = 7,
  OperatorInner = 8,
  Forward = 9,
  Backward = 10,
  Optimization = 11,
  Communication = 12,
  PythonOp = 13,
  PythonUserDefined = 14,
  DygraphKernelLaunch = 15,
  StaticKernelLaunch = 16,
  NumTypes
};

}  // namespace phi
