//! Which gradients formulas use, and which results have forward formulas.

use source::text::Text;
use source::{Diagnostic, Diagnostics};
use torch_schema::SchemaKind;
use torch_spec::Formula;
use torch_spec::derivative::Differentiability;

use crate::derived::{Derived, is_non_differentiable};
use crate::identifiers::{Identifier, identifiers};
use crate::rules;

/// A forward formula that is derived of the backward formula of the only argument.
pub const ELEMENT_WISE: &str = "auto_element_wise";
/// A forward formula that calls the operator itself.
pub const LINEAR: &str = "auto_linear";

/// Checks `output_differentiability`.
pub fn differentiability(derived: Derived, diagnostics: &mut Diagnostics) {
    derived.differentiability(diagnostics);
}

/// Checks the formulas for a dispatch key together.
pub fn check(derived: Derived, backward: &[&Formula], forward: &[&Formula], diagnostics: &mut Diagnostics) {
    derived.usage(backward, diagnostics);
    derived.automatic(backward, forward, diagnostics);
    derived.forward_count(backward, forward, diagnostics);
}

impl Derived<'_> {
    fn differentiability(&self, diagnostics: &mut Diagnostics) {
        let returns = self.function.entry.func.returns.len();
        let name = self.function.name();
        let counted = source::count(returns, "result");
        match &self.derivative.differentiability {
            Some(Differentiability::Outputs(flags)) => {
                let (Some(first), Some(last)) = (flags.first(), flags.last()) else { return };
                let span = first.span.to(last.span);
                let mut report = |message: String, help: &str| {
                    diagnostics.push(Diagnostic::new(rules::DIFFERENTIABILITY, span, message).help(help));
                };
                if flags.len() != returns {
                    let message = format!("`{name}` has {counted}, and `output_differentiability` has {}", flags.len());
                    report(message, "write `True` or `False` for each result");
                } else if flags.iter().all(|flag| !flag.value) {
                    let has_formula = self
                        .derivative
                        .tables
                        .iter()
                        .flat_map(|table| &table.formulas)
                        .any(|formula| !is_non_differentiable(formula));
                    if has_formula {
                        report(
                            format!("no result of `{name}` is differentiable, so its formulas are not used"),
                            "remove the formulas, or write `True`",
                        );
                    }
                } else if self.function.kind == SchemaKind::Inplace && flags.iter().any(|flag| !flag.value) {
                    report(format!("`{name}` is inplace, so its result is differentiable"), "write `True`");
                }
            }
            Some(Differentiability::Condition(condition)) if returns != 1 => {
                let message = format!("`{name}` has {counted}, and only one result can have a condition");
                diagnostics.push(Diagnostic::new(rules::DIFFERENTIABILITY, condition.span, message));
            }
            _ => {}
        }
    }

    /// Checks that formulas name gradients in one way, and only gradients that exist.
    fn usage(&self, backward: &[&Formula], diagnostics: &mut Diagnostics) {
        let returns = self.function.entry.func.returns.len();
        let named = self.named_gradients();
        let (mut plain, mut indexed, mut whole, mut of_name) = (None, Vec::new(), false, None);
        for formula in backward {
            let text = Text::of_spanned(&formula.text);
            for Identifier { text: name, .. } in identifiers(text) {
                match name.as_str() {
                    "grad" if !self.is_argument("grad") => plain = plain.or(Some(name)),
                    "grads" => match index(text, name) {
                        Some((whole, number)) => indexed.push((whole, number)),
                        None => whole = true,
                    },
                    other if named.iter().any(|known| known == other) && !self.is_argument(other) => {
                        of_name = of_name.or(Some(name));
                    }
                    _ => {}
                }
            }
        }
        let mut report = |text: Text, message: String, help: &str| {
            diagnostics.push(Diagnostic::new(rules::GRADIENTS, text.span(), message).help(help));
        };
        if let Some((text, number)) = indexed.iter().find(|(_, number)| *number >= returns) {
            let counted = source::count(returns, "result");
            return report(
                *text,
                format!("`grads[{number}]` does not exist: `{}` has {counted}", self.function.name()),
                "use a smaller number",
            );
        }
        let first_index = indexed.first().map(|(text, _)| *text);
        if let (Some(text), true) = (plain, first_index.is_some() || whole) {
            return report(
                text,
                "the formulas use both `grad` and `grads`".to_owned(),
                "write `grads[0]` in place of `grad`",
            );
        }
        if let (Some(text), false) = (first_index, whole)
            && indexed.iter().all(|(_, number)| *number == 0)
        {
            return report(
                text,
                "the formulas use only `grads[0]`".to_owned(),
                "write `grad`, if only the first result is differentiable",
            );
        }
        if let (Some(text), true) = (of_name, plain.is_some() || whole || first_index.is_some()) {
            report(
                text,
                format!("the formulas use both `{}` and `grad` or `grads`", text.as_str()),
                "name all gradients in one way",
            );
        }
    }

    /// Checks forward formulas that are derived of others.
    fn automatic(&self, backward: &[&Formula], forward: &[&Formula], diagnostics: &mut Diagnostics) {
        let inputs = backward.iter().map(|formula| formula.names.len()).sum::<usize>();
        for formula in forward {
            let text = formula.text.as_str();
            if text != ELEMENT_WISE && text != LINEAR {
                continue;
            }
            let has_one_result = forward.len() == 1 && formula.names.len() == 1;
            let problem = match () {
                () if !has_one_result => format!("`{text}` needs a single differentiable result"),
                () if inputs == 0 => format!("`{text}` needs a formula for the gradient of an argument"),
                () if text == ELEMENT_WISE && (inputs > 1 || backward.len() > 1) => {
                    format!(
                        "`{text}` needs a single differentiable argument, and `{}` has {inputs}",
                        self.function.name()
                    )
                }
                () if text == ELEMENT_WISE && self.function.kind == SchemaKind::Inplace => {
                    format!("`{text}` cannot be derived for the inplace operator `{}`", self.function.name())
                }
                () => continue,
            };
            diagnostics
                .push(Diagnostic::new(rules::AUTOMATIC_FORMULA, formula.text.span, problem).help("write the formula"));
        }
    }

    /// Checks that all results have a forward formula, if one has.
    fn forward_count(&self, backward: &[&Formula], forward: &[&Formula], diagnostics: &mut Diagnostics) {
        let Some(first) = forward.first().filter(|_| !backward.is_empty()) else { return };
        let formulas: usize = forward.iter().map(|formula| formula.names.len()).sum();
        let returns = self.function.entry.func.returns.iter().zip(self.differentiable());
        let outputs =
            returns.filter(|(returned, differentiable)| *differentiable && returned.ty.value.is_tensor_like()).count();
        let uses_single = self.derivative.differentiability.is_none() && !self.uses_several_gradients(backward);
        let outputs = if uses_single { outputs.min(1) } else { outputs };
        if formulas != outputs {
            let message = format!(
                "`{}` has {} and {}",
                self.function.name(),
                source::count(outputs, "differentiable result"),
                source::count(formulas, "forward formula")
            );
            let problem = Diagnostic::new(rules::FORWARD_COUNT, first.names[0].span, message);
            diagnostics.push(problem.help("write one for each differentiable result, or none"));
        }
    }

    fn uses_several_gradients(&self, backward: &[&Formula]) -> bool {
        let named = self.named_gradients();
        let is_of_several = |name: &str| name == "grads" || named.iter().any(|known| known == name);
        backward.iter().any(|formula| {
            identifiers(Text::of_spanned(&formula.text)).iter().any(|found| is_of_several(found.text.as_str()))
        })
    }
}

/// A name with the number in the brackets behind it.
fn index<'a>(formula: Text<'a>, name: Text) -> Option<(Text<'a>, usize)> {
    let start = name.as_str().as_ptr() as usize - formula.as_str().as_ptr() as usize;
    let at = start + name.as_str().len();
    let inner = formula.as_str()[at..].strip_prefix('[')?;
    let (number, _) = inner.split_once(']')?;
    Some((formula.slice(start, at + number.len() + "[]".len()), number.trim().parse().ok()?))
}
