#pragma once

#include <cstddef>
#include <initializer_list>

namespace paddle {

template <typename T, unsigned N = 5>
class small_vector {
 public:
  small_vector();
  explicit small_vector(size_t size, const T& value = T());
  small_vector(std::initializer_list<T>);
  small_vector(const small_vector&);
  small_vector(small_vector&&);
  small_vector& operator=(const small_vector&);
  small_vector& operator=(small_vector&&);
  ~small_vector();

  T& operator[](size_t);
  const T& operator[](size_t) const;
  T* begin();
  T* end();
  const T* begin() const;
  const T* end() const;
  size_t size() const;
  bool empty() const;
  void push_back(const T&);
  template <typename... Args>
  T& emplace_back(Args&&...);
  void resize(size_t);
};

}  // namespace paddle
