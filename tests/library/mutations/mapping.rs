//! The same for mapping documents and their index: one line is changed, and `opgen mapping check` must report that line or
//! a line that it contradicts.

mod documents;
mod index;

use std::collections::BTreeMap;
use std::path::Path;

use opgen::mapping::{Files, Mappings};
use rayon::prelude::*;

use super::draw;
use super::{Tally, conclude};

/// A mistake: the new lines of a file, and which of them were changed, from 0.
pub struct Edit {
    at: std::ops::RangeInclusive<usize>,
    lines: Vec<String>,
}

impl Edit {
    pub fn replace(lines: &[String], at: usize, line: impl Into<String>) -> Edit {
        let mut lines = lines.to_vec();
        lines[at] = line.into();
        Edit { at: at..=at, lines }
    }

    pub fn insert(lines: &[String], at: usize, line: impl Into<String>) -> Edit {
        let mut lines = lines.to_vec();
        lines.insert(at, line.into());
        Edit { at: at..=at, lines }
    }

    /// The lines beside one that is missing are where it is missing.
    pub fn delete(lines: &[String], at: usize) -> Edit {
        let mut lines = lines.to_vec();
        lines.remove(at);
        Edit { at: at.saturating_sub(2)..=at + 1, lines }
    }
}

/// A way to make a mistake in the lines of a file.
pub type Operator = (&'static str, fn(&[String]) -> Vec<Edit>);

/// The files of a folder by path.
type Texts = BTreeMap<String, String>;

const DRAWN: usize = 5;
/// The same for the index, with all documents beside it.
const DRAWN_IN_INDEX: usize = 2;
const INDEX: &str = "pytorch_api_mapping_cn.md";

/// How many other documents are read beside one that is changed.
const OTHERS: usize = 16;

#[test]
fn mistakes_in_real_mapping_documents_are_reported() {
    let Some(oracle) = crate::oracle::oracle() else { return };
    let texts = read(&oracle.join("mapping/46ceb37d/docs"));
    let documents: Vec<&String> = texts.keys().filter(|path| path.starts_with("api_difference")).collect();
    let mut tallies: Vec<Tally> =
        documents::OPERATORS.par_iter().map(|operator| in_documents(operator, &texts, &documents)).collect();
    let base = findings(texts.clone());
    tallies.extend(index::OPERATORS.par_iter().map(|operator| in_index(operator, &texts, &base)).collect::<Vec<_>>());
    conclude(&tallies, "floors-mapping.txt");
}

fn read(folder: &Path) -> Texts {
    let mut texts = Texts::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("it is readable").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
            texts.insert(name, std::fs::read_to_string(path).expect("it is text"));
        }
    }
    texts
}

fn lines(text: &str) -> Vec<String> {
    text.split('\n').map(str::to_owned).collect()
}

/// Each finding: where its labels are, from 0, and what it says.
type Findings = Vec<(Vec<(String, usize)>, String)>;

fn findings(texts: Texts) -> Findings {
    let mappings = Mappings::of(Files::of(texts));
    let sources = &mappings.sources;
    let finding = |finding: &&opgen::source::Diagnostic| {
        let spans = std::iter::once(finding.span).chain(finding.labels.iter().map(|label| label.span));
        let places = spans.map(|span| (sources.file(span.file).name().to_owned(), sources.region(span).line - 1));
        (places.collect(), format!("{} {}", finding.rule.code(), finding.message))
    };
    mappings.diagnostics.sorted().iter().map(finding).collect()
}

/// Whether there is a finding about a changed line that there was not before.
fn is_reported(path: &str, edit: &Edit, before: &Findings, after: &Findings) -> bool {
    let is_new = |message: &String| !before.iter().any(|(places, other)| other == message && places[0].0 == path);
    let is_here = |(file, line): &(String, usize)| file == path && edit.at.contains(line);
    after.iter().any(|(places, message)| places.iter().any(is_here) && is_new(message))
}

fn tally(name: &'static str, made: Vec<(bool, String)>) -> Tally {
    let missed = made.iter().filter(|(reported, _)| !reported).map(|(_, what)| what.clone()).collect();
    Tally { name, drawn: made.len(), missed }
}

fn in_documents((name, edits): &Operator, texts: &Texts, documents: &[&String]) -> Tally {
    let mut chance = draw::Chance::of(name, 0);
    let mut made = Vec::new();
    for _ in 0..documents.len() {
        let path = documents[chance.below(documents.len())];
        let mut edits = edits(&lines(&texts[path]));
        if edits.is_empty() {
            continue;
        }
        let edit = edits.swap_remove(chance.below(edits.len()));
        let others = (0..OTHERS).map(|_| documents[chance.below(documents.len())]).filter(|other| *other != path);
        let mut some: Texts = others.map(|other| (other.clone(), texts[other].clone())).collect();
        some.insert(path.clone(), texts[path].clone());
        let before = findings(some.clone());
        some.insert(path.clone(), edit.lines.join("\n"));
        let reported = is_reported(path, &edit, &before, &findings(some));
        made.push((reported, format!("{path}:{}: {:?}", edit.at.start() + 1, edit.lines.get(*edit.at.end()))));
        if made.len() == DRAWN {
            break;
        }
    }
    tally(name, made)
}

fn in_index((name, edits): &Operator, texts: &Texts, base: &Findings) -> Tally {
    let edits = draw::some(edits(&lines(&texts[INDEX])), DRAWN_IN_INDEX);
    let made = edits.iter().map(|edit| {
        let mut changed = texts.clone();
        changed.insert(INDEX.to_owned(), edit.lines.join("\n"));
        let reported = is_reported(INDEX, edit, base, &findings(changed));
        (reported, format!("{INDEX}:{}: {:?}", edit.at.start() + 1, edit.lines.get(*edit.at.end())))
    });
    tally(name, made.collect())
}
