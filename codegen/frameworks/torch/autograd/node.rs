//! Nodes of the graph: each computes the gradients of an operator.

use std::collections::BTreeSet;

use torch_cpp::Parameter;
use torch_registry::Function;
use torch_schema::Type;
use torch_spec::derivative::{Differentiability, FormulaTable};
use torch_spec::{Derivative, Formula};

use crate::backward::{Backward, api};
use crate::forward::{Forward, Operator};
use crate::input::NodeInput;
use crate::saved::Saved;
use crate::words::has_word;

/// A node, and the formulas of tangents that belong to it.
#[derive(Debug, Clone)]
pub struct Node {
    /// The class in C++. `None` if no argument has a gradient.
    pub class: Option<String>,
    /// The operator without overload, as the formulas' entry names it. For the copy of a view, a period follows.
    pub name: String,
    /// The formulas of gradients.
    pub backward: Vec<Backward>,
    /// The formulas of tangents.
    pub forward: Vec<Forward>,
    /// The arguments with gradients, in the order of the C++ API.
    pub inputs: Vec<NodeInput>,
    /// The arguments that are said to have no gradient.
    pub without_gradient: Vec<String>,
    /// What all formulas save of arguments, sorted by name.
    pub saved_inputs: Vec<Saved>,
    /// What all formulas save of results, sorted by name.
    pub saved_outputs: Vec<Saved>,
    /// The gradients of results that formulas may name, in the order of the results.
    pub gradients: Vec<String>,
    /// True for each result that is differentiable. `None` if the entry says nothing.
    pub differentiable: Option<Vec<bool>>,
    /// The condition under which the only result is differentiable.
    pub condition: Option<String>,
}

const NON_DIFFERENTIABLE: &str = "non_differentiable";

/// The name of a class without its number: `AddmmBackward` for `addmm`.
pub(crate) fn class_prefix(name: &str) -> String {
    let title: String = name.split('_').map(title).collect();
    format!("{title}Backward").replace("ForwardBackward", "Backward")
}

/// A word with an upper-case letter behind everything that is no letter.
pub fn title(word: &str) -> String {
    let mut is_first = true;
    let letter = |letter: char| {
        let changed = if is_first { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        is_first = !letter.is_alphabetic();
        changed
    };
    word.chars().map(letter).collect()
}

impl Node {
    /// The node for a dispatch key, still without a class.
    pub(crate) fn new(function: &Function, derivative: &Derivative, table: &FormulaTable) -> Node {
        let parameters = api(function).map(|api| api.signature.parameters).unwrap_or_default();
        let gradients = gradients(function, derivative);
        let name = derivative.name.as_str().split(['(', '.']).next().unwrap_or_default().to_owned();
        let mut node = Node {
            class: None,
            name,
            backward: Vec::new(),
            forward: Vec::new(),
            inputs: Vec::new(),
            without_gradient: Vec::new(),
            saved_inputs: Vec::new(),
            saved_outputs: Vec::new(),
            gradients,
            differentiable: differentiable(derivative),
            condition: condition(derivative),
        };
        let is_argument = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
        let mut formulas: Vec<(String, &Formula)> =
            table.formulas.iter().map(|formula| (names(formula).join(", "), formula)).collect();
        formulas.sort_by(|one, other| one.0.cmp(&other.0));
        let (backward, forward): (Vec<_>, Vec<_>) = formulas
            .into_iter()
            .map(|(_, formula)| formula)
            .partition(|formula| formula.names.first().is_some_and(|name| is_argument(name.as_str())));
        for formula in backward {
            if formula.text.value.trim().eq_ignore_ascii_case(NON_DIFFERENTIABLE) {
                node.without_gradient.extend(names(formula));
            } else {
                let backward = Backward::new(function, names(formula), formula.text.as_str(), &node.gradients);
                node.backward.push(backward);
            }
        }
        node.set_inputs(&parameters);
        node.set_forward(function, &parameters, &forward);
        node.set_saved();
        node
    }

    fn set_inputs(&mut self, parameters: &[Parameter]) {
        let has_gradient = |name: &String| self.backward.iter().any(|formula| formula.arguments.contains(name));
        let inputs = parameters.iter().filter(|parameter| has_gradient(&parameter.name));
        self.inputs =
            inputs.map(|parameter| NodeInput { name: parameter.name.clone(), ty: parameter.ty.clone() }).collect();
    }

    fn set_forward(&mut self, function: &Function, parameters: &[Parameter], formulas: &[&Formula]) {
        let arguments: Vec<String> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let operator = Operator {
            function,
            name: &self.name,
            arguments: &arguments,
            inputs: &self.inputs,
            backward: &self.backward,
        };
        let forward = formulas.iter().filter_map(|formula| operator.forward(names(formula), formula.text.as_str()));
        self.forward = forward.collect();
    }

    /// Joins what the formulas save.
    pub(crate) fn set_saved(&mut self) {
        self.saved_inputs = joined(self.backward.iter().map(|formula| formula.saved_inputs.as_slice()));
        self.saved_outputs = joined(self.backward.iter().map(|formula| formula.saved_outputs.as_slice()));
    }

    /// The class, if an argument has a gradient.
    pub fn class(&self) -> Option<&str> {
        self.class.as_deref()
    }

    /// True if a formula mentions a name.
    pub fn mentions(&self, name: &str) -> bool {
        self.backward.iter().any(|formula| has_word(&formula.formula, name))
    }

    /// The gradients that formulas name, sorted, each with the position of the result.
    pub fn named_gradients(&self) -> Vec<(&str, usize)> {
        let used: BTreeSet<&String> = self.backward.iter().flat_map(|formula| &formula.named_gradients).collect();
        let position = |name: &&String| self.gradients.iter().position(|gradient| gradient == *name);
        used.into_iter().filter_map(|name| Some((name.as_str(), position(&name)?))).collect()
    }
}

fn names(formula: &Formula) -> Vec<String> {
    formula.names.iter().map(|name| name.value.clone()).collect()
}

/// Everything that is saved, sorted by name, once.
fn joined<'a>(lists: impl Iterator<Item = &'a [Saved]>) -> Vec<Saved> {
    let mut all: Vec<Saved> = lists.flatten().cloned().collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all.dedup_by(|one, other| one.name == other.name);
    all
}

fn differentiable(derivative: &Derivative) -> Option<Vec<bool>> {
    match derivative.differentiability.as_ref()? {
        Differentiability::Outputs(flags) => Some(flags.iter().map(|flag| flag.value).collect()),
        Differentiability::Condition(_) => Some(vec![true]),
    }
}

fn condition(derivative: &Derivative) -> Option<String> {
    match derivative.differentiability.as_ref()? {
        Differentiability::Outputs(_) => None,
        Differentiability::Condition(condition) => Some(condition.value.clone()),
    }
}

/// The names of the gradients of results.
fn gradients(function: &Function, derivative: &Derivative) -> Vec<String> {
    let returns = &function.entry.func.returns;
    let differentiable = differentiable(derivative).unwrap_or_else(|| vec![true; returns.len()]);
    let is_tensor = |ty: &Type| ty.is_tensor_like();
    let named = returns.iter().zip(differentiable).filter(|(returned, flag)| *flag && is_tensor(&returned.ty.value));
    named.filter_map(|(returned, _)| Some(format!("grad_{}", returned.name.as_ref()?.value))).collect()
}
