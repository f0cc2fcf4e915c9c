//! Fixes that might spread a misspelling instead of correcting it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use parallel::prelude::*;
use source::{Change, Diagnostic, Diagnostics, Fix, SourceFile, Sources};

/// Makes a fix uncertain if it would write a name that the files have only in one place. If that is where the name is defined, it
/// may be the definition that is misspelt.
pub fn doubt(found: Diagnostics, sources: &Sources) -> Diagnostics {
    let mut mentions: BTreeMap<Vec<u8>, AtomicUsize> = BTreeMap::new();
    // Most words can be told from all of the names by their first byte and their length.
    let mut lengths = [0u64; 256];
    let length = |word: &[u8]| 1 << word.len().min(63);
    for name in found.sorted().into_iter().flat_map(written_names).map(str::as_bytes) {
        mentions.entry(name.to_owned()).or_default();
        lengths[name[0] as usize] |= length(name);
    }
    if mentions.is_empty() {
        return found;
    }
    let count = |file: &SourceFile| {
        let words = file.text().as_bytes().split(|byte| !PART_OF_NAME[*byte as usize]);
        let may_be = |word: &&[u8]| word.first().is_some_and(|first| lengths[*first as usize] & length(word) != 0);
        for mention in words.filter(may_be).filter_map(|word| mentions.get(word)) {
            mention.fetch_add(1, Ordering::Relaxed);
        }
    };
    sources.files().collect::<Vec<_>>().into_par_iter().with_max_len(1).for_each(count);
    let is_single =
        |name: &str| mentions.get(name.as_bytes()).is_some_and(|number| number.load(Ordering::Relaxed) == 1);
    found.filter_map(|found| {
        let is_doubtful = written_names(&found).any(is_single);
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
    texts.filter(|text| !text.is_empty() && text.bytes().all(|byte| PART_OF_NAME[byte as usize]))
}

/// The bytes that may be parts of names, among them those of characters that are not ASCII. A table, because every byte of every
/// file is looked up.
const PART_OF_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte >= 128 || (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};
