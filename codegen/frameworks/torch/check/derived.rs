//! The names that the formulas of an operator may use.

use torch_registry::{Function, Registry};
use torch_spec::derivative::Differentiability;
use torch_spec::{Derivative, Formula};

/// An operator with its derivative.
#[derive(Clone, Copy)]
pub struct Derived<'a> {
    /// The operator.
    pub function: &'a Function,
    /// Its derivative.
    pub derivative: &'a Derivative,
    /// All operators.
    pub registry: &'a Registry,
}

const NON_DIFFERENTIABLE: &str = "non_differentiable";

/// True if the formula says that an argument has no gradient.
pub fn is_non_differentiable(formula: &Formula) -> bool {
    formula.text.value.trim().eq_ignore_ascii_case(NON_DIFFERENTIABLE)
}

impl Derived<'_> {
    pub fn is_argument(&self, name: &str) -> bool {
        self.function.entry.func.arguments.of_name(name).is_some()
    }

    /// The names of the results in formulas.
    pub fn results(&self) -> Vec<String> {
        let returns = &self.function.entry.func.returns;
        let named = returns.iter().filter_map(|returned| Some(returned.name.as_ref()?.value.clone()));
        let numbered = (0..returns.len()).map(|at| format!("result{at}"));
        named.chain(numbered).chain(["result".to_owned()]).collect()
    }

    pub fn is_result(&self, name: &str) -> bool {
        let returns = &self.function.entry.func.returns;
        let is_named = returns.iter().any(|returned| returned.name.as_ref().is_some_and(|of| of.value == name));
        let number = name.strip_prefix("result").and_then(|number| number.parse::<usize>().ok());
        is_named || (name == "result" && returns.len() == 1) || number.is_some_and(|number| number < returns.len())
    }

    /// True for each result that is differentiable, as far as the entry says.
    pub fn differentiable(&self) -> Vec<bool> {
        match &self.derivative.differentiability {
            Some(Differentiability::Outputs(flags)) => flags.iter().map(|flag| flag.value).collect(),
            _ => vec![true; self.function.entry.func.returns.len()],
        }
    }

    /// True if the operator works on each tensor of a list.
    pub fn is_foreach(&self) -> bool {
        self.function.root_name().starts_with("_foreach_")
    }

    pub fn named_gradients(&self) -> Vec<String> {
        let returns = self.function.entry.func.returns.iter().zip(self.differentiable());
        let named = returns.filter(|(returned, differentiable)| *differentiable && returned.ty.value.is_tensor_like());
        named.filter_map(|(returned, _)| Some(format!("grad_{}", returned.name.as_ref()?.value))).collect()
    }
}
