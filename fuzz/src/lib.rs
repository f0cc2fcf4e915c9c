//! Code that the fuzz targets share. They run on stable Rust, with `cargo install cargo-fuzz`:
//!
//! ```sh
//! fuzz/seeds.py
//! cargo +stable fuzz run --sanitizer none check -- -max_total_time=600
//! ```
//!
//! Turn every finding into a case in `tests/` that fails, and then fix it.

use std::hint::black_box;

use opgen::project::{InputKind, Inputs, Project};
use opgen::source::{Diagnostics, Sources, report};
use opgen::spec::Home;

/// The prefix of a line that gives the kind of the file after it.
const FILE: &[u8] = b"#= ";

/// Splits one input into several files. A line like `#= op_compat` begins a file; text before the first such line is
/// `ops`. If a kind occurs twice, the last file is used, because there is one file of each kind.
pub fn files(input: &[u8]) -> Vec<(InputKind, &[u8])> {
    let mut files = vec![(InputKind::Ops(Home::Ops), 0..0)];
    let mut at = 0;
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        match line.strip_prefix(FILE).and_then(kind) {
            Some(kind) => files.push((kind, at..at)),
            None => files.last_mut().expect("there is always one").1.end = at,
        }
    }
    let last = |kind| files.iter().rfind(|(other, _)| *other == kind);
    InputKind::all().filter_map(last).map(|(kind, place)| (*kind, &input[place.clone()])).collect()
}

fn kind(name: &[u8]) -> Option<InputKind> {
    InputKind::all().find(|kind| kind.key().as_bytes() == name.trim_ascii_end())
}

/// Checks files as `opgen check` does.
pub fn check(files: &[(InputKind, &[u8])]) -> Project {
    let named = files.iter().map(|(kind, text)| (*kind, kind.key(), *text));
    let project = Inputs::from_texts(named).analyse();
    say(&project.diagnostics, &project.sources);
    project
}

/// Renders all findings in every format.
pub fn say(diagnostics: &Diagnostics, sources: &Sources) {
    black_box(report::render_all(diagnostics, sources));
    black_box(report::json(diagnostics, sources));
    black_box(report::github(diagnostics, sources, str::to_owned));
}
