//! The C++ names in `traits` and `interfaces`. If the profile lists those that exist, others are reported.

use registry::Registry;
use source::{Diagnostic, Diagnostics, Help, Spanned, suggest};

use crate::rules;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    let mut traits = Vec::new();
    for (_, op) in registry.ops() {
        traits.extend(&op.traits);
        for name in &op.interfaces {
            check_name(name, "an interface", &profile.interfaces, diagnostics);
        }
    }
    traits.extend(registry.specs().additions.iter().flat_map(|addition| &addition.traits));
    for name in traits {
        check_name(name, "a trait", &profile.traits, diagnostics);
    }
}

fn check_name(name: &Spanned<String>, what: &str, known: &[String], diagnostics: &mut Diagnostics) {
    if known.is_empty() || known.contains(&name.value) {
        return;
    }
    let message = format!("`{}` is not {what} that the profile lists", name.value);
    let problem = Diagnostic::new(rules::UNKNOWN_TRAIT, name.span, message);
    let near = suggest::nearest(&name.value, known.iter().map(String::as_str));
    // The usual mistake is a missing or wrong namespace.
    let last = |name: &str| name.rsplit("::").next().unwrap_or_default().to_owned();
    let same = known.iter().find(|known| last(known) == last(&name.value));
    let help = same.map(String::as_str).or(near).map(|near| Help::meant(&name.value, near));
    diagnostics.push(problem.maybe_help(help));
}
