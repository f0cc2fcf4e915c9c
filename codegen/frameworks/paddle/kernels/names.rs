//! Names in YAML that C++ does not have.

use std::collections::{BTreeMap, BTreeSet};

use check::rules;
use source::suggest::Known;
use source::{Diagnostic, Help, Spanned};
use spec::Op;

use crate::link::{infer_meta, is_kernel, kernel_functions, kernel_name, spmd_rule};
use crate::{Joined, Problem};

pub fn check(joined: &Joined, op: &Op, problems: &mut Vec<Problem>) {
    let is_called = op.invoke.is_none();
    for function in op.kernel.iter().flat_map(|kernel| &kernel.functions).filter(|_| is_called) {
        check_kernel(joined, op, &function.name, problems);
    }
    let Some(meta) = op.infer_meta.as_ref().filter(|_| is_called) else { return };
    if joined.has_infer_meta && infer_meta(joined.index, joined.settings, &meta.func.value).is_empty() {
        let known = joined.names_in(&joined.settings.infer_meta);
        problems.extend(joined.unknown(rules::UNKNOWN_INFER_META, op, "infer meta function", &meta.func, known));
    }
    if let Some(rule) = &meta.spmd_rule
        && joined.has_spmd_rules
        && spmd_rule(joined.index, joined.settings, &rule.value).is_empty()
    {
        let known = joined.names_in(&joined.settings.spmd_rules);
        problems.extend(joined.unknown(rules::UNKNOWN_SPMD_RULE, op, "spmd rule", rule, known));
    }
}

fn check_kernel(joined: &Joined, op: &Op, name: &Spanned<String>, problems: &mut Vec<Problem>) {
    let Joined { index, settings, .. } = joined;
    if index.has_registrations() {
        if index.registrations_of(&name.value).next().is_none() {
            let known = Known::new(index.kernels());
            problems.extend(joined.unknown(rules::UNKNOWN_KERNEL, op, "kernel", name, known));
        }
        return;
    }
    // Headers do not say under which names kernels are registered. Only a name that is nearly that of a function is reported.
    if !settings.named_otherwise.contains(&name.value)
        && kernel_functions(index, settings, &name.value).is_empty()
        && !joined.known.may_be_lost(&name.value)
        && let Some(near) = joined.unnamed_functions().misspelt(&name.value)
    {
        let message =
            format!("`{}` calls the kernel `{}`, but no header declares its function", op.name.value, name.value);
        let problem = Diagnostic::new(rules::UNDECLARED_KERNEL, name.span, message);
        problems.push(Problem::new(problem.help(Help::meant(&name.value, near))));
    }
}

/// The functions of kernels after which no operator names its kernel.
#[derive(Debug)]
pub struct UnnamedFunctions {
    /// The names of kernels by [`comparable`] names.
    kernels: BTreeMap<String, String>,
}

impl UnnamedFunctions {
    /// The kernel whose name was misspelt.
    fn misspelt(&self, name: &str) -> Option<&str> {
        let near = Known::new(self.kernels.keys().map(String::as_str)).typo_of(&comparable(name))?;
        let near = self.kernels[near].as_str();
        is_misspelling(name, near).then_some(near)
    }
}

/// Whether the difference between two names is a typing mistake. With a word or a digit more, a name is that of another kernel.
fn is_misspelling(name: &str, near: &str) -> bool {
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let (mut one, mut other): (Vec<&str>, Vec<&str>) = (name.split('_').collect(), near.split('_').collect());
    while let (Some(last), Some(same)) = (one.last(), other.last())
        && last == same
    {
        one.pop();
        other.pop();
    }
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let (one, other) = (one[same..].concat(), other[same..].concat());
    digits(name) == digits(near)
        && Known::new([other.as_str()]).typo_of(&one).is_some()
        && !one.is_empty()
        && !other.is_empty()
}

/// A name without capitals and underscores: C++ does not show where the words of a YAML name begin.
fn comparable(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

impl Joined<'_> {
    fn names_in(&self, folder: &str) -> Known<'_> {
        let functions = self.index.functions();
        Known::new(functions.filter(|of| self.index.is_in(&of.place, folder)).map(|of| of.short_name.as_str()))
    }

    fn unnamed_functions(&self) -> &UnnamedFunctions {
        self.unnamed_functions.get_or_init(|| {
            let kernels = self.registry.ops().flat_map(|(_, op)| &op.kernel).flat_map(|kernel| &kernel.functions);
            let named: BTreeSet<String> = kernels.map(|function| comparable(&function.name.value)).collect();
            let functions = self.index.functions().filter(|function| is_kernel(function, self.settings));
            let kernels = functions.map(|function| kernel_name(self.settings, &function.short_name));
            let unnamed = kernels.map(|kernel| (comparable(&kernel), kernel)).filter(|(name, _)| !named.contains(name));
            UnnamedFunctions { kernels: unnamed.collect() }
        })
    }

    /// The finding about a name that C++ does not have.
    fn unknown(
        &self,
        rule: source::Rule,
        op: &Op,
        what: &str,
        name: &Spanned<String>,
        known: Known,
    ) -> Option<Problem> {
        if self.known.may_be_lost(&name.value) {
            return None;
        }
        let message = format!("`{}` uses the {what} `{}`, which does not exist in C++", op.name.value, name.value);
        let near = known.nearest(&name.value).map(|near| Help::meant(&name.value, near));
        Some(Problem::new(Diagnostic::new(rule, name.span, message).maybe_help(near)))
    }
}

#[cfg(test)]
mod tests {
    use super::is_misspelling;

    #[test]
    fn other_words_and_digits_are_no_misspellings() {
        for (name, near) in [("argimn", "arg_min"), ("bitwsie_or", "bitwise_or"), ("p_nrom_grad", "p_norm_grad")] {
            assert!(is_misspelling(name, near), "{name}");
        }
        let others =
            [("mean_grad", "mean_raw"), ("dropout_grad", "dropout_nd_grad"), ("conv2d", "conv3d"), ("nms3", "nms")];
        for (name, near) in others {
            assert!(!is_misspelling(name, near), "{name}");
        }
    }
}
