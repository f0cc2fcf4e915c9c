#pragma once

#include <string>

namespace paddle::framework::proto {

enum VarType_Type : int {
  VarType_Type_BOOL = 0,
  VarType_Type_INT32 = 2,
  VarType_Type_FP32 = 5,
  VarType_Type_LOD_TENSOR = 7,
  VarType_Type_SELECTED_ROWS = 8,
};

class VarType {
 public:
  using Type = VarType_Type;
  static constexpr Type BOOL = VarType_Type_BOOL;
  static constexpr Type INT32 = VarType_Type_INT32;
  static constexpr Type FP32 = VarType_Type_FP32;
  static constexpr Type LOD_TENSOR = VarType_Type_LOD_TENSOR;
  static constexpr Type SELECTED_ROWS = VarType_Type_SELECTED_ROWS;
};

class OpProto_Var {
 public:
  void set_duplicable(bool);
  void set_intermediate(bool);
  void set_dispensable(bool);
  void set_extra(bool);
};

class OpProto {
 public:
  using Var = OpProto_Var;
  void set_type(const std::string&);
  bool IsInitialized() const;
  std::string InitializationErrorString() const;
};

}  // namespace paddle::framework::proto
