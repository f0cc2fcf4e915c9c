//! The sources with kernels for gradients.

use std::collections::{BTreeMap, BTreeSet};

use parallel::prelude::*;
use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_autograd::{DEFAULT_KEY, Gradients};
use torch_cpp::dispatcher;
use torch_profile::Profile;
use torch_registry::{Function, Registry};
use torch_schema::{Argument, SchemaKind};

use super::differentiable::{differentiable_inputs, differentiable_results};
use super::kernel::{GradientKernel, Kernels, defined_positions};
use super::kernel_check::KernelCheck;
use super::view_functions::{modifies, viewed};
use crate::frame::{File, in_autograd};
use crate::reframed::{FrameKind, Reframed};

/// The name of the sources.
const SOURCE: &str = "VariableType";
/// The least number of functions that one task looks at.
const AT_ONCE: usize = 16;
const FRAME: &str = "VariableType.cpp";
/// The headers that the sources include: everything, and what one of them compiles.
const RUNTIME: &str = "gradient_kernels.h";
const TYPES: &str = "gradient_kernels_types.h";

/// The kernels of a dispatch key in a source.
#[derive(Debug, Serialize)]
struct Registrations<'a> {
    /// The dispatch key.
    key: String,
    kernels: Vec<Registered<'a>>,
}

/// A kernel that the dispatcher gets.
#[derive(Debug, Serialize)]
struct Registered<'a> {
    full_name: String,
    /// The function. Empty for a kernel that is not written out.
    function: String,
    /// What a kernel does that is not written out. `None` if it builds nodes that only say that there is no gradient.
    call: Option<&'a PlainCall>,
}

/// A kernel that calls the operator without a node. Sets of arguments are bits.
#[derive(Debug, Serialize)]
struct PlainCall {
    operator: String,
    name: String,
    arguments: String,
    /// The arguments that must be tensors.
    defined: u64,
    /// The arguments that must not require gradients.
    without_gradient: u64,
    /// The arguments that must not have tangents.
    without_tangent: u64,
    is_below_autograd: bool,
    resets_accumulator: bool,
    /// The function that messages name.
    cpp_name: String,
    check: Option<KernelCheck>,
}

/// The types of arguments and results of kernels that are decomposed.
#[derive(Debug, Serialize)]
struct DecomposedTypes {
    arguments: BTreeSet<String>,
    results: BTreeSet<String>,
}

/// The kernels of a function by dispatch key.
struct Planned<'a> {
    function: &'a Function,
    kernels: Vec<(String, Kernel)>,
}

/// A kernel of a function.
enum Kernel {
    /// It is written out.
    Written(Box<GradientKernel>),
    /// It calls the operator, and checks arguments.
    Plain(Box<PlainCall>),
    /// It builds nodes that only say that there is no gradient. One kernel does so for all operators.
    WithoutFormulas,
}

/// The sources, and the headers that they share.
pub fn plan(registry: &Registry, profile: &Profile, gradients: &Gradients, functions: &[&Function]) -> Vec<FilePlan> {
    let sources = Sources { kernels: Kernels { profile, gradients }, profile, gradients };
    let planned = functions.par_iter().with_min_len(AT_ONCE).map(|function| sources.planned(function));
    let count = profile.autograd_shards(SOURCE);
    let mut shards: Vec<Vec<Planned<'_>>> = (0..count).map(|_| Vec::new()).collect();
    for planned in planned.collect::<Vec<_>>() {
        // PyTorch's build lists the files, so each operator must be in the one that it expects. Names are ASCII.
        let shard = shard_of(&planned.function.entry.func.cpp_name(), count);
        shards[shard.unwrap_or_default()].push(planned);
    }
    let numbered = shards.iter().enumerate();
    let mut plans: Vec<FilePlan> =
        numbered.map(|(number, functions)| sources.source(registry, number, functions)).collect();
    plans.push(FilePlan::new(&in_autograd(profile, RUNTIME), "torch/autograd/gradient_kernels.h.j2", ()));
    plans.push(types(profile, shards.iter().flatten()));
    plans.push(frame_of_keys(profile, gradients));
    plans
}

/// The header that one source includes.
fn types<'a>(profile: &Profile, functions: impl Iterator<Item = &'a Planned<'a>>) -> FilePlan {
    let (mut arguments, mut results) = (BTreeSet::new(), BTreeSet::new());
    for planned in functions.filter(|planned| planned.written().any(GradientKernel::is_decomposed)) {
        let signature = dispatcher(planned.function);
        arguments.extend(signature.parameters.into_iter().map(|parameter| parameter.ty));
        results.insert(signature.returns);
    }
    let types = DecomposedTypes { arguments, results };
    FilePlan::new(&in_autograd(profile, TYPES), "torch/autograd/gradient_kernels_types.h.j2", types)
}

impl Planned<'_> {
    /// The kernels that are written out.
    fn written(&self) -> impl Iterator<Item = &GradientKernel> {
        self.kernels.iter().filter_map(|(_, kernel)| match kernel {
            Kernel::Written(kernel) => Some(&**kernel),
            Kernel::Plain(_) | Kernel::WithoutFormulas => None,
        })
    }
}

/// The frame with a place for the kernels of each dispatch key, which PyTorch's own generator fills.
fn frame_of_keys(profile: &Profile, gradients: &Gradients) -> FilePlan {
    let keys =
        || gradients.keys().into_iter().map(|key| BTreeMap::from([("key", key), ("dispatch_key", dispatch_key(key))]));
    let template = |name: &'static str, template| (name, template);
    let parts = [
        template("type_derived_method_definitions", "torch/autograd/place_of_kernels.j2"),
        template("wrapper_registrations", "torch/autograd/place_of_registrations.j2"),
    ];
    let path = in_autograd(profile, &format!("templates/{FRAME}"));
    // The comment is a place of the new frame, too.
    let file = File::with_comment(&path, format!("autograd/{FRAME}"), "${generated_comment}".to_owned());
    parts.into_iter().fold(file, |file, (name, template)| file.with_texts(name, template, name, keys())).plan()
}

/// The dispatch key of kernels.
fn dispatch_key(key: &str) -> &str {
    if key == DEFAULT_KEY { "Autograd" } else { key }
}

struct Sources<'a> {
    kernels: Kernels<'a>,
    profile: &'a Profile,
    gradients: &'a Gradients,
}

impl Sources<'_> {
    fn source(&self, registry: &Registry, number: usize, functions: &[Planned<'_>]) -> FilePlan {
        let headers: &[&str] = if number == 0 { &[RUNTIME, TYPES] } else { &[RUNTIME] };
        let file = format!("{SOURCE}_{number}.cpp");
        let kind = FrameKind::WithoutIncludes;
        let frame = Reframed { file: &file, frame: FRAME, kind, headers, operators: Vec::new(), values: &[] };
        let item = |planned: &Planned| Item::new(&planned.function.name().to_string(), planned.written());
        let registrations = Item::new("wrapper_registrations", self.registrations(functions));
        frame
            .plan(registry, self.profile)
            .with_whole(
                "type_derived_method_definitions",
                "torch/autograd/gradient_kernel.j2",
                functions.iter().map(item).collect(),
            )
            .with_whole("wrapper_registrations", "torch/autograd/gradient_kernel_registrations.j2", vec![registrations])
    }

    fn planned<'a>(&self, function: &'a Function) -> Planned<'a> {
        let keys: Vec<String> = match self.gradients.of(function) {
            Some(matched) => matched.nodes.keys().cloned().collect(),
            None => vec![DEFAULT_KEY.to_owned()],
        };
        let kernels = keys.into_iter().map(|key| (self.kernel(function, &key), key));
        Planned { function, kernels: kernels.map(|(kernel, key)| (key, kernel)).collect() }
    }

    fn kernel(&self, function: &Function, key: &str) -> Kernel {
        if self.has_no_node(function) {
            return Kernel::WithoutFormulas;
        }
        let written = if function.kind == SchemaKind::Out { None } else { self.kernels.kernel(function, key) };
        match written {
            Some(kernel) => Kernel::Written(Box::new(kernel)),
            None => Kernel::Plain(Box::new(self.plain_call(function, key))),
        }
    }

    /// True for operators without formulas, for which one kernel does everything.
    fn has_no_node(&self, function: &Function) -> bool {
        let names = &self.profile.names;
        let (cpp_name, name) = (function.entry.func.cpp_name(), Kernels::function_name(function, DEFAULT_KEY));
        let is_listed = |list: &[String]| list.contains(&name);
        self.gradients.of(function).is_none()
            && !self.kernels.resets_accumulator(function)
            && !names.dont_require_derivative.iter().any(|known| known == function.root_name())
            && !differentiable_results(function, None).is_empty()
            && !names.dont_enforce_same_impl_or_storage.contains(&cpp_name)
            && !is_listed(&names.dont_enforce_storage_use_count)
            && !is_listed(&names.dont_enforce_impl_use_count)
    }

    fn registrations<'a>(&self, functions: &'a [Planned<'a>]) -> Vec<Registrations<'a>> {
        let mut by_key: BTreeMap<&str, Vec<Registered>> =
            self.gradients.keys().into_iter().map(|key| (key, Vec::new())).collect();
        for planned in functions {
            for (key, kernel) in &planned.kernels {
                by_key.entry(key).or_default().push(registered(planned.function, key, kernel));
            }
        }
        by_key.into_iter().map(|(key, kernels)| Registrations { key: dispatch_key(key).to_owned(), kernels }).collect()
    }

    fn plain_call(&self, function: &Function, key: &str) -> PlainCall {
        let func = &function.entry.func;
        let wanted = |is_wanted: &dyn Fn(&Argument) -> bool| {
            bits(func.arguments.all().enumerate().filter(|(_, argument)| is_wanted(argument)).map(|(at, _)| at))
        };
        let is_out = function.kind == SchemaKind::Out;
        let node = self.gradients.of(function).and_then(|matched| matched.nodes.get(key));
        let (inputs, outputs) = (differentiable_inputs(function, node), differentiable_results(function, node));
        let is_derived =
            is_out && !self.kernels.lacks_derivative(function) && !inputs.is_empty() && !outputs.is_empty();
        let is_differentiable = |argument: &Argument| {
            let name = &argument.name.value;
            argument.ty.value.is_tensor_like() && !node.is_some_and(|node| node.without_gradient.contains(name))
        };
        let is_part = |argument: &Argument| {
            is_derived && (inputs.contains(&argument.name.value) || outputs.contains(&argument.name.value))
        };
        let names: Vec<&str> = func.arguments.all().map(|argument| argument.name.as_str()).collect();
        PlainCall {
            operator: function.name().unambiguous(),
            name: function.root_name().to_owned(),
            arguments: names.join(" "),
            defined: bits(defined_positions(function).map(|(at, _)| at)),
            without_gradient: wanted(&is_part),
            without_tangent: if is_out { wanted(&is_differentiable) } else { 0 },
            is_below_autograd: viewed(function, self.profile).is_some() || modifies(function),
            resets_accumulator: self.kernels.resets_accumulator(function),
            cpp_name: func.cpp_name(),
            check: KernelCheck::new(function, self.profile),
        }
    }
}

fn registered<'a>(function: &Function, key: &str, kernel: &'a Kernel) -> Registered<'a> {
    let (is_written, call) = match kernel {
        Kernel::Written(_) => (true, None),
        Kernel::Plain(call) => (false, Some(&**call)),
        Kernel::WithoutFormulas => (false, None),
    };
    Registered {
        full_name: function.name().to_string(),
        function: if is_written { Kernels::function_name(function, key) } else { String::new() },
        call,
    }
}

/// A set of arguments. Functions with more arguments than bits do not exist.
fn bits(positions: impl Iterator<Item = usize>) -> u64 {
    let bit = |at: usize| u32::try_from(at).ok().and_then(|at| 1u64.checked_shl(at)).unwrap_or_default();
    positions.fold(0, |bits, at| bits | bit(at))
}
