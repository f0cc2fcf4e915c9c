//! Formulas of tangents.

use torch_registry::Function;
use torch_schema::Type;

use crate::backward::{Backward, RESULT};
use crate::input::{NodeInput, is_on_lists};
use crate::words::{has_word, replaced};

/// A formula of the tangents of results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forward {
    /// The results.
    pub results: Vec<String>,
    /// What the formula makes.
    pub kind: TangentKind,
    /// The formula over tangents `NAME_t` and values `NAME_p`.
    pub formula: String,
    /// The arguments whose tangents must be known.
    pub tangents: Vec<String>,
    /// The arguments whose values it needs.
    pub primals: Vec<String>,
    /// True if it needs `self` as it was before the operator wrote to it.
    pub needs_original: bool,
    /// True if the formula is that of the functional form of an inplace operator.
    pub is_of_functional: bool,
}

/// What a formula of tangents makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TangentKind {
    /// A tensor.
    Tensor,
    /// A tuple of tensors.
    Tuple,
    /// A list of tensors.
    List,
}

/// In place of a formula: it is derived of the gradient of the only argument.
const ELEMENT_WISE: &str = "auto_element_wise";
/// In place of a formula: the operator itself, of tangents.
const LINEAR: &str = "auto_linear";

/// Ends the names of tangents.
pub(crate) const TANGENT: &str = "_t";
/// Ends the names of values.
pub(crate) const PRIMAL: &str = "_p";

/// What a formula of tangents is made from.
pub(crate) struct Operator<'a> {
    pub function: &'a Function,
    pub name: &'a str,
    /// The arguments of the C++ API.
    pub arguments: &'a [String],
    /// The arguments with gradients.
    pub inputs: &'a [NodeInput],
    pub backward: &'a [Backward],
}

impl Operator<'_> {
    /// The formula of results. `None` if a result does not exist, which is reported elsewhere.
    pub(crate) fn forward(&self, results: Vec<String>, written: &str) -> Option<Forward> {
        let kind = self.kind(&results)?;
        let (formula, tangents) = match written.trim() {
            ELEMENT_WISE => (self.element_wise()?, self.arguments.to_vec()),
            LINEAR => (self.linear(), self.inputs.iter().map(|input| input.name.clone()).collect()),
            _ => (written.to_owned(), self.required(written, TANGENT)),
        };
        let primals = self.required(&formula, PRIMAL);
        Some(Forward { results, kind, formula, tangents, primals, needs_original: false, is_of_functional: false })
    }

    fn kind(&self, results: &[String]) -> Option<TangentKind> {
        let returns = &self.function.entry.func.returns;
        let of_name = |name: &String| {
            let named = returns.iter().find(|returned| returned.name.as_ref().is_some_and(|own| own.value == *name));
            let number = || name.strip_prefix(RESULT)?.parse::<usize>().ok();
            named.or_else(|| if name == RESULT { returns.first() } else { returns.get(number()?) })
        };
        let types: Vec<&Type> = results.iter().map(|name| Some(&of_name(name)?.ty.value)).collect::<Option<_>>()?;
        Some(match types.as_slice() {
            [only] if only.as_list().is_some() => TangentKind::List,
            [_] => TangentKind::Tensor,
            _ => TangentKind::Tuple,
        })
    }

    /// The product of the derivative, which is diagonal, with the tangent: that of the gradient's formula, conjugated.
    fn element_wise(&self) -> Option<String> {
        let ([only], [input]) = (self.backward, self.inputs) else { return None };
        let formula = replaced(&only.written, |word| match word {
            "grad" => Some(format!("{}{TANGENT}.conj()", input.name)),
            word if word == input.name => Some(format!("{word}{PRIMAL}")),
            _ => None,
        });
        Some(format!("({formula}).conj()"))
    }

    /// A call of the operator itself.
    fn linear(&self) -> String {
        let is_input = |name: &String| self.inputs.iter().any(|input| input.name == *name);
        let argument = |name: &String| if is_input(name) { format!("{name}{TANGENT}") } else { name.clone() };
        let arguments: Vec<String> = self.arguments.iter().map(argument).collect();
        let symint = if self.function.entry.func.has_symint() { "_symint" } else { "" };
        let name = format!("{}{symint}", self.name);
        match arguments.split_first() {
            Some((of, others)) if !self.function.entry.variants.function => {
                format!("{of}.{name}({})", others.join(", "))
            }
            _ => format!("at::{name}({})", arguments.join(", ")),
        }
    }

    /// The arguments whose names the formula has with a suffix. Formulas of lists take these as they are.
    fn required(&self, formula: &str, suffix: &str) -> Vec<String> {
        let is_foreach = is_on_lists(self.function);
        let inputs = self.inputs.iter().filter(|input| is_foreach || !input.is_plain_list());
        let names = inputs.map(|input| &input.name);
        names.filter(|name| has_word(formula, &format!("{name}{suffix}"))).cloned().collect()
    }
}
