#pragma once

#include "paddle/utils/none.h"

namespace paddle {

template <typename T>
class optional {
  using Truth = T* optional::*;

 public:
  optional();
  optional(none_t);    // NOLINT
  optional(const T&);  // NOLINT
  optional(const optional&);
  optional& operator=(const optional&);
  optional& operator=(const T&);
  optional& operator=(none_t);
  ~optional();

  const T* get_ptr() const;
  T* get_ptr();
  const T& get() const;
  T& get();
  const T* operator->() const;
  T* operator->();
  const T& operator*() const;
  T& operator*();
  operator Truth() const;  // NOLINT
  bool operator!() const;
};

template <typename T>
optional<T> make_optional(const T&);

}  // namespace paddle
