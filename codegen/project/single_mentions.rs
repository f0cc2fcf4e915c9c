//! Fixes that might spread a misspelling instead of correcting it.

use std::collections::BTreeMap;

use source::{Change, Diagnostic, Diagnostics, Fix, Sources};

/// Makes a fix uncertain if it would write a name that the files have only in one place. If that is where the name is defined, it
/// may be the definition that is misspelt.
pub fn doubt(found: Diagnostics, sources: &Sources) -> Diagnostics {
    let mut mentions: BTreeMap<String, usize> = BTreeMap::new();
    for name in found.sorted().into_iter().flat_map(written_names) {
        mentions.entry(name.to_owned()).or_default();
    }
    if mentions.is_empty() {
        return found;
    }
    for word in sources.files().flat_map(|file| file.text().split(|c: char| !is_part_of_name(c))) {
        if let Some(number) = mentions.get_mut(word) {
            *number += 1;
        }
    }
    found.filter_map(|found| {
        let is_doubtful = written_names(&found).any(|name| mentions.get(name) == Some(&1));
        let fix = found.fix.map(|fix| Box::new(Fix { certain: fix.certain && !is_doubtful, ..*fix }));
        Some(Diagnostic { fix, ..found })
    })
}

/// The names that a certain fix writes in place of others.
fn written_names(found: &Diagnostic) -> impl Iterator<Item = &str> {
    let changes = found.fix.iter().filter(|fix| fix.certain).flat_map(|fix| &fix.changes);
    let texts = changes.filter_map(|change| match change {
        Change::ReplaceUnderlined { text, .. } | Change::Replace { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.filter(|text| !text.is_empty() && text.chars().all(is_part_of_name))
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
