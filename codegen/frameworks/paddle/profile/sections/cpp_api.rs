//! `[cpp_api]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::OpNames;

use super::Group;

/// The outputs of the target `cpp_api`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CppApi {
    /// What functions do around the call of a kernel.
    pub form: CppApiForm,
    /// The header that functions include.
    pub runtime: String,
    /// The source of the functions that `runtime` declares.
    pub runtime_source: String,
    /// The header that declares infer meta functions.
    pub infermeta_header: String,
    /// The source that registers the infer meta functions of kernels.
    pub infermeta_source: String,
    /// The kinds of file whose kernels have registered infer meta functions.
    pub homes: Vec<String>,
    /// Kernels that write strided memory themselves.
    pub stride_kernels: Vec<String>,
    /// Arguments that the YAML passes to a kernel and that its C++ function does not take.
    pub unread_arguments: IndexMap<String, Vec<String>>,
    /// Whether a call fails if the device that it asks for does not exist, even if a kernel of the CPU stands in for it and no
    /// data is moved.
    #[serde(default)]
    pub checks_asked_device: bool,
    /// The flag that makes each kernel call compact memory if its results may not fit.
    #[serde(default)]
    pub compaction_flag: Option<String>,
    /// The flag that makes each kernel call wait for its result and log it.
    #[serde(default)]
    pub benchmark_flag: Option<String>,
    /// Suffixes of the names of functions that write gradients to their arguments. An API function for a gradient may
    /// only invoke these.
    pub gradient_functions: Vec<String>,
    /// The flag that lists the kernels called with low precision.
    pub low_precision_flag: String,
    /// Headers that an installed framework lacks, by the name that templates use.
    pub internal_headers: IndexMap<String, String>,
    /// Declarations, in C++, of functions that an installed framework has without a header.
    pub internal_functions: Vec<String>,
    /// The headers that the outputs include.
    pub includes: ApiIncludes,
    /// The profiler's names for the stages of a call.
    pub stages: Stages,
    /// The state of the eager mode.
    pub eager_mode: EagerMode,
    /// The kernel key of operators over strings.
    pub strings_key: StringsKey,
    /// The treatment of distributed tensors.
    pub distributed: Distributed,
    /// The headers and sources of API functions, by name.
    pub files: IndexMap<String, ApiFile>,
    /// Gradients that no function returns.
    #[serde(default)]
    pub never_returned: OpNames,
    /// Absent if functions take no tensors for their results.
    #[serde(default)]
    pub predefined_outputs: Option<PredefinedOutputs>,
}

/// What functions do around the call of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CppApiForm {
    /// A kernel that works in place gets the caller's tensor itself, and a process that computes nothing gets an empty part.
    /// The profiler sees the name of the operator.
    Direct,
    /// Inputs that an output overwrites are guarded: kernels and infer meta functions get copies, and a process that computes
    /// nothing keeps its part. Strided results are copied back last, on the device that the caller asked for. The profiler
    /// sees the name of the kernel, and resharding gets the name of the argument for its messages.
    Guarded,
}

/// The headers that the outputs include, by output.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ApiIncludes {
    /// Headers for the runtime's header.
    pub runtime: Vec<String>,
    /// Headers for the runtime's source.
    pub runtime_source: Vec<String>,
    /// Headers of other libraries, for the runtime's source.
    pub runtime_third_party: Vec<String>,
    /// Headers for distributed tensors, for the runtime's source.
    pub runtime_distributed: Vec<String>,
    /// Headers for a build against an installed framework.
    pub runtime_installed: Vec<String>,
    /// Headers for every header of API functions.
    pub header: Vec<String>,
    /// Headers for the header of infer meta functions.
    pub infermeta_header: Vec<String>,
    /// Headers for the source of infer meta functions.
    pub infermeta_source: Vec<String>,
}

/// The profiler's names for the stages of a call; the operator's or the kernel's name comes before them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stages {
    /// The call of the infer meta function.
    pub infer_meta: String,
    /// The call of the kernel.
    pub compute: String,
    /// The call of the kernel with distributed tensors.
    pub distributed_compute: String,
    /// The kind of event that a kernel call is: an enumerator of `TracerEventType`.
    pub compute_event: String,
}

/// The state of the eager mode, as C++ reads it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EagerMode {
    /// The header that declares it.
    pub header: String,
    /// The place where kernels run, as a C++ expression.
    pub expected_place: String,
}

/// The kernel key of operators over strings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StringsKey {
    /// An enumerator of `DataLayout`.
    pub layout: String,
    /// An enumerator of `DataType`.
    pub data_type: String,
}

/// A header and a source file of API functions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApiFile {
    /// The operators with functions in the file, by the name of the group.
    pub groups: IndexMap<String, Group>,
    /// The functions of each operator, in this order.
    pub functions: Vec<ApiForm>,
    /// The functions of each gradient, if the file has both operators and gradients.
    #[serde(default)]
    pub gradients: Option<Vec<ApiForm>>,
    /// The path of the header.
    pub header: String,
    /// The path of the source.
    pub source: String,
    /// Headers of infer meta functions, and of functions that `invoke` may call.
    pub includes: Vec<String>,
    /// Symbols that the source refers to, so that the objects of a static library that define them are linked in.
    #[serde(default)]
    pub linked: Vec<String>,
    /// The same, only with distributed tensors.
    #[serde(default)]
    pub linked_distributed: Vec<String>,
}

impl ApiFile {
    /// The functions of an operator, in this order.
    pub fn functions(&self, is_gradient: bool) -> &[ApiForm] {
        self.gradients.as_ref().filter(|_| is_gradient).unwrap_or(&self.functions)
    }

    /// Whether some functions return gradients that others fill.
    pub fn returns_gradients(&self) -> bool {
        self.functions(true).contains(&ApiForm::ReturningFilled)
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
    /// It returns the result of the function that a gradient invokes. Only such gradients have such a function.
    ReturningInvoked,
    /// It is declared, but not defined. Only gradients that are composed of other operators have such a function.
    ReturningComposed,
    /// It writes its results to tensors that the caller passes. Only gradients have such a function.
    Filling,
    /// Like `Filling`, but gradients that are only composed of other operators have no such function.
    FillingUnlessComposite,
}

/// Tensors that callers may pass to functions that return their results, which are then written to them, too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredefinedOutputs {
    /// The kinds of file whose operators' functions take them.
    pub homes: Vec<String>,
    /// The most results that such a function has.
    pub at_most: usize,
    /// Functions that take none.
    pub without: OpNames,
    /// Functions of the dynamic graph that are written by hand and take tensors for their results although they work in place.
    #[serde(default)]
    pub in_place: OpNames,
}

/// The treatment of distributed tensors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distributed {
    /// Whether the feature is on.
    #[serde(skip)]
    pub enabled: bool,
    /// A header that only a framework with distributed tensors has.
    pub marker: String,
    /// Suffixes of the names of operators that take no distributed tensors.
    pub never: Vec<String>,
    /// Parts of kernel names: if an operator has several kernels, these take no distributed tensors.
    pub never_kernels: Vec<String>,
    /// Kernels that compute the shapes of their results only while they run.
    pub runtime_shapes: Vec<String>,
    /// Kernels that create their results anew, even if a result overwrites an input.
    pub made_anew: Vec<String>,
    /// For each kernel, the attribute that is the shape of the result. Each process gets its part of it.
    pub shape_attrs: BTreeMap<String, String>,
    /// For each kernel, the inputs that its rule takes before the kernel's own.
    pub rule_inputs: BTreeMap<String, Vec<String>>,
    /// Whether a dimension may be divided along several axes of a mesh.
    #[serde(default)]
    pub several_axes: bool,
    /// Absent if functions leave it to others which processes communicate.
    #[serde(default)]
    pub communicators: Option<Communicators>,
}

/// The communicators of collective operators: before a call, the device is given that of the operator's ring.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Communicators {
    /// The attribute that is the number of the ring. Operators with it are collective.
    pub ring: String,
    /// The attribute that is the number of this process. If an operator has this one and the next, its function makes the
    /// communicator if there is none.
    pub rank: String,
    /// The attribute that is the number of processes.
    pub size: String,
    /// Headers for the runtime's source.
    pub includes: Vec<String>,
    /// What the framework communicates with, by name. The first whose condition is true counts.
    pub libraries: IndexMap<String, CommunicationLibrary>,
}

/// A library that a framework may be built with, so that its processes can communicate.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CommunicationLibrary {
    /// The framework is built with the library if the preprocessor finds this true.
    pub condition: String,
    /// Makes a communicator: a member of the class that keeps them.
    pub create: String,
    /// The place that `create` takes, as a C++ expression. Absent if it takes none.
    #[serde(default)]
    pub place: Option<String>,
    /// Present if communicators may have a device of their own, which may have one already. Then nothing is changed.
    #[serde(default)]
    pub own_device: Option<CommunicatorClass>,
}

/// The class of a library's communicators.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CommunicatorClass {
    /// The header that declares it.
    pub header: String,
    /// Its name, with its namespace.
    pub class: String,
}
