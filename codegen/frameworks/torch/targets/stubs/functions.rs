//! The hints of functions and methods: those written by hand, then those of signatures.

use torch_profile::{HandHints, Profile};
use torch_python::SignatureGroup;
use torch_python::{HandHint, hint};

use super::Hints;

/// The hints of the functions of `torch`.
pub fn of_functions(groups: &[SignatureGroup], profile: &Profile) -> Hints {
    let mut hints = by_hand(&profile.hints.functions);
    add(&mut hints, groups, profile);
    hints.retain(|_, hints| !hints.is_empty());
    hints
}

/// The hints of the methods of tensors. Those for Python's operators come last.
pub fn of_methods(groups: &[SignatureGroup], profile: &Profile) -> Hints {
    let mut hints = by_hand(&profile.hints.methods);
    add(&mut hints, groups, profile);
    for name in &profile.hints.operator_names {
        let name = format!("__{name}__");
        let written = profile.hints.operators.get(&name).into_iter().flatten();
        hints.entry(name.clone()).or_default().extend(written.filter_map(|text| spelled(&name, text)));
    }
    hints.retain(|_, hints| !hints.is_empty());
    hints
}

/// Hints written by hand. A text that is not a hint is left out.
pub fn by_hand(written: &HandHints) -> Hints {
    let hints = |(name, texts): (&String, &Vec<String>)| {
        (name.clone(), texts.iter().filter_map(|text| spelled(name, text)).collect::<Vec<_>>())
    };
    written.iter().map(hints).filter(|(_, hints)| !hints.is_empty()).collect()
}

fn spelled(name: &str, text: &str) -> Option<String> {
    HandHint::read(name, text).map(|hint| hint.spelled())
}

/// Adds the hints of signatures.
fn add(hints: &mut Hints, groups: &[SignatureGroup], profile: &Profile) {
    for group in groups {
        let name = &group.signature.name;
        let known = hints.entry(name.clone()).or_default();
        if group.signature.is_deprecated || !profile.hints.without_hints.contains(name) {
            known.extend(hint::of_group(group, &profile.hints));
        }
    }
}
