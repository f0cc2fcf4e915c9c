//! Nodes of the graph as classes of C++.

use serde::Serialize;
use torch_autograd::{FOREACH, Node, Saved, SavedKind};

/// A class, whose objects compute gradients.
#[derive(Debug, Serialize)]
pub struct NodeClass {
    class: String,
    base: &'static str,
    /// The arguments with gradients.
    inputs: Vec<Input>,
    members: Vec<Member>,
    /// True if a formula asks whether the graph is kept.
    uses_retain_variables: bool,
    /// True if members are released, so that threads must wait for each other.
    is_locked: bool,
    /// The only gradient has the name `grad` in formulas.
    has_single_gradient: bool,
    /// The gradients that formulas name.
    gradients: Vec<NamedGradient>,
    /// True if gradients are computed only if one of those of the results is defined.
    asks_for_any_gradient: bool,
    formulas: Vec<Formula>,
}

#[derive(Debug, Serialize)]
struct Input {
    name: String,
    is_list: bool,
}

/// What is saved.
#[derive(Debug, Serialize)]
struct Member {
    name: String,
    /// How it is stored.
    kind: &'static str,
    /// The type of the member.
    #[serde(rename = "type")]
    ty: String,
    /// The type that formulas see.
    seen_type: String,
    is_output: bool,
    /// True if Python can read it.
    is_shown: bool,
}

#[derive(Debug, Serialize)]
struct NamedGradient {
    name: String,
    at: usize,
}

/// A formula of the gradients of inputs.
#[derive(Debug, Serialize)]
struct Formula {
    text: String,
    /// The positions of the inputs.
    inputs: Vec<usize>,
    /// True if it is computed for each tensor of lists.
    is_loop: bool,
    /// True if the gradient is undefined where those of all results are.
    needs_any_gradient: bool,
    /// True if the formula is told which gradients are wanted.
    uses_mask: bool,
}

/// A formula that only raises an error does not look at gradients.
const NOT_IMPLEMENTED: &str = "not_implemented";

impl NodeClass {
    /// The class of a node. `None` if no argument has a gradient.
    pub fn new(node: &Node, is_view: bool) -> Option<NodeClass> {
        let inputs = node.saved_inputs.iter().map(|saved| member(saved, false));
        let members: Vec<Member> = inputs.chain(node.saved_outputs.iter().map(|saved| member(saved, true))).collect();
        let formulas: Vec<Formula> = formulas(node);
        let gradients = node.named_gradients().into_iter();
        Some(NodeClass {
            class: node.class()?.to_owned(),
            base: if is_view { "Node" } else { "TraceableFunction" },
            inputs: node
                .inputs
                .iter()
                .map(|input| Input { name: input.name.clone(), is_list: input.is_list() })
                .collect(),
            uses_retain_variables: node.mentions("retain_variables"),
            is_locked: members.iter().any(|member| RELEASED.contains(&member.kind)),
            members,
            has_single_gradient: node.mentions("grad"),
            gradients: gradients.map(|(name, at)| NamedGradient { name: name.to_owned(), at }).collect(),
            asks_for_any_gradient: formulas.iter().any(|formula| formula.needs_any_gradient),
            formulas,
        })
    }

    /// The types of members that formulas see, each with true if it is that of the member itself.
    pub fn seen_types(&self) -> impl Iterator<Item = (&str, bool)> {
        self.members.iter().map(|member| (member.seen_type.as_str(), !SAVED.contains(&member.kind)))
    }
}

/// The kinds of members that hold saved tensors.
const SAVED: [&str; 3] = ["tensor", "tensors", "optional_tensors"];
/// The kinds of members that are released.
const RELEASED: [&str; 4] = ["tensor", "tensors", "optional_tensors", "scalars"];

fn member(saved: &Saved, is_output: bool) -> Member {
    let kind = saved.kind(is_output);
    let (name, ty) = (saved.name.clone(), saved.ty.as_str());
    let plain = |kind, ty: String| (kind, ty.clone(), ty);
    let (kind, ty, seen_type) = match kind {
        SavedKind::Tensor => ("tensor", "SavedVariable".to_owned(), "Tensor".to_owned()),
        SavedKind::Tensors => ("tensors", SAVED_LIST.to_owned(), "std::vector<Tensor>".to_owned()),
        SavedKind::OptionalTensors => {
            ("optional_tensors", SAVED_LIST.to_owned(), "torch::List<std::optional<Tensor>>".to_owned())
        }
        SavedKind::Scalars => plain("scalars", "std::vector<at::Scalar>".to_owned()),
        SavedKind::List(element) => plain("value", format!("std::vector<{element}>")),
        SavedKind::OptionalList(element) => plain("value", format!("c10::OptionalArray<{element}>")),
        SavedKind::Text => plain("value", "std::string".to_owned()),
        SavedKind::OptionalText => plain("value", "std::optional<std::string>".to_owned()),
        SavedKind::Value if ty == "int64_t" => plain("integer", ty.to_owned()),
        SavedKind::Value => plain("value", ty.to_owned()),
    };
    let is_shown = !matches!(saved.kind(is_output), SavedKind::Value) || SHOWN.contains(&ty.as_str());
    Member { name, kind, ty, seen_type, is_output, is_shown }
}

const SAVED_LIST: &str = "std::vector<SavedVariable>";
/// The types of values that Python can read.
const SHOWN: [&str; 9] = [
    "int64_t",
    "c10::SymInt",
    "double",
    "bool",
    "at::Scalar",
    "::std::optional<int64_t>",
    "::std::optional<c10::SymInt>",
    "::std::optional<double>",
    "::std::optional<at::Scalar>",
];

fn formulas(node: &Node) -> Vec<Formula> {
    let position = |name: &String| node.inputs.iter().position(|input| input.name == *name);
    let formula = |formula: &torch_autograd::Backward| {
        let inputs: Vec<usize> = formula.arguments.iter().filter_map(position).collect();
        let is_tensor = matches!(inputs.as_slice(), [only] if !node.inputs[*only].is_list());
        Formula {
            text: formula.formula.clone(),
            needs_any_gradient: is_tensor && !formula.formula.contains(NOT_IMPLEMENTED),
            uses_mask: formula.formula.contains("grad_input_mask"),
            is_loop: node.name.starts_with(FOREACH),
            inputs,
        }
    };
    node.backward.iter().map(formula).collect()
}
