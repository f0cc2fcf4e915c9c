// Stands in for CUDA's header where there is no GPU: what generated handlers use of it, on the memory of the CPU.
#pragma once

#include <cstddef>
#include <cstring>

typedef struct CUstream_st* cudaStream_t;
enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidConfiguration = 9 };

// The error of the last launch.
inline cudaError_t last_error = cudaSuccess;

inline cudaError_t cudaGetDevice(int* device) {
  *device = 3;
  return cudaSuccess;
}
inline cudaError_t cudaGetLastError() {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}
inline const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "invalid configuration argument";
}
inline cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t) {
  std::memset(to, value, bytes);
  return cudaSuccess;
}
