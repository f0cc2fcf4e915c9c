//! What files may have although the profile does not know it: if nobody chose the profile, they may be of a version nearby.
//!
//! Each finding is a diagnostic whose message is only its subject; `project` joins them into one note.

use std::borrow::Cow;

use profile::{Profile, built_in_profiles};
use source::fields::Fields;
use source::{Diagnostic, Diagnostics, Spanned, suggest};

use super::op::{InferMeta, Signature};
use super::rules;

/// Reports keys that are not in `known`, which are those of the profile. Keys of other versions are only noted, and ignored.
pub fn reject_unknown_keys(
    fields: &Fields,
    known: &[&str],
    of_profile: impl Fn(&'static Profile) -> Vec<&'static str>,
    help: impl Fn(&str) -> Option<&'static str>,
    profile: &Profile,
    diagnostics: &mut Diagnostics,
) {
    let mut noted = Vec::new();
    for (key, _) in fields.entries().iter().filter(|_| profile.is_nearest) {
        let knows = |other: &'static Profile| of_profile(other).contains(&key.value.as_str());
        if !known.contains(&key.value.as_str()) && built_in_profiles().any(knows) {
            note(key, "the key", diagnostics);
            noted.push(key.value.as_str());
        }
    }
    let known = if noted.is_empty() { Cow::Borrowed(known) } else { Cow::Owned([known, &noted].concat()) };
    fields.reject_unknown_with(source::rules::UNKNOWN_KEY, &known, help, diagnostics);
}

/// Reports names in `local_shape` and `global_shape` that are not outputs. Before September 2024, `local_shape` was the
/// attribute with the shape.
pub fn check_part_shapes(
    infer_meta: &InferMeta,
    signature: &Signature,
    what: &str,
    profile: &Profile,
    diagnostics: &mut Diagnostics,
) {
    if let Some(name) = &infer_meta.local_shape {
        match profile.is_nearest && signature.attr(&name.value).is_some() {
            true => note(name, "the attribute in `local_shape`:", diagnostics),
            false => is_output(name, signature, what, diagnostics),
        }
    }
    if let Some(name) = &infer_meta.global_shape {
        is_output(name, signature, what, diagnostics);
    }
}

fn is_output(name: &Spanned<String>, signature: &Signature, what: &str, diagnostics: &mut Diagnostics) {
    if signature.output(&name.value).is_none() {
        let message = format!("`{}` is not an output of {what}", name.value);
        let problem = Diagnostic::new(rules::UNKNOWN_SHAPED, name.span, message);
        let help = suggest::help(&name.value, signature.output_names());
        diagnostics.push(problem.maybe_help(help).maybe_label(signature.outputs_span(), "its outputs"));
    }
}

fn note(name: &Spanned<String>, what: &str, diagnostics: &mut Diagnostics) {
    diagnostics.push(Diagnostic::new(rules::OTHER_VERSION, name.span, format!("{what} `{}`", name.value)));
}

/// Joins the findings of all files into one, at the first of them.
pub fn join(diagnostics: Diagnostics, profile: &Profile) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut rest = diagnostics.filter_map(|diagnostic| {
        let is_other = diagnostic.rule == rules::OTHER_VERSION;
        if is_other {
            found.push(diagnostic);
            return None;
        }
        Some(diagnostic)
    });
    let found = found.sorted();
    let Some(first) = found.first() else { return rest };
    let mut subjects: Vec<&str> = Vec::new();
    for diagnostic in &found {
        if !subjects.contains(&diagnostic.message.as_str()) {
            subjects.push(&diagnostic.message);
        }
    }
    let message = format!("the files are not quite of `{}`: they have {}", profile.name, subjects.join(", "));
    rest.push(Diagnostic::new(rules::OTHER_VERSION, first.span, message));
    rest
}
