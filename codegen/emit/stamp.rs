//! A note beside the outputs that says what they were made of, so that a run with nothing to do ends early.
//!
//! It is trusted only as far as it can be verified: the program, the inputs and the outputs are read and compared each time.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;
use std::{env, fs, process};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::OutputFile;

const NAME: &str = ".opgen-stamp";

/// The contents of the stamp.
#[derive(Debug, Serialize, Deserialize)]
pub struct Stamp {
    made_of: Fingerprint,
    /// What the run had to say, to be said again.
    report: String,
    outputs: Vec<Output>,
    /// Outputs of groups that other runs have made here.
    others: Vec<Output>,
}

/// A file that was written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Output {
    /// Relative to the output folder.
    path: String,
    hash: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of this program, and of all texts that decide what it generates.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(program().as_bytes());
        for text in texts {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        Fingerprint(hasher.finalize().to_hex().to_string())
    }
}

/// The hash of the program that is running: its own sources, those of everything that it was built with, and the compiler
/// all show in it. A program that cannot be read is never the one that made the outputs.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    let read = || env::current_exe().and_then(fs::read).map(|bytes| digest(&bytes));
    PROGRAM.get_or_init(|| read().unwrap_or_else(|_| format!("{:?} {}", SystemTime::now(), process::id())))
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
    serde_json::from_slice(&fs::read(path(out)).ok()?).ok()
}

impl Stamp {
    /// The note of a run, as a file.
    pub fn note(made_of: &Fingerprint, report: String, files: &[OutputFile], others: Vec<Output>) -> OutputFile {
        let outputs = files.par_iter().with_max_len(1).map(Output::of).collect();
        let stamp = Stamp { made_of: made_of.clone(), report, outputs, others };
        OutputFile::new(NAME, serde_json::to_string(&stamp).expect("all keys are strings"))
    }

    /// What the run that made the outputs did, if they are still what this run would make.
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

    /// Whether the file is as it was made.
    fn is_intact(&self, out: &Path) -> bool {
        fs::read(out.join(&self.path)).is_ok_and(|bytes| digest(&bytes) == self.hash)
    }
}

/// Notes below `out` what outputs were made of; they must be in place.
pub fn write(out: &Path, note: OutputFile) {
    // Where that fails, the next run merely takes longer: not worth failing for.
    let _ = crate::changes(out, &[note]).and_then(|changes| crate::apply(&changes));
}

/// The path of the stamp.
pub fn path(out: &Path) -> PathBuf {
    out.join(NAME)
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
