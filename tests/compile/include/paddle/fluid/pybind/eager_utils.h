#pragma once

#include <Python.h>

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "paddle/fluid/eager/grad_node_info.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/phi/core/distributed/auto_parallel/process_mesh.h"
#include "paddle/phi/core/enforce.h"
#include "paddle/utils/optional.h"
#include "pir/op_result.h"
#include "pybind11/pybind11.h"

namespace paddle::pybind {

void SetPythonStack();
PyObject* ToPyObject(PyObject* args, ssize_t arg);
PyObject* ToPyObject(const Tensor&, bool return_py_none_if_not_initialize = false);
PyObject* ToPyObject(const std::vector<Tensor>&, bool return_py_none_if_not_initialize = false);
PyObject* ToPyObject(const Tensor&, PyObject* args, const std::map<ssize_t, ssize_t>& inplace);
PyObject* ToPyObject(const std::vector<Tensor>&, PyObject* args, const std::map<ssize_t, ssize_t>& inplace);
template <typename... T>
PyObject* ToPyObject(const std::tuple<T...>&);
template <typename... T>
PyObject* ToPyObject(const std::tuple<T...>&, PyObject* args, const std::map<ssize_t, ssize_t>& inplace);
PyObject* ToPyObject(const void*);
PyObject* ToPyObject(const pir::ResultValue&);
PyObject* ToPyObject(const std::vector<pir::ResultValue>&);
PyObject* ToPyObject(const std::unordered_map<std::string, std::vector<std::string>>&);

Tensor& GetTensorFromArgs(
    const std::string& op, const std::string& name, PyObject* args, ssize_t arg, bool dispensable = false);
Tensor* GetTensorPtrFromArgs(
    const std::string& op, const std::string& name, PyObject* args, ssize_t arg, bool dispensable = false);
std::vector<Tensor*> GetTensorPtrListFromArgs(
    const std::string& op, const std::string& name, PyObject* args, ssize_t arg, bool dispensable = false,
    const phi::distributed::ProcessMesh* = nullptr);
optional<Tensor> GetOptionalTensorFromArgs(
    const std::string& op, const std::string& name, PyObject* args, ssize_t arg, bool dispensable = false,
    const phi::distributed::ProcessMesh* = nullptr);
std::vector<Tensor> GetTensorListFromArgs(
    const std::string& op, const std::string& name, PyObject* args, ssize_t arg, bool dispensable = false,
    const phi::distributed::ProcessMesh* = nullptr);
optional<std::vector<Tensor>> GetOptionalTensorListFromArgs(
    const std::string& op, const std::string& name, PyObject* args, ssize_t arg, bool dispensable = false,
    const phi::distributed::ProcessMesh* = nullptr);

// Generated code declares these, too, as the framework does so in another header. Both must agree.
phi::DataType CastPyArg2DataTypeDirectly(PyObject*, const std::string& op, ssize_t arg);
phi::DataType CastPyArg2DataType(PyObject*, const std::string& op, ssize_t arg);
paddle::experimental::IntArray CastPyArg2IntArray(PyObject*, const std::string& op, ssize_t arg);
Place CastPyArg2Place(PyObject*, const std::string& op, ssize_t arg);
paddle::experimental::Scalar CastPyArg2Scalar(PyObject*, const std::string& op, ssize_t arg);
std::vector<phi::Scalar> CastPyArg2ScalarArray(PyObject*, const std::string& op, ssize_t arg);
bool CastPyArg2Boolean(PyObject*, const std::string& op, ssize_t arg);
int CastPyArg2Int(PyObject*, const std::string& op, ssize_t arg);
int64_t CastPyArg2Long(PyObject*, const std::string& op, ssize_t arg);
float CastPyArg2Float(PyObject*, const std::string& op, ssize_t arg);
double CastPyArg2Double(PyObject*, const std::string& op, ssize_t arg);
std::string CastPyArg2String(PyObject*, const std::string& op, ssize_t arg);
std::vector<bool> CastPyArg2Booleans(PyObject*, const std::string& op, ssize_t arg);
std::vector<int> CastPyArg2Ints(PyObject*, const std::string& op, ssize_t arg);
std::vector<int64_t> CastPyArg2Longs(PyObject*, const std::string& op, ssize_t arg);
std::vector<float> CastPyArg2Floats(PyObject*, const std::string& op, ssize_t arg);
std::vector<double> CastPyArg2Float64s(PyObject*, const std::string& op, ssize_t arg);
std::vector<std::string> CastPyArg2Strings(PyObject*, const std::string& op, ssize_t arg);

void ConvertToDistTensor(Tensor*, const phi::distributed::ProcessMesh*);

}  // namespace paddle::pybind
