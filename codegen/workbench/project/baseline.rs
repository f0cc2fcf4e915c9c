//! The baseline: a file of known findings, which are not reported.
//!
//! An entry has the rule, the file, the operator and the underlined text, but no line number, because lines move.

use crate::rules;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::outline::unknown_code;
use source::fields::{self, Fields};
use source::yaml::{Node, Value};
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Rule, SourceFile, Sources, Span, Spanned, toml};
use xxhash_rust::xxh3::Xxh3;

/// The default file name.
pub const NAME: &str = "opgen-baseline.toml";

/// Identifies a finding from run to run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The code of the rule.
    pub code: String,
    /// The name of the file.
    pub file: String,
    /// The name of the entry that contains the finding. Empty if the file has no entries.
    pub entry: String,
    /// The underlined text, on one line.
    pub text: String,
}

impl Key {
    /// A short hash of the key, for services that track findings.
    pub fn fingerprint(&self) -> String {
        let Key { code, file, entry, text } = self;
        let mut hasher = Xxh3::new();
        for part in [code, file, entry, text] {
            // With the lengths, moving text from one part to the next changes the hash.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        format!("{:016x}", hasher.digest())
    }
}

/// The entries of a baseline, each with its span and the number of findings that it still covers.
#[derive(Debug, Clone, Default)]
pub struct Baseline {
    entries: BTreeMap<Key, (u32, Span)>,
}

const FINDING: &str = "finding";

const KEYS: &[&str] = &["code", "file", "entry", "text", "count"];

impl Baseline {
    /// Reads a file that [`write()`] wrote and somebody may have edited. Mistakes are reported.
    pub fn read(id: FileId, sources: &Sources, catalogue: Catalogue, diagnostics: &mut Diagnostics) -> Baseline {
        let mut baseline = Baseline::default();
        let Some(root) = toml::parse(id, sources.file(id).text(), diagnostics) else { return baseline };
        let Some(fields) = Fields::of(&root, format_args!("a baseline"), diagnostics) else { return baseline };
        fields.reject_unknown(source::rules::UNKNOWN_KEY, &[FINDING], diagnostics);
        let Some(findings) = fields.get(FINDING) else { return baseline };
        for item in fields::items(findings, format_args!("`finding` of a baseline"), diagnostics).unwrap_or_default() {
            if let Some((key, count)) = read_entry(item, catalogue, diagnostics) {
                baseline.entries.entry(key.value).or_insert((0, key.span)).0 += count;
            }
        }
        baseline
    }

    /// True if the baseline covers a finding. Its entry then covers one finding fewer.
    pub fn consume(&mut self, key: &Key) -> bool {
        match self.entries.get_mut(key) {
            Some((left @ 1.., _)) => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }

    /// The diagnostics for entries that cover more findings than there are. Nothing is known about rules that were not checked.
    pub fn stale(&self, unchecked: &[Rule]) -> impl Iterator<Item = Diagnostic> {
        let is_checked = |key: &Key| !unchecked.iter().any(|rule| rule.code() == key.code);
        let stale = self.entries.iter().filter(move |(key, (left, _))| *left > 0 && is_checked(key));
        stale.map(|(key, (left, span))| {
            let entry = if key.entry.is_empty() { String::new() } else { format!("`{}` of ", key.entry) };
            let place = format!("{} in {entry}{}", key.code, key.file);
            let message = match left {
                1 => format!("{place} no longer occurs"),
                _ => format!("{left} findings of {place} no longer occur"),
            };
            let help = "update the baseline with `opgen check --write-baseline`";
            Diagnostic::new(rules::STALE_BASELINE, *span, message).help(help)
        })
    }
}

fn read_entry(node: &Node, catalogue: Catalogue, diagnostics: &mut Diagnostics) -> Option<(Spanned<Key>, u32)> {
    let fields = Fields::of(node, format_args!("a finding of a baseline"), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, KEYS, diagnostics);
    let code = fields.require_text("code", diagnostics)?;
    if catalogue.of_code(code.as_str()).is_none() {
        diagnostics.push(unknown_code(code.as_str(), code.span(), catalogue));
    }
    let file = fields.require_text("file", diagnostics)?.folded();
    let mut optional = |key| fields.text(key, diagnostics).map_or(String::new(), |text| text.folded());
    let (entry, text) = (optional("entry"), optional("text"));
    let count = match fields.text("count", diagnostics) {
        None => 1,
        Some(count) => count.as_str().parse().unwrap_or_else(|_| {
            let message = format!("`count` must be a number, but this is `{}`", count.as_str());
            diagnostics.push(Diagnostic::new(source::rules::WRONG_NODE, count.span(), message));
            0
        }),
    };
    let key = Key { code: code.folded(), file, entry, text };
    Some((Spanned::new(key, code.span()), count))
}

/// The first line of every baseline.
const FIRST_LINE: &str =
    "# Known findings, which `opgen check` does not report. `opgen check --write-baseline` rewrites this file.";

/// Whether a file is a baseline, or was one until somebody broke it. A file without content may become one.
pub fn is_baseline(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let is_of_findings = |node: &Node| match &node.value {
        Value::Mapping(entries) => entries.iter().all(|(key, _)| key.value == FINDING),
        _ => false,
    };
    let id = Sources::default().add(SourceFile::new(NAME.to_owned(), String::new()));
    text.lines().any(|line| line == FIRST_LINE)
        || toml::parse(id, text, &mut Diagnostics::default()).is_some_and(|root| is_of_findings(&root))
}

/// The text of a baseline with these findings.
pub fn write(keys: impl IntoIterator<Item = Key>) -> String {
    let mut counts: BTreeMap<Key, u32> = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    let mut out = format!("{FIRST_LINE}\n");
    for (key, count) in &counts {
        let Key { code, file, entry, text } = key;
        out.push_str("\n[[finding]]\n");
        for (name, value) in [("code", code), ("file", file), ("entry", entry), ("text", text)] {
            if !value.is_empty() {
                writeln!(out, "{name} = {}", ::toml::Value::from(value.as_str())).expect("a string takes everything");
            }
        }
        if *count > 1 {
            writeln!(out, "count = {count}").expect("a string takes everything");
        }
    }
    out
}
