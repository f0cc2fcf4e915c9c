//! Nodes of the graph of recorded operators.

use serde::Serialize;
use torch_profile::LazyBackend;
use torch_registry::Function;
use torch_schema::{Argument, FunctionSchema};
use torch_spec::{NonNative, NonNativeProperty};

use super::argument::{LazyArgument, OPTIONAL_TEXT};

/// A node in a template.
#[derive(Debug, Serialize)]
pub struct Node {
    class: String,
    base: String,
    /// The kind of operator, in C++.
    kind: String,
    /// The name of the function that computes shapes.
    name: String,
    arguments: Vec<LazyArgument>,
    /// The number of positional arguments, which come first.
    positional: usize,
    results: usize,
    /// How the shapes of the results become known.
    shape: &'static str,
    /// True if the function that lowers the node is written by hand.
    is_lowered_by_hand: bool,
    /// True if the function that compares arguments is written by hand.
    is_compared_by_hand: bool,
    /// The type of texts that may be absent.
    optional_text: &'static str,
}

impl Node {
    /// The node of an operator of `ATen`.
    pub fn of_function(function: &Function, symint: bool, settings: &LazyBackend) -> Node {
        let func = &function.entry.func;
        Node {
            kind: symbol(func, settings),
            shape: "given",
            is_lowered_by_hand: false,
            is_compared_by_hand: false,
            ..Node::plain(func, symint, false, settings)
        }
    }

    /// The node of an operator that only this backend has.
    pub fn of_other(operator: &NonNative, settings: &LazyBackend) -> Node {
        let has = |property| operator.properties.iter().any(|known| known.value == property);
        let func = &operator.func;
        let keeps_numbers = has(NonNativeProperty::TreatScalarsAsConstants);
        Node {
            kind: operator.opkind.as_ref().map_or_else(|| symbol(func, settings), |kind| kind.value.clone()),
            shape: match () {
                () if has(NonNativeProperty::ShapePrecompute) => "given",
                () if has(NonNativeProperty::ShapeCompute) => "computed",
                () => "cached",
            },
            is_lowered_by_hand: !has(NonNativeProperty::Lower),
            is_compared_by_hand: has(NonNativeProperty::CanBeReusedDeclOnly),
            ..Node::plain(func, true, keeps_numbers, settings)
        }
    }

    fn plain(func: &FunctionSchema, symint: bool, keeps_numbers: bool, settings: &LazyBackend) -> Node {
        Node {
            class: class(func),
            base: settings.node.clone(),
            kind: String::new(),
            name: func.name.value.to_string(),
            arguments: arguments(func, symint, keeps_numbers),
            positional: func.arguments.positional.len(),
            results: func.returns.len(),
            shape: "given",
            is_lowered_by_hand: true,
            is_compared_by_hand: true,
            optional_text: OPTIONAL_TEXT,
        }
    }
}

/// The arguments of a node, in the order of the schema.
pub fn arguments(func: &FunctionSchema, symint: bool, keeps_numbers: bool) -> Vec<LazyArgument> {
    func.arguments.all().map(|argument: &Argument| LazyArgument::new(argument, symint, keeps_numbers)).collect()
}

/// The class of a node: `AddTensor` for `add.Tensor`.
pub fn class(func: &FunctionSchema) -> String {
    let name = format!("{}_{}", func.name.value.name, func.name.value.overload).to_lowercase();
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        format!("{}{rest}", first.to_uppercase())
    };
    name.split('_').map(word).collect()
}

/// The symbol of an operator, in C++.
pub fn symbol(func: &FunctionSchema, settings: &LazyBackend) -> String {
    let name = func.name.value.name.to_string();
    match settings.without_symbol.contains(&name) {
        true => format!("c10::Symbol::fromQualString(\"aten::{name}\")"),
        false => format!("at::aten::{name}"),
    }
}
