//! `[cpp_api]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::Group;

/// The outputs of the target `cpp_api`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CppApi {
    /// The header that functions include, and the source of what it declares.
    pub runtime: String,
    pub runtime_source: String,
    pub infermeta_header: String,
    pub infermeta_source: String,
    /// The kinds of file for whose kernels infer meta functions are registered.
    pub homes: Vec<String>,
    pub stride_kernels: Vec<String>,
    /// Whether kernels and infer meta functions are given copies of inputs that an output is written over.
    pub copies_overwritten: bool,
    /// Whether strided results are given back last, on the device that was asked for.
    pub restores_last: bool,
    /// The flag to wait for each kernel and to say that it has run.
    #[serde(default)]
    pub benchmark_flag: Option<String>,
    /// Ends of the names of functions that take the gradients to fill.
    pub gradient_functions: Vec<String>,
    pub low_precision_flag: String,
    pub internal_headers: IndexMap<String, String>,
    /// Declarations in C++.
    pub internal_functions: Vec<String>,
    pub includes: ApiIncludes,
    pub stages: Stages,
    pub eager_mode: EagerMode,
    pub strings_key: StringsKey,
    pub distributed: Distributed,
    pub files: IndexMap<String, ApiFile>,
    /// Gradients that no function returns.
    #[serde(default)]
    pub never_returned: Vec<String>,
    /// Absent if functions take no tensors for their results.
    #[serde(default)]
    pub predefined_outputs: Option<PredefinedOutputs>,
}

/// Headers that the outputs include, one list for each output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ApiIncludes {
    pub runtime: Vec<String>,
    pub runtime_source: Vec<String>,
    /// Headers of other libraries.
    pub runtime_third_party: Vec<String>,
    /// Only with distributed tensors.
    pub runtime_distributed: Vec<String>,
    /// Only against an installed framework.
    pub runtime_installed: Vec<String>,
    pub header: Vec<String>,
    pub infermeta_header: Vec<String>,
    pub infermeta_source: Vec<String>,
}

/// What the profiler calls the stages of a call, behind the operator's name.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stages {
    pub infer_meta: String,
    pub compute: String,
    pub distributed_compute: String,
    /// Whether the kernel's name stands before `compute`.
    pub names_kernel: bool,
    /// The kind of event that the run of a kernel is: an enumerator of `TracerEventType`.
    pub compute_event: String,
}

/// The state of the eager mode.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EagerMode {
    pub header: String,
    /// The place that it computes at, as an expression in C++.
    pub expected_place: String,
}

/// The kernel key of operators over strings: enumerators of `DataLayout` and `DataType`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringsKey {
    pub layout: String,
    pub data_type: String,
}

/// A header and a source file of API functions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiFile {
    pub groups: IndexMap<String, Group>,
    /// The functions of each operator, in this order.
    pub functions: Vec<ApiForm>,
    pub header: String,
    pub source: String,
    /// Headers of infer meta functions, and of functions that `invoke` may call.
    pub includes: Vec<String>,
    #[serde(default)]
    pub linked: Vec<String>,
    #[serde(default)]
    pub linked_distributed: Vec<String>,
}

impl ApiFile {
    /// Whether some functions return gradients that others fill.
    pub fn returns_gradients(&self) -> bool {
        self.functions.contains(&ApiForm::ReturningFilled)
    }
}

/// How a C++ API function gives its results to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiForm {
    /// It returns them, without intermediate outputs.
    Returning,
    /// It returns intermediate outputs as well. Only operators that have some have such a function.
    ReturningIntermediate,
    /// It returns what another function fills. Only gradients with a kernel have such a function.
    ReturningFilled,
    /// It returns what another function returns that the gradient invokes. Only such gradients have such a function.
    ReturningInvoked,
    /// It fills tensors of the caller's. Only gradients have such a function.
    Filling,
    /// Likewise, but a gradient that is only made of other operators has none.
    FillingUnlessComposite,
}

/// Tensors that a caller may give, so that a function that returns its results also writes them there.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredefinedOutputs {
    /// The kinds of file whose operators' functions take them.
    pub homes: Vec<String>,
    /// The most results that such a function has.
    pub at_most: usize,
    /// Functions that take none.
    pub without: Vec<String>,
}

/// What the profile says of distributed tensors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distributed {
    /// Whether the feature is on.
    #[serde(skip)]
    pub enabled: bool,
    /// A header that a framework with distributed tensors has, even if it is installed.
    pub marker: String,
    /// Ends of the names of operators that take no distributed tensors.
    pub never: Vec<String>,
    /// Parts of the names of kernels: of the several that an operator has, these take no distributed tensors.
    pub never_kernels: Vec<String>,
    /// Kernels that find the shapes of their results only while they run.
    pub runtime_shapes: Vec<String>,
    /// Whether what lays a tensor out anew is told its name, for messages.
    pub names_arguments: bool,
    /// Whether a process that computes nothing keeps its part of an input that an output is written into.
    pub keeps_overwritten: bool,
    /// Kernels that make their results anew, even those that are written into inputs.
    pub made_anew: Vec<String>,
    /// Kernel to the attribute that is the shape of the result: each process is given its part of it.
    pub shape_attrs: BTreeMap<String, String>,
    /// Kernel to the inputs that its rule takes before those of the kernel.
    pub rule_inputs: BTreeMap<String, Vec<String>>,
}
