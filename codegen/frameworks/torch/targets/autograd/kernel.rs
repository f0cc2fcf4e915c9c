//! Kernels that build the graph of gradients and compute tangents.

use serde::Serialize;
use torch_autograd::{DEFAULT_KEY, Forward, Gradients, Node, Saved, TangentKind};
use torch_cpp::result_names;
use torch_profile::Profile;
use torch_registry::Function;
use torch_schema::{Argument, SchemaKind, Type};

use super::differentiable::{differentiable_inputs, differentiable_results};
use super::foreach::Lists;
use super::kernel_check::KernelCheck;
use super::saving::{Save, saves};
use super::view_functions::{modifies, viewed};
use crate::operator::Operator;

/// A kernel.
#[derive(Debug, Serialize)]
pub struct GradientKernel {
    #[serde(flatten)]
    operator: Operator,
    /// The name of the function.
    function: String,
    cpp_name: String,
    base_name: String,
    /// The arguments that must be tensors.
    defined: Vec<Position>,
    /// The class of the node. `None` for one that only says that there is no gradient.
    class: Option<String>,
    /// The arguments with gradients.
    inputs: Vec<String>,
    /// A condition under which the result has a gradient.
    condition: Option<String>,
    tangent_conditions: Vec<TangentCondition>,
    /// The arguments that are written to.
    written: Vec<String>,
    /// True if the original `self` may be needed.
    keeps_original: bool,
    /// The conditions under which tangents need it.
    original_conditions: Vec<String>,
    /// The arguments that must not require gradients.
    without_gradient: Vec<String>,
    saved_inputs: Vec<Save>,
    saved_outputs: Vec<Save>,
    /// The arguments whose numbers of tensors are saved.
    sizes: Vec<String>,
    /// The results by name.
    results: Vec<String>,
    /// What is returned, if it is not what the operator returned.
    returned: Option<String>,
    /// True if the results are views, or arguments that were written to.
    is_below_autograd: bool,
    /// The inputs of which none may have a tangent, unless the operator has a decomposition.
    decomposed: Vec<String>,
    /// The inputs of which none may have a tangent.
    without_tangent: Vec<String>,
    /// The results with gradients.
    outputs: Vec<String>,
    /// True if the results get a new history, in place of their own.
    rebases: bool,
    /// The results that must not be complex.
    real: Vec<String>,
    forward: Vec<ForwardKernel>,
    resets_accumulator: bool,
    /// True for an operator on lists.
    is_on_lists: bool,
    /// True if each tensor of the lists has a node of its own.
    has_node_for_each: bool,
    /// The inputs in loops over the lists.
    elements: Vec<String>,
    is_void: bool,
    check: Option<KernelCheck>,
}

#[derive(Debug, Serialize)]
struct Position {
    name: String,
    at: usize,
}

#[derive(Debug, Serialize)]
struct TangentCondition {
    name: String,
    /// A further condition.
    condition: Option<String>,
    /// The inputs of which one must have a tangent. Empty if that does not matter.
    inputs: Vec<String>,
    /// The lists that must be as long as `self`.
    others: Vec<String>,
}

/// How tangents of results are computed.
#[derive(Debug, Serialize)]
struct ForwardKernel {
    condition: String,
    /// The name of what is computed.
    name: String,
    results: Vec<String>,
    kind: &'static str,
    tangents: Vec<Dual>,
    primals: Vec<Dual>,
    formula: String,
    is_inplace: bool,
    /// True if the tangent of `self` must not be written to while gradients of it are computed.
    copies_tangent: bool,
}

/// A tangent or a value of an input.
#[derive(Debug, Serialize)]
struct Dual {
    name: String,
    /// The expression for the input.
    of: String,
    /// True if zeros in place of a missing tangent are written to.
    is_written: bool,
}

/// How the kernel of a function is made.
pub struct Kernels<'a> {
    pub profile: &'a Profile,
    pub gradients: &'a Gradients,
}

/// Begins the names of the values that tell whether tangents are computed.
const HAS_TANGENT: &str = "has_tangent_";
const SELF: &str = "self";
const ORIGINAL: &str = "original_self";

impl GradientKernel {
    /// True if PyTorch may compute tangents by calling other operators.
    pub fn is_decomposed(&self) -> bool {
        !self.decomposed.is_empty()
    }
}

impl Kernels<'_> {
    /// The name of the function for a dispatch key.
    pub fn function_name(function: &Function, key: &str) -> String {
        let overload = &function.name().overload;
        let separator = if overload.is_empty() { "" } else { "_" };
        let key = if key == DEFAULT_KEY { String::new() } else { format!("_{key}") };
        format!("{}{separator}{overload}{key}", function.entry.func.cpp_name())
    }

    /// The kernel for a dispatch key. `None` if it builds no graph.
    pub fn kernel(&self, function: &Function, key: &str) -> Option<GradientKernel> {
        let matched = self.gradients.of(function);
        let node = matched.and_then(|matched| matched.nodes.get(key));
        let lists = Lists::new(function, self.gradients);
        let all_inputs = match &lists {
            Some(lists) => lists.inputs(node),
            None => differentiable_inputs(function, node),
        };
        let outputs = differentiable_results(function, node);
        let is_inplace_on_lists = lists.as_ref().is_some_and(|lists| lists.is_inplace);
        let lacks_derivative = self.lacks_derivative(function);
        if lacks_derivative || all_inputs.is_empty() || (outputs.is_empty() && !is_inplace_on_lists) {
            return None;
        }
        let entry = node;
        let node = entry.filter(|node| node.class().is_some());
        let has_formula = |name: &&String| node.is_none_or(|node| node.inputs.iter().any(|input| input.name == **name));
        let inputs: Vec<String> = all_inputs.iter().filter(has_formula).cloned().collect();
        let forward = matched.zip(entry).map(|(matched, node)| matched.forward(function, node).into_owned());
        let parts =
            Parts { function, entry, node, all_inputs, inputs, outputs, forward: forward.unwrap_or_default(), lists };
        Some(self.assembled(parts, key))
    }

    fn assembled(&self, parts: Parts, key: &str) -> GradientKernel {
        let Parts { function, .. } = parts;
        let func = &function.entry.func;
        let (is_inplace, modifies) = (function.kind == SchemaKind::Inplace, modifies(function));
        let is_view = viewed(function, self.profile).is_some();
        let is_decomposed = parts.forward.is_empty() && !modifies && !func.returns.is_empty();
        let untangled = if parts.forward.is_empty() { parts.without_tangent() } else { Vec::new() };
        let (decomposed, without_tangent) =
            if is_decomposed { (untangled, Vec::new()) } else { (Vec::new(), untangled) };
        let results = result_names(func);
        GradientKernel {
            operator: Operator::new(function),
            function: Kernels::function_name(function, key),
            cpp_name: func.cpp_name(),
            base_name: function.root_name().to_owned(),
            defined: defined_positions(function)
                .map(|(at, argument)| Position { name: argument.name.value.clone(), at })
                .collect(),
            class: parts.node.and_then(|node| node.class.clone()),
            condition: parts.entry.and_then(|node| node.condition.clone()),
            tangent_conditions: parts.forward.iter().map(|forward| parts.tangent_condition(forward)).collect(),
            written: if is_inplace { parts.outputs.clone() } else { Vec::new() },
            keeps_original: is_inplace,
            original_conditions: parts.forward.iter().filter(|one| one.needs_original).map(has_tangent).collect(),
            without_gradient: parts.without_gradient(),
            saved_inputs: parts.saves(|node| &node.saved_inputs, false),
            saved_outputs: parts.saves(|node| &node.saved_outputs, true),
            sizes: parts.sizes(),
            returned: (modifies && !func.returns.is_empty()).then(|| returned(function, &results)),
            results,
            is_below_autograd: is_view || modifies,
            is_void: func.returns.is_empty(),
            check: KernelCheck::new(function, self.profile),
            decomposed,
            without_tangent,
            rebases: modifies && !is_view,
            real: self.real(function, &parts.outputs),
            forward: parts.forward.iter().map(|forward| parts.forward_kernel(forward)).collect(),
            resets_accumulator: self.resets_accumulator(function),
            elements: parts.inputs.iter().map(|name| parts.in_loop(name)).collect(),
            is_on_lists: parts.lists.is_some(),
            has_node_for_each: parts.has_node_for_each(),
            inputs: parts.inputs.iter().map(|name| parts.whole(name)).collect(),
            outputs: parts.outputs,
        }
    }

    /// True if results never require gradients.
    pub fn lacks_derivative(&self, function: &Function) -> bool {
        let names = &self.profile.names.dont_require_derivative;
        names.iter().any(|name| name == function.root_name()) || names.contains(&function.entry.func.cpp_name())
    }

    /// True if the kernel forgets the accumulator of gradients.
    pub fn resets_accumulator(&self, function: &Function) -> bool {
        self.profile.names.reset_grad_accumulator.contains(&function.name().name.to_string())
    }

    /// The new tensors that must not be complex, because the gradient may be wrong for complex numbers.
    fn real(&self, function: &Function, outputs: &[String]) -> Vec<String> {
        let names = &self.profile.names;
        let known = [&names.complex_gradients, &names.sparse_complex_gradients];
        if known.iter().any(|list| list.iter().any(|name| name == function.root_name())) {
            return Vec::new();
        }
        let returns = function.entry.func.returns.iter().zip(result_names(&function.entry.func));
        let new = returns.filter(|(returned, _)| returned.ty.value == Type::TENSOR && !returned.is_write());
        new.map(|(_, name)| name).filter(|name| outputs.contains(name)).collect()
    }
}

/// The arguments that must be tensors, with their positions.
pub fn defined_positions(function: &Function) -> impl Iterator<Item = (usize, &Argument)> {
    let arguments = function.entry.func.arguments.all().enumerate();
    arguments.filter(|(_, argument)| argument.ty.value == Type::TENSOR)
}

/// What is returned by an operator that writes to its arguments.
fn returned(function: &Function, results: &[String]) -> String {
    match results {
        [only] => only.clone(),
        several if function.kind == SchemaKind::Out => format!("std::forward_as_tuple({})", several.join(", ")),
        several => {
            let moved: Vec<String> = several.iter().map(|name| format!("std::move({name})")).collect();
            format!("std::make_tuple({})", moved.join(", "))
        }
    }
}

/// The name of the value that tells whether tangents are computed.
fn has_tangent(forward: &Forward) -> String {
    format!("{HAS_TANGENT}{}", forward.results.join("_"))
}

/// What a kernel is made from.
struct Parts<'a> {
    function: &'a Function,
    /// The formulas. `None` if there are none.
    entry: Option<&'a Node>,
    /// The formulas, if one is for a gradient.
    node: Option<&'a Node>,
    /// The inputs that may require gradients.
    all_inputs: Vec<String>,
    /// Those of them with formulas; all of them if there are none.
    inputs: Vec<String>,
    outputs: Vec<String>,
    forward: Vec<Forward>,
    lists: Option<Lists>,
}

impl Parts<'_> {
    fn has_node_for_each(&self) -> bool {
        self.lists.as_ref().is_some_and(|lists| lists.is_inplace)
    }

    fn whole(&self, name: &str) -> String {
        self.lists.as_ref().map_or_else(|| name.to_owned(), |lists| lists.whole(name))
    }

    fn in_loop(&self, name: &str) -> String {
        self.lists.as_ref().map_or_else(|| name.to_owned(), |lists| lists.in_loop(name))
    }

    fn saves(&self, saved: impl Fn(&Node) -> &[Saved], is_output: bool) -> Vec<Save> {
        let saves = |node| saves(self.function, node, &self.inputs, saved(node), is_output, self.lists.as_ref());
        self.node.map_or_else(Vec::new, saves)
    }

    /// The tensors, out arguments among them, that must not have tangents.
    fn without_tangent(&self) -> Vec<String> {
        let arguments = self.function.entry.func.arguments.all().filter(|argument| argument.ty.value.is_tensor_like());
        let names = arguments.map(|argument| argument.name.value.clone());
        names.filter(|name| !self.entry.is_some_and(|node| node.without_gradient.contains(name))).collect()
    }

    /// The inputs without formulas. Some formulas need `output` only for its own gradient.
    fn without_gradient(&self) -> Vec<String> {
        let is_known = |name: &String| self.entry.is_some_and(|node| node.without_gradient.contains(name));
        let others = self.all_inputs.iter().filter(|name| !self.inputs.contains(name) && !is_known(name));
        others.filter(|name| *name != "output").map(|name| self.whole(name)).collect()
    }

    /// The inputs whose numbers of tensors are saved.
    fn sizes(&self) -> Vec<String> {
        if self.node.is_none() || self.has_node_for_each() {
            return Vec::new();
        }
        let is_list = |name: &&String| {
            let argument = self.function.entry.func.arguments.of_name(name);
            argument.is_some_and(|argument| argument.ty.value.as_list().is_some())
        };
        self.inputs.iter().filter(is_list).cloned().collect()
    }

    fn tangent_condition(&self, forward: &Forward) -> TangentCondition {
        let inputs = self.all_inputs.iter().filter(|name| forward.tangents.contains(name));
        TangentCondition {
            name: has_tangent(forward),
            condition: self.entry.and_then(|node| node.condition.clone()),
            inputs: inputs.map(|name| self.in_loop(name)).collect(),
            others: self.lists.iter().flat_map(|lists| lists.others(&forward.tangents)).collect(),
        }
    }

    fn forward_kernel(&self, forward: &Forward) -> ForwardKernel {
        let is_inplace = self.function.kind == SchemaKind::Inplace;
        let duals = |wanted: &[String]| -> Vec<Dual> {
            let named = self.all_inputs.iter().filter(|name| wanted.contains(name));
            let dual = |name: &String| Dual {
                is_written: is_inplace && name == SELF,
                of: self.in_loop(name),
                name: name.clone(),
            };
            named.map(dual).collect()
        };
        let (mut tangents, mut primals) = (duals(&forward.tangents), duals(&forward.primals));
        if forward.needs_original {
            let of = if self.lists.is_some() { format!("{ORIGINAL}s[i]") } else { ORIGINAL.to_owned() };
            let is_last = self.all_inputs.last().is_some_and(|last| last == SELF);
            let original = |is_written| Dual { name: ORIGINAL.to_owned(), of: of.clone(), is_written };
            tangents.push(original(is_last));
            primals.push(original(false));
        }
        ForwardKernel {
            condition: has_tangent(forward),
            name: format!("{}_tangent", forward.results.join("_")),
            results: forward.results.clone(),
            kind: match forward.kind {
                TangentKind::Tensor => "tensor",
                TangentKind::Tuple => "tuple",
                TangentKind::List => "list",
            },
            tangents,
            primals,
            formula: match &self.lists {
                Some(lists) => lists.formula(&forward.formula),
                None => forward.formula.clone(),
            },
            is_inplace,
            copies_tangent: is_inplace && forward.is_of_functional && !forward.needs_original,
        }
    }
}
