//! The frameworks that get an operator of a package, and for which its kernel is written.

use profile::{Framework, Profile};
use source::fields::{self, Fields};
use source::text::Text;
use source::{Diagnostic, Diagnostics, Spanned, suggest};

use super::keys::{REGISTERED_FOR, WRITTEN_FOR};
use crate::rules;

/// In `written_for`: the kernel is a function in Python that launches Triton kernels.
pub const TRITON: &str = "triton";

/// The frameworks that get the operator.
pub fn listed(fields: &Fields, profile: &Profile, diagnostics: &mut Diagnostics) -> Vec<Spanned<Framework>> {
    let Some(text) = fields.text("frameworks", diagnostics) else { return Vec::new() };
    let names = text.split(',');
    let of = |name: &Text| Framework::ALL.into_iter().find(|framework| framework.name() == name.as_str());
    let all: Vec<_> = names.iter().filter_map(|name| Some(Spanned::new(of(name)?, name.span()))).collect();
    // An entry may list frameworks that this package is not for, if one is left.
    let package = profile.package.as_ref();
    if all.len() == names.len() && all.iter().any(|one| package.is_some_and(|of| of.frameworks.contains(&one.value))) {
        return all;
    }
    names.into_iter().filter_map(|name| known_framework(name, &[], profile, diagnostics)).collect()
}

/// The framework on whose tensors the kernel works, and whether it is a function in Python that launches Triton kernels.
pub fn written_for(
    kernel: &Fields,
    profile: &Profile,
    diagnostics: &mut Diagnostics,
) -> (Option<Spanned<Framework>>, bool) {
    let Some(text) = kernel.text(WRITTEN_FOR, diagnostics) else { return (None, false) };
    if text.as_str() != TRITON {
        return (known_framework(text, &[TRITON], profile, diagnostics), false);
    }
    let package = profile.package.as_ref();
    if package.is_some_and(|package| package.frameworks.contains(&Framework::Torch)) {
        return (Some(Spanned::new(Framework::Torch, text.span())), true);
    }
    let message = "Triton kernels are for `torch`, and this package is not".to_owned();
    let problem = Diagnostic::new(rules::UNKNOWN_FRAMEWORK, text.span(), message);
    diagnostics.push(problem.help("add `torch` to `frameworks` in opgen.toml"));
    (Some(Spanned::new(Framework::Torch, text.span())), true)
}

/// The dispatch keys of `PyTorch` for which the package's sources register a kernel.
pub fn dispatch_keys(
    kernel: &Fields,
    written_for: Option<&Spanned<Framework>>,
    profile: &Profile,
    diagnostics: &mut Diagnostics,
) -> Vec<Spanned<String>> {
    let Some(text) = kernel.text(REGISTERED_FOR, diagnostics) else { return Vec::new() };
    if written_for.is_none_or(|framework| framework.value != Framework::Torch) {
        let message = format!("`{REGISTERED_FOR}` is for kernels of `torch`");
        let problem = Diagnostic::new(rules::UNKNOWN_FRAMEWORK, text.span(), message);
        diagnostics.push(problem.help(format!("add `{WRITTEN_FOR} : torch`")));
    }
    let (names, others): (Vec<Text>, Vec<Text>) = text.split(',').into_iter().partition(|name| name.is_name());
    for other in others {
        diagnostics.push(fields::invalid_name(other, rules::UNKNOWN_FRAMEWORK, "not a dispatch key"));
    }
    let known = profile.package.as_ref().map_or(&[][..], |package| &package.dispatch_keys);
    for name in names.iter().filter(|name| !known.iter().any(|known| known == name.as_str())) {
        let message = format!("`{}` is not a dispatch key", name.as_str());
        let help = suggest::help(name.as_str(), known.iter().map(String::as_str));
        diagnostics.push(Diagnostic::new(rules::UNKNOWN_FRAMEWORK, name.span(), message).maybe_help(help));
    }
    names.into_iter().map(Text::to_spanned).collect()
}

/// Reports an unknown framework. `words` are other words that could be meant.
fn known_framework(
    text: Text,
    words: &[&'static str],
    profile: &Profile,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Framework>> {
    let frameworks = &profile.package.as_ref()?.frameworks;
    let found = frameworks.iter().copied().find(|framework| framework.name() == text.as_str());
    if found.is_none() {
        let is_known = Framework::ALL.iter().any(|framework| framework.name() == text.as_str());
        let message = match is_known {
            true => format!("this package is not for `{}`", text.as_str()),
            false => format!("there is no framework `{}`", text.as_str()),
        };
        let problem = Diagnostic::new(rules::UNKNOWN_FRAMEWORK, text.span(), message);
        let known = if is_known { frameworks.as_slice() } else { &Framework::ALL };
        let names = known.iter().map(|framework| framework.name()).chain(words.iter().copied());
        diagnostics.push(problem.maybe_help(suggest::help(text.as_str(), names)));
    }
    found.map(|framework| Spanned::new(framework, text.span()))
}
