//! The sections of a profile: what it says to each target.

mod build;
mod cpp_api;
mod decomp;
mod drr;
mod dygraph;
mod legacy_dygraph;
mod operants;
mod pir;
mod pir_api;
mod pir_build;
mod pir_python;
mod pir_vjp;
mod prim;
mod primitive;
mod python_c;
mod static_graph;
mod tables;
mod translate;

use serde::{Deserialize, Serialize};

pub use build::{Build, BuildStep};
pub use cpp_api::{ApiFile, ApiIncludes, CppApi, Distributed, EagerMode, Intermediate, Stages, StringsKey};
pub use decomp::{Decomp, DecompIncludes};
pub use drr::{Drr, DrrFactory};
pub use dygraph::{Dygraph, DygraphIncludes, Pruned};
pub use legacy_dygraph::{LegacyDygraph, LegacyIncludes, SetAttr};
pub use operants::{Mode, ModeFiles, Operand, Operants, OperantsIncludes, Overload};
pub use pir::{Dialect, DialectSources, GradientShapes, Pir, PirRules};
pub use pir_api::{PirApi, PirApiChecks, PirApiIncludes, PirApiModes};
pub use pir_build::{PirBuild, PirBuildIncludes, PirDistributed};
pub use pir_python::{PirCast, PirMethods, PirPython, PirPythonIncludes};
pub use pir_vjp::{PirVjp, PirVjpIncludes};
pub use prim::{Prim, PrimIncludes};
pub use primitive::{Constants, Primitive, PrimitiveIncludes};
pub use python_c::{Cast, PythonC, PythonCIncludes, Stubs};
pub use static_graph::{CarrierSuffixes, StaticGraph, StaticGroup, StaticIncludes, VarType};
pub use tables::{ArgumentNames, Carrier, CompatInfo, ExtraInfo, MarkedNames, RustTable};
pub use translate::{
    BlockOperators, CopyOperations, DeviceDialect, FillOperations, Function, Handler, Inserted, Literal, OperationRule,
    ProgramForm, Released, ResultAttributes, SliceOperations, SparseOperators, SplitOperations, Translate,
    VariableOrder, WrongKernel,
};

/// Kinds of file whose functions share a C++ namespace, which is also the prefix of their names in Python.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub homes: Vec<String>,
    #[serde(default)]
    pub namespace: Option<String>,
}
