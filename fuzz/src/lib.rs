//! Code that the fuzz targets share. They run on stable Rust, with `cargo install cargo-fuzz`:
//!
//! ```sh
//! fuzz/seeds.py
//! cargo +stable fuzz run --sanitizer none check -- -max_total_time=600
//! ```
//!
//! Turn every finding into a failing case in `tests/` before fixing it.

use std::hint::black_box;
use std::sync::LazyLock;

use opgen::driver::PROGRAM;
use opgen::profile::Profile;
use opgen::registry::{Inputs, Project};
use opgen::source::{Diagnostics, Sources, report};

/// The prefix of a line that states the kind of the file that follows.
const FILE: &[u8] = b"#= ";

/// Splits an input into files, each with the key of its kind. A line like `#= op_compat` begins a file; text before the first
/// such line is of kind `ops`. Of several files of one kind, the last is used.
pub fn files(input: &[u8]) -> Vec<(&'static str, &[u8])> {
    let mut files = vec![("ops", 0..0)];
    let mut at = 0;
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        match line.strip_prefix(FILE).and_then(kind) {
            Some(key) => files.push((key, at..at)),
            None => files.last_mut().expect("there is always one").1.end = at,
        }
    }
    let last = |key| files.iter().rfind(|(other, _)| *other == key);
    kinds().filter_map(last).map(|(key, place)| (*key, &input[place.clone()])).collect()
}

/// The keys of all kinds of file.
fn kinds() -> impl Iterator<Item = &'static str> {
    static PROFILE: LazyLock<Profile> = LazyLock::new(Profile::default);
    PROFILE.inputs.iter().map(|input| input.key.as_str())
}

fn kind(name: &[u8]) -> Option<&'static str> {
    kinds().find(|key| key.as_bytes() == name.trim_ascii_end())
}

/// Checks files as `opgen check` does.
pub fn check(files: &[(&str, &[u8])]) -> Project {
    let named = files.iter().map(|(key, text)| (*key, *key, *text));
    let project = Inputs::from_texts(named, PROGRAM).analyse();
    render(&project.diagnostics, &project.sources);
    project
}

/// Renders all findings in all formats.
pub fn render(diagnostics: &Diagnostics, sources: &Sources) {
    black_box(report::render_all(diagnostics, sources));
    black_box(report::json(diagnostics, sources));
    black_box(report::github(diagnostics, sources, str::to_owned, |_| true));
}
