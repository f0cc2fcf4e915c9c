//! The names in C++ that `traits` and `interfaces` have: the profile may list those that there are.

use registry::Registry;
use source::{Diagnostic, Diagnostics, Help, Spanned, suggest};

use crate::rules;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    let mut traits = Vec::new();
    for (_, op) in registry.ops() {
        traits.extend(&op.traits);
        op.interfaces.iter().for_each(|name| check_name(name, "an interface", &profile.interfaces, diagnostics));
    }
    traits.extend(registry.specs().additions.iter().flat_map(|addition| &addition.traits));
    traits.into_iter().for_each(|name| check_name(name, "a trait", &profile.traits, diagnostics));
}

fn check_name(name: &Spanned<String>, what: &str, known: &[String], diagnostics: &mut Diagnostics) {
    if known.is_empty() || known.contains(&name.value) {
        return;
    }
    let message = format!("`{}` is not {what} that the profile lists", name.value);
    let problem = Diagnostic::new(rules::UNKNOWN_TRAIT, name.span, message);
    let near = suggest::nearest(&name.value, known.iter().map(String::as_str));
    // Most often, the namespace is missing or wrong.
    let last = |name: &str| name.rsplit("::").next().unwrap_or_default().to_owned();
    let same = known.iter().find(|known| last(known) == last(&name.value));
    let help = same.map(String::as_str).or(near).map(|near| Help::meant(&name.value, near));
    diagnostics.push(problem.maybe_help(help));
}
