// Calls the handlers for GPUs of a package as XLA does, with the memory of the CPU.

#include <xla/ffi/api/ffi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" {
XLA_FFI_Error* my_ops_jax_doubled_on_gpu(XLA_FFI_CallFrame*);
XLA_FFI_Error* my_ops_jax_reversed_rows_on_gpu(XLA_FFI_CallFrame*);
XLA_FFI_Error* my_ops_jax_reversed_rows_on_cpu(XLA_FFI_CallFrame*);
XLA_FFI_Error* my_ops_jax_misused_on_gpu(XLA_FFI_CallFrame*);
XLA_FFI_Error* my_ops_jax_not_launched_on_gpu(XLA_FFI_CallFrame*);
}

struct XLA_FFI_Error {
  std::string message;
};

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::exit(1);
}

// The pieces of scratch memory that have been allocated and not been freed, and the number of all pieces.
std::vector<void*> allocated;
size_t allocations = 0;
bool is_exhausted = false;

XLA_FFI_Error* create_error(XLA_FFI_Error_Create_Args* args) { return new XLA_FFI_Error{args->message}; }
void get_message(XLA_FFI_Error_GetMessage_Args* args) { args->message = args->error->message.c_str(); }
void destroy_error(XLA_FFI_Error_Destroy_Args* args) { delete args->error; }
XLA_FFI_Error* get_stream(XLA_FFI_Stream_Get_Args* args) {
  args->stream = &allocated;
  return nullptr;
}
XLA_FFI_Error* allocate(XLA_FFI_DeviceMemory_Allocate_Args* args) {
  if (is_exhausted) return new XLA_FFI_Error{"out of memory"};
  const size_t pieces = (args->size + args->alignment - 1) / args->alignment;
  args->data = std::aligned_alloc(args->alignment, pieces * args->alignment);
  allocated.push_back(args->data);
  ++allocations;
  return nullptr;
}
XLA_FFI_Error* free_memory(XLA_FFI_DeviceMemory_Free_Args* args) {
  const auto found = std::find(allocated.begin(), allocated.end(), args->data);
  expect(found != allocated.end(), "only memory that was allocated is freed");
  allocated.erase(found);
  std::free(args->data);
  return nullptr;
}

XLA_FFI_Api api() {
  XLA_FFI_Api api = {};
  api.struct_size = XLA_FFI_Api_STRUCT_SIZE;
  api.api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr, XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};
  api.XLA_FFI_Error_Create = create_error;
  api.XLA_FFI_Error_GetMessage = get_message;
  api.XLA_FFI_Error_Destroy = destroy_error;
  api.XLA_FFI_Stream_Get = get_stream;
  api.XLA_FFI_DeviceMemory_Allocate = allocate;
  api.XLA_FFI_DeviceMemory_Free = free_memory;
  return api;
}

XLA_FFI_CallFrame frame_of(const XLA_FFI_Api& api) {
  XLA_FFI_CallFrame frame = {};
  frame.struct_size = XLA_FFI_CallFrame_STRUCT_SIZE;
  frame.api = &api;
  frame.stage = XLA_FFI_ExecutionStage_EXECUTE;
  frame.args.struct_size = XLA_FFI_Args_STRUCT_SIZE;
  frame.rets.struct_size = XLA_FFI_Rets_STRUCT_SIZE;
  frame.attrs.struct_size = XLA_FFI_Attrs_STRUCT_SIZE;
  return frame;
}

// Whether a handler says that XLA may capture it.
bool is_capturable(XLA_FFI_Handler* handler) {
  const XLA_FFI_Api xla = api();
  XLA_FFI_CallFrame frame = frame_of(xla);
  XLA_FFI_Metadata metadata = {};
  metadata.struct_size = XLA_FFI_Metadata_STRUCT_SIZE;
  metadata.api_version.struct_size = XLA_FFI_Api_Version_STRUCT_SIZE;
  XLA_FFI_Metadata_Extension extension = {};
  extension.extension_base.struct_size = XLA_FFI_Metadata_Extension_STRUCT_SIZE;
  extension.extension_base.type = XLA_FFI_Extension_Metadata;
  extension.metadata = &metadata;
  frame.extension_start = &extension.extension_base;
  expect(handler(&frame) == nullptr, "a handler tells its traits");
  return (metadata.traits & XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE) != 0;
}

// Calls a handler with numbers. Returns its error, or nothing.
std::string call(XLA_FFI_Handler* handler, std::vector<float> x, std::vector<float>& out) {
  const XLA_FFI_Api xla = api();
  XLA_FFI_CallFrame frame = frame_of(xla);
  int64_t size = static_cast<int64_t>(x.size());
  XLA_FFI_Buffer input = {XLA_FFI_Buffer_STRUCT_SIZE, nullptr, XLA_FFI_DataType_F32, x.data(), 1, &size};
  XLA_FFI_Buffer output = {XLA_FFI_Buffer_STRUCT_SIZE, nullptr, XLA_FFI_DataType_F32, out.data(), 1, &size};
  XLA_FFI_ArgType arg_type = XLA_FFI_ArgType_BUFFER;
  XLA_FFI_RetType ret_type = XLA_FFI_RetType_BUFFER;
  void* arg = &input;
  void* ret = &output;
  frame.args.size = frame.rets.size = 1;
  frame.args.types = &arg_type;
  frame.args.args = &arg;
  frame.rets.types = &ret_type;
  frame.rets.rets = &ret;
  XLA_FFI_Error* error = handler(&frame);
  expect(allocated.empty(), "scratch memory is freed after a call");
  if (!error) return "";
  const std::string message = error->message;
  delete error;
  return message;
}

}  // namespace

int main() {
  expect(is_capturable(my_ops_jax_doubled_on_gpu), "`doubled` may be captured");
  expect(is_capturable(my_ops_jax_misused_on_gpu), "`misused` may be captured");
  expect(!is_capturable(my_ops_jax_reversed_rows_on_gpu), "`reversed_rows` may not be captured");
  expect(!is_capturable(my_ops_jax_reversed_rows_on_cpu), "nothing is captured on CPUs");

  std::vector<float> out(3);
  expect(call(my_ops_jax_doubled_on_gpu, {1, 2, 3}, out) == "", "`doubled` has no error");
  expect(out == std::vector<float>{2, 4, 6}, "`doubled` doubles");
  expect(allocations == 0, "`doubled` needs no memory");
  expect(call(my_ops_jax_reversed_rows_on_gpu, {1, 2, 3}, out) == "", "`reversed_rows` has no error");
  expect(out == std::vector<float>{3, 2, 1}, "`reversed_rows` reverses");
  expect(allocations == 2, "`reversed_rows` allocates twice");
  const std::string misused = call(my_ops_jax_misused_on_gpu, {1, 2, 3}, out);
  expect(misused == "my_ops.misused: a kernel that is `capturable` has no scratch memory, which would be gone when XLA replays it", misused.c_str());
  const std::string not_launched = call(my_ops_jax_not_launched_on_gpu, {1, 2, 3}, out);
  expect(not_launched == "my_ops.not_launched: invalid configuration argument", not_launched.c_str());
  is_exhausted = true;
  const std::string exhausted = call(my_ops_jax_reversed_rows_on_gpu, {1, 2, 3}, out);
  expect(exhausted == "my_ops.reversed_rows: XLA has no memory for 12 bytes", exhausted.c_str());
}
