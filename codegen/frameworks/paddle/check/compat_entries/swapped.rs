//! Names in saved programs that look swapped.

use crate::rules;
use source::suggest::MAX_COMPARED;
use source::{Change, Diagnostic, Diagnostics, Help};
use spec::Compat;

/// Reports `x : Y` next to `y : X`: two names that fit better the other way round, or one that does while the other
/// fits as well.
pub fn check(entry: &Compat, diagnostics: &mut Diagnostics) {
    for (what, names) in [("inputs", &entry.inputs), ("outputs", &entry.outputs), ("attributes", &entry.attrs)] {
        let likenesses = names.iter().map(|(name, legacy)| likeness(name, legacy.as_str()));
        let listed: Vec<_> = names.iter().zip(likenesses).take(MAX_COMPARED).collect();
        for (at, &((name, legacy), is)) in listed.iter().enumerate() {
            // Most names are already as alike as possible.
            for &((other, other_legacy), other_is) in listed[at + 1..].iter().filter(|(_, other)| is + other < 2 * SAME)
            {
                let would_be = likeness(name, other_legacy.as_str());
                let other_would_be = likeness(other, legacy.as_str());
                if would_be >= is && other_would_be >= other_is && would_be + other_would_be > is + other_is {
                    let message = format!(
                        "two {what} of `{}` look swapped: `{name}` is called `{}`, and `{other}` is called `{}`",
                        entry.op.name.value, legacy.value, other_legacy.value
                    );
                    let problem = Diagnostic::new(rules::SWAPPED_NAMES, other_legacy.span, message);
                    let help = format!("did you mean `{name} : {}, {other} : {}`?", other_legacy.value, legacy.value);
                    let help = [(legacy, other_legacy), (other_legacy, legacy)]
                        .iter()
                        .fold(Help::from(help), |help, (at, is)| {
                            help.with(Change::Replace { span: at.span, text: is.value.clone() })
                        });
                    let help = help.titled("swap the names");
                    diagnostics.push(problem.label(legacy.span, "the other name").help(help));
                }
            }
        }
    }
}

/// The likeness of names that differ at most in case and underscores.
const SAME: usize = 2;

/// Rates how alike two names are, ignoring case and underscores: 2 if they are equal, 1 if one begins with the other or
/// their last words are equal, otherwise 0.
fn likeness(name: &str, legacy: &str) -> usize {
    let (mut rest, mut legacy_rest) = (letters(name), letters(legacy));
    loop {
        match (rest.next(), legacy_rest.next()) {
            (None, None) => return SAME,
            (None, _) | (_, None) => return 1,
            (one, other) if one == other => {}
            _ => break,
        }
    }
    usize::from(last_word(name).eq_ignore_ascii_case(last_word(legacy)))
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase())
}

fn last_word(name: &str) -> &str {
    name.rsplit('_').next().unwrap_or(name)
}
