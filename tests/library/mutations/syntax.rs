//! Mistakes in punctuation and layout, in every kind of file.
//!
//! Left out: prose (comments of any kind, the notes of versions), and changes after which a YAML reader (`serde_yaml`,
//! which opgen itself does not use) reads exactly the same values.

use std::ops::Range;

use opgen::source::FileId;
use serde_yaml::Value;

use super::Operator;
use super::text::{entries, keys, lines};
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("comma-deleted", |tree| deleted(tree, ',')),
    ("comma-doubled", |tree| doubled(tree, ',')),
    ("comma-as-period", |tree| replaced(tree, ',', ".")),
    ("colon-deleted", colon_deleted),
    ("colon-doubled", colon_doubled),
    ("colon-without-blank", colon_without_blank),
    ("parenthesis-opening-deleted", |tree| deleted(tree, '(')),
    ("parenthesis-closing-deleted", |tree| deleted(tree, ')')),
    ("bracket-opening-deleted", |tree| deleted(tree, '[')),
    ("bracket-closing-deleted", |tree| deleted(tree, ']')),
    ("brace-opening-deleted", |tree| deleted(tree, '{')),
    ("brace-closing-deleted", |tree| deleted(tree, '}')),
    ("quote-deleted", |tree| deleted(tree, '"')),
    ("arrow-without-head", |tree| deleted(tree, '>')),
    ("bracket-doubled", |tree| doubled(tree, '[')),
    ("parenthesis-doubled", |tree| doubled(tree, ')')),
    ("equals-deleted", |tree| deleted(tree, '=')),
    ("indented-by-one-more", |tree| indented(tree, 1)),
    ("indented-by-one-less", |tree| indented(tree, -1)),
    ("indented-with-a-tab", with_tab),
    ("dash-deleted", dash_deleted),
    ("dash-without-blank", dash_without_blank),
    ("quote-left-open", quote_left_open),
    ("letter-before-key", letter_before_key),
];

/// Every line of every file, except prose.
fn code_lines(tree: &Tree) -> Vec<(FileId, usize, &str)> {
    let mut found = Vec::new();
    for (key, file) in &tree.files {
        let mut in_prose = None;
        for (at, line) in lines(tree.text(*file)) {
            let indentation = line.len() - line.trim_start_matches([' ', '-']).len();
            in_prose = in_prose.filter(|prose| indentation > *prose || line.is_empty());
            let word = line.trim_start_matches([' ', '-']);
            if key == "op_version" && (word.starts_with("comment") || word.starts_with("checkpoint")) {
                in_prose = Some(indentation);
            }
            if in_prose.is_none() && !line.is_empty() {
                found.push((*file, at, line));
            }
        }
    }
    found
}

/// Keeps only mutations that change the values, or after which the file cannot be read.
fn sound_out(tree: &Tree, mutations: Vec<Mutation>) -> Vec<Mutation> {
    // Only some of them will be drawn, and reading is slow.
    let mutations = super::draw::some(mutations, 4 * super::DRAWN);
    let changes = |mutation: &Mutation| {
        let (range, with) = &mutation.edits[0];
        let entry = super::text::entry_at(tree.text(mutation.file), range.start);
        let text = tree.text(mutation.file);
        let changed =
            format!("{}{with}{}", &text[entry.start..range.start], &text[range.end..entry.end.max(range.end)]);
        let read = |text: &str| serde_yaml::from_str::<Value>(text).ok();
        read(&changed).is_none_or(|value| Some(value) != read(&text[entry]))
    };
    mutations.into_iter().filter(changes).collect()
}

/// The positions of a character outside strings. A quote counts as outside its own string.
fn places(line: &str, wanted: char) -> Vec<usize> {
    let mut quoted = false;
    let mut found = Vec::new();
    for (i, c) in line.char_indices() {
        quoted ^= c == '"';
        if c == wanted && (!quoted || c == '"') {
            found.push(i);
        }
    }
    found
}

fn edit_each(tree: &Tree, wanted: char, edit: impl Fn(FileId, usize) -> Mutation) -> Vec<Mutation> {
    let lines = code_lines(tree);
    let sites = lines.iter().flat_map(|(file, at, line)| {
        places(line, wanted)
            .into_iter()
            .filter(|place| !may_be_left_out(line, *place))
            .map(move |place| (*file, at + place))
    });
    sound_out(tree, sites.map(|(file, at)| edit(file, at)).collect())
}

/// The comma after the dispatch of a kernel is optional, and so is the one after the last item of a list.
fn may_be_left_out(line: &str, place: usize) -> bool {
    let (before, behind) = (line[..place].trim_end(), line[place + 1..].trim_start());
    line[place..].starts_with(',') && (before.ends_with('}') || behind.is_empty() || behind.starts_with([']', '}']))
        // An escaped quote, and the optional brackets around a single mapping.
        || before.ends_with('\\')
        || line.trim_start().starts_with("inplace") && !line.contains(',') && line[place..].starts_with(['(', ')'])
}

fn deleted(tree: &Tree, wanted: char) -> Vec<Mutation> {
    edit_each(tree, wanted, |file, at| Mutation::replace(file, at..at + 1, ""))
}

fn doubled(tree: &Tree, wanted: char) -> Vec<Mutation> {
    edit_each(tree, wanted, |file, at| Mutation::replace(file, at..at + 1, format!("{wanted}{wanted}")))
}

fn replaced(tree: &Tree, wanted: char, with: &str) -> Vec<Mutation> {
    edit_each(tree, wanted, |file, at| Mutation::replace(file, at..at + 1, with))
}

/// Every line of the form `key : value`, with its file.
fn key_lines(tree: &Tree) -> Vec<(FileId, super::text::Line)> {
    let all = tree.files.iter().flat_map(|&(_, file)| {
        let text = tree.text(file);
        entries(text).into_iter().flat_map(move |entry| keys(text, &entry)).map(move |line| (file, line))
    });
    all.collect()
}

fn colon_deleted(tree: &Tree) -> Vec<Mutation> {
    let all = key_lines(tree).into_iter().map(|(file, line)| Mutation::replace(file, line.colon..line.colon + 1, ""));
    sound_out(tree, all.collect())
}

fn colon_doubled(tree: &Tree) -> Vec<Mutation> {
    let all = key_lines(tree).into_iter().map(|(file, line)| Mutation::replace(file, line.colon..line.colon + 1, "::"));
    sound_out(tree, all.collect())
}

fn colon_without_blank(tree: &Tree) -> Vec<Mutation> {
    let all = key_lines(tree).into_iter().filter(|(_, line)| line.value.len() > 1);
    let all = all.map(|(file, line)| Mutation::replace(file, line.key.end..line.value.start, ":"));
    sound_out(tree, all.collect())
}

fn letter_before_key(tree: &Tree) -> Vec<Mutation> {
    let all =
        key_lines(tree).into_iter().map(|(file, line)| Mutation::replace(file, line.key.start..line.key.start, "x "));
    sound_out(tree, all.collect())
}

fn indented(tree: &Tree, by: isize) -> Vec<Mutation> {
    let all = key_lines(tree).into_iter().filter(|(file, line)| {
        let at = line.whole.start;
        line.key.start > at + 1 && tree.text(*file)[at..line.key.start].trim().is_empty()
    });
    let edit = |(file, line): (FileId, super::text::Line)| {
        let at = line.whole.start;
        match by {
            1 => Mutation::replace(file, at..at, " "),
            _ => Mutation::replace(file, at..at + 1, ""),
        }
    };
    sound_out(tree, all.map(edit).collect())
}

fn with_tab(tree: &Tree) -> Vec<Mutation> {
    let all = key_lines(tree).into_iter().filter(|(_, line)| line.key.start > line.whole.start + 1);
    let all = all.filter(|(file, line)| tree.text(*file)[line.whole.start..line.key.start].trim().is_empty());
    all.map(|(file, line)| Mutation::replace(file, line.whole.start..line.key.start, "\t")).collect()
}

/// The offsets of the dashes that begin entries.
fn dashes(tree: &Tree) -> Vec<(FileId, Range<usize>)> {
    let all = tree.files.iter().flat_map(|&(_, file)| entries(tree.text(file)).into_iter().map(move |at| (file, at)));
    all.map(|(file, entry)| (file, entry.start..entry.start + 1)).collect()
}

fn dash_deleted(tree: &Tree) -> Vec<Mutation> {
    dashes(tree).into_iter().map(|(file, dash)| Mutation::replace(file, dash, " ")).collect()
}

fn dash_without_blank(tree: &Tree) -> Vec<Mutation> {
    dashes(tree).into_iter().map(|(file, dash)| Mutation::replace(file, dash.start..dash.end + 1, "-")).collect()
}

/// An opening quote before a value, without a closing quote.
fn quote_left_open(tree: &Tree) -> Vec<Mutation> {
    let all = key_lines(tree).into_iter().filter(|(_, line)| !line.value.is_empty());
    all.map(|(file, line)| Mutation::replace(file, line.value.start..line.value.start, "\"")).collect()
}
