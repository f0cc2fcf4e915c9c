//! A selection YAML: the operators of a selective build.

use source::fields::{self, Fields};
use source::yaml::{Node, Value};
use source::{Diagnostics, Spanned};

/// The operators of a selective build.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// True if all operators are selected.
    pub include_all_operators: bool,
    /// The selected operators.
    pub operators: Vec<SelectedOperator>,
}

/// A selected operator.
#[derive(Debug, Clone)]
pub struct SelectedOperator {
    /// The name with its namespace: `aten::add.Tensor`.
    pub name: Spanned<String>,
    /// True if programs use the operator itself, and not only operators that call it.
    pub is_root_operator: bool,
    /// True if its gradient is needed.
    pub is_used_for_training: bool,
    /// True if all overloads of the name are selected.
    pub include_all_overloads: bool,
}

const KEYS: &[&str] = &[
    "operators",
    "include_all_operators",
    "include_all_non_op_selectives",
    "debug_info",
    "kernel_metadata",
    "custom_classes",
    "build_features",
    "et_kernel_metadata",
];

const OPERATOR_KEYS: &[&str] =
    &["is_root_operator", "is_used_for_training", "include_all_overloads", "debug_info", "name"];

/// Reads a file.
pub(crate) fn read(root: &Node, diagnostics: &mut Diagnostics) -> Option<Selection> {
    let fields = Fields::of(root, format_args!("a selection"), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, KEYS, diagnostics);
    let include_all_operators = fields.flag("include_all_operators", diagnostics);
    let mut operators = Vec::new();
    if let Some(node) = fields.get("operators").filter(|node| !node.is_empty()) {
        let Value::Mapping(entries) = &node.value else {
            fields::wrong_kind(node, format_args!("`operators` of a selection"), "a mapping", &node.value, diagnostics);
            return None;
        };
        operators.extend(entries.iter().filter_map(|(name, node)| operator(name, node, diagnostics)));
    }
    Some(Selection { include_all_operators, operators })
}

fn operator(name: &Spanned<String>, node: &Node, diagnostics: &mut Diagnostics) -> Option<SelectedOperator> {
    let fields = Fields::of(node, format_args!("the selected operator `{}`", name.value), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, OPERATOR_KEYS, diagnostics);
    // An operator that does not say otherwise is needed for everything.
    let mut flag = |key| fields.get(key).is_none() || fields.flag(key, diagnostics);
    let [is_root_operator, is_used_for_training, include_all_overloads] =
        ["is_root_operator", "is_used_for_training", "include_all_overloads"].map(&mut flag);
    Some(SelectedOperator { name: name.clone(), is_root_operator, is_used_for_training, include_all_overloads })
}
