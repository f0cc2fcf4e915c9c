//! A selection YAML: the operators of a selective build.

use std::collections::BTreeMap;

use source::fields::{self, Fields};
use source::yaml::{Node, Value};
use source::{Diagnostics, Span, Spanned};
use torch_schema::OperatorName;

use crate::key::{Key, names};

/// The operators of a selective build.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// True if all operators are selected.
    pub include_all_operators: bool,
    /// The selected operators by their names with namespace: `aten::add.Tensor`.
    pub operators: BTreeMap<String, SelectedOperator>,
}

impl Selection {
    /// True if an overload is selected, by its own name or with all overloads.
    pub fn selects(&self, namespace: &str, name: &OperatorName) -> bool {
        let all_overloads = || self.operators.get(&format!("{namespace}::{}", name.name));
        self.include_all_operators
            || self.operators.contains_key(&format!("{namespace}::{name}"))
            || all_overloads().is_some_and(|operator| operator.include_all_overloads)
    }

    /// True if the gradient of an overload is needed.
    pub fn selects_for_training(&self, namespace: &str, name: &OperatorName) -> bool {
        let own = self.operators.get(&format!("{namespace}::{name}"));
        let all_overloads = self.operators.get(&format!("{namespace}::{}", name.name));
        let trains =
            |operator: Option<&SelectedOperator>| operator.is_some_and(|operator| operator.is_used_for_training);
        self.include_all_operators
            || trains(own)
            || trains(all_overloads.filter(|operator| operator.include_all_overloads))
    }
}

/// A selected operator.
#[derive(Debug, Clone)]
pub struct SelectedOperator {
    /// The place of its name.
    pub span: Span,
    /// True if programs use the operator itself, and not only operators that call it.
    pub is_root_operator: bool,
    /// True if its gradient is needed.
    pub is_used_for_training: bool,
    /// True if all overloads of the name are selected.
    pub include_all_overloads: bool,
}

/// The keys of the file.
pub const DESCRIBED_KEYS: [Key; 8] = [
    ("operators", "The selected operators, each with what else is known of it."),
    ("include_all_operators", "True if all operators are selected."),
    (
        "include_all_non_op_selectives",
        "True if everything else that can be selected is selected, such as types of kernels.",
    ),
    ("debug_info", "Where the selection comes from. opgen does not read it."),
    ("kernel_metadata", "The types that kernels are compiled for. opgen does not read it."),
    ("custom_classes", "The classes that programs use. opgen does not read it."),
    ("build_features", "The features that programs use. opgen does not read it."),
    ("et_kernel_metadata", "The kernels that ExecuTorch selects. opgen does not read it."),
];

/// The keys of a selected operator.
pub const OPERATOR_KEYS: [Key; 5] = [
    ("is_root_operator", "True if programs call the operator themselves."),
    ("is_used_for_training", "True if its gradients are needed."),
    ("include_all_overloads", "True if all overloads of the name are selected."),
    ("debug_info", "Where the selection comes from."),
    ("name", "The name of the operator."),
];

/// Reads a file.
pub(crate) fn read(root: &Node, diagnostics: &mut Diagnostics) -> Option<Selection> {
    let fields = Fields::of(root, format_args!("a selection"), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &names(&DESCRIBED_KEYS), diagnostics);
    let include_all_operators = fields.flag("include_all_operators", diagnostics);
    let mut operators = BTreeMap::new();
    if let Some(node) = fields.get("operators").filter(|node| !node.is_empty()) {
        let Value::Mapping(entries) = &node.value else {
            fields::wrong_kind(node, format_args!("`operators` of a selection"), "a mapping", &node.value, diagnostics);
            return None;
        };
        let mut selected =
            |(name, node): &(Spanned<String>, Node)| Some((name.value.clone(), operator(name, node, diagnostics)?));
        operators.extend(entries.iter().filter_map(&mut selected));
    }
    Some(Selection { include_all_operators, operators })
}

fn operator(name: &Spanned<String>, node: &Node, diagnostics: &mut Diagnostics) -> Option<SelectedOperator> {
    let fields = Fields::of(node, format_args!("the selected operator `{}`", name.value), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &names(&OPERATOR_KEYS), diagnostics);
    // An operator that does not say otherwise is needed for everything.
    let mut flag = |key| fields.get(key).is_none() || fields.flag(key, diagnostics);
    let [is_root_operator, is_used_for_training, include_all_overloads] =
        ["is_root_operator", "is_used_for_training", "include_all_overloads"].map(&mut flag);
    Some(SelectedOperator { span: name.span, is_root_operator, is_used_for_training, include_all_overloads })
}
