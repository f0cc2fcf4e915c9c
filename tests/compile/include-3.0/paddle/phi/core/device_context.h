#pragma once

namespace phi {

class DeviceContext {
 public:
  virtual ~DeviceContext();
  virtual void Wait() const;
};

}  // namespace phi
