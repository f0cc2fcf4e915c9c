//! A note beside the outputs that says what they were made of, so that a run with nothing to do ends early.
//!
//! It is trusted only as far as it can be verified: the program, the inputs and the outputs are read and compared each time.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;
use std::{env, process};

use parallel::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::OutputFile;

const NAME: &str = ".opgen-stamp";

/// The contents of the stamp. As a file: what the outputs are made of, one line for each output, an empty line, the report.
#[derive(Debug)]
pub struct Stamp {
    made_of: Fingerprint,
    /// The report of the run, which is printed again.
    report: String,
    outputs: Vec<Output>,
    /// Outputs of groups that other runs have made here.
    others: Vec<Output>,
}

/// A file that was written. As a line: whether it is one of the others, its hash, path and group, with tabs between.
#[derive(Debug)]
pub struct Output {
    /// Relative to the output folder.
    path: String,
    hash: String,
    group: Option<String>,
}

/// Outputs of groups that earlier runs made, and this one does not.
#[derive(Debug, Default)]
pub struct Dropped {
    /// The paths of those that are to be removed.
    pub gone: Vec<String>,
    /// Outputs that other runs decide about.
    pub others: Vec<Output>,
}

/// Identifies everything that the outputs depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of this program, and of all texts that decide what it generates.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hasher = Xxh3::new();
        hasher.update(program().as_bytes());
        for text in texts {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        Fingerprint(hex(hasher.digest128()))
    }
}

/// Finds out which program is running, beside everything else, so that the first [`Fingerprint`] need not wait for it.
pub fn identify_program() {
    parallel::spawn(|| {
        program();
    });
}

/// The hash of the program that is running: its own sources, those of everything that it was built with, and the compiler
/// all show in it. A program that cannot be read is never the one that made the outputs.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        digest_of(env::current_exe()).unwrap_or_else(|_| format!("{:?} {}", SystemTime::now(), process::id()))
    })
}

/// The result of an earlier run.
#[derive(Debug)]
pub struct Made {
    /// Its report.
    pub report: String,
    /// The paths of its outputs.
    pub outputs: Vec<String>,
}

/// The stamp of the run that wrote the outputs below `out`, if there is one.
pub fn read(out: &Path) -> Option<Stamp> {
    Stamp::parse(&fs::read_to_string(path(out)).ok()?)
}

impl Stamp {
    /// The stamp of a run, as a file.
    pub fn note(made_of: &Fingerprint, report: String, files: &[OutputFile], others: Vec<Output>) -> OutputFile {
        let outputs = files.par_iter().with_max_len(1).map(Output::of).collect();
        let stamp = Stamp { made_of: made_of.clone(), report, outputs, others };
        OutputFile::new(NAME, stamp.text())
    }

    fn text(&self) -> String {
        let lines = |kind: &str, outputs: &[Output]| outputs.iter().map(|output| output.line(kind)).collect::<String>();
        let (outputs, others) = (lines("made", &self.outputs), lines("other", &self.others));
        format!("{}\n{outputs}{others}\n{}", self.made_of.0, self.report)
    }

    /// The inverse of [`Stamp::text`]; `None` for any other text.
    fn parse(text: &str) -> Option<Stamp> {
        let (made_of, rest) = text.split_once('\n')?;
        let (mut outputs, mut others) = (Vec::new(), Vec::new());
        let mut rest = rest;
        loop {
            let (line, after) = rest.split_once('\n')?;
            rest = after;
            match line.split_once('\t') {
                Some(("made", fields)) => outputs.push(Output::parse(fields)?),
                Some(("other", fields)) => others.push(Output::parse(fields)?),
                None if line.is_empty() => break,
                _ => return None,
            }
        }
        Some(Stamp { made_of: Fingerprint(made_of.to_owned()), report: rest.to_owned(), outputs, others })
    }

    /// The result of the run that wrote the outputs, if this run would write the same.
    pub fn still_good(&self, out: &Path, made_of: &Fingerprint) -> Option<Made> {
        let good = self.made_of == *made_of && self.outputs.par_iter().all(|output| output.is_intact(out));
        let paths = || self.outputs.iter().map(|output| output.path.clone()).collect();
        good.then(|| Made { report: self.report.clone(), outputs: paths() })
    }

    /// What is no longer made of the groups. Where this run decides on a group, its files go; but not what somebody has
    /// changed since.
    pub fn dropped(self, out: &Path, made: &[String], decides: impl Fn(&str) -> bool) -> Dropped {
        let made: BTreeSet<&str> = made.iter().map(String::as_str).collect();
        let mut dropped = Dropped::default();
        for output in self.outputs.into_iter().chain(self.others) {
            match &output.group {
                Some(group) if !made.contains(output.path.as_str()) => match decides(group) {
                    true if output.is_intact(out) => dropped.gone.push(output.path),
                    true => {}
                    false => dropped.others.push(output),
                },
                _ => {}
            }
        }
        dropped
    }
}

impl Output {
    fn of(file: &OutputFile) -> Self {
        let OutputFile { path, text, group } = file;
        Output { path: path.clone(), hash: digest(text.as_bytes()), group: group.clone() }
    }

    fn line(&self, kind: &str) -> String {
        format!("{kind}\t{}\t{}\t{}\n", self.hash, self.path, self.group.as_deref().unwrap_or(""))
    }

    fn parse(fields: &str) -> Option<Self> {
        let (hash, rest) = fields.split_once('\t')?;
        let (path, group) = rest.split_once('\t')?;
        let group = (!group.is_empty()).then(|| group.to_owned());
        Some(Output { path: path.to_owned(), hash: hash.to_owned(), group })
    }

    /// Whether the file is as it was made.
    fn is_intact(&self, out: &Path) -> bool {
        fs::read(out.join(&self.path)).is_ok_and(|bytes| digest(&bytes) == self.hash)
    }
}

/// Writes the stamp below `out`. The outputs must be in place.
pub fn write(out: &Path, note: OutputFile) {
    // If this fails, the next run only takes longer, so it is not an error.
    let _ = crate::changes(out, &[note]).and_then(|changes| crate::apply(&changes));
}

/// The path of the stamp.
pub fn path(out: &Path) -> PathBuf {
    out.join(NAME)
}

/// The hash of a file, which is not held in memory: clearing the pages for it takes longer than hashing it.
fn digest_of(path: io::Result<PathBuf>) -> io::Result<String> {
    let (mut file, mut hasher) = (File::open(path?)?, Xxh3::new());
    let mut buffer = [0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(hasher.digest128())),
            length => hasher.update(&buffer[..length]),
        }
    }
}

fn digest(bytes: &[u8]) -> String {
    hex(xxh3_128(bytes))
}

fn hex(hash: u128) -> String {
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(path: &str, group: Option<&str>) -> Output {
        Output { path: path.to_owned(), hash: digest(path.as_bytes()), group: group.map(str::to_owned) }
    }

    #[test]
    fn a_stamp_is_read_as_it_was_written() {
        let stamp = Stamp {
            made_of: Fingerprint::new(["a", "b"]),
            report: "warning: two\n\nlines".to_owned(),
            outputs: vec![output("a/b c.h", None), output("d.cc", Some("mine"))],
            others: vec![output("e.cc", Some("theirs"))],
        };
        let text = stamp.text();
        assert_eq!(Stamp::parse(&text).expect("it is whole").text(), text);
    }

    #[test]
    fn another_text_is_no_stamp() {
        for text in ["", "{}", "hash\n", "hash\nmade\tdigest\n\n", "hash\nelse\tdigest\tpath\t\n\n"] {
            assert!(Stamp::parse(text).is_none(), "{text:?}");
        }
    }
}
