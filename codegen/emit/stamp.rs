//! The stamp: a file next to the outputs that records what they were generated from. With it, a run that has nothing to
//! do ends early, and a run that has little to do generates only that.
//!
//! The stamp is always verified: inputs and outputs are read and compared each time.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate;
use crate::reuse::{Placed, Texts};
use project::Inputs;
use render::Rendered;
use source::file::SourceFile;

/// Changes with every change of opgen's own code, templates and built-in data.
const BUILD: &str = env!("OPGEN_BUILD");

const NAME: &str = ".opgen-stamp";

/// The contents of the stamp.
#[derive(Debug, Serialize, Deserialize)]
pub struct Stamp {
    made_of: Fingerprint,
    /// The fingerprint of everything except operators that outputs depend on.
    settings: Fingerprint,
    /// The report of the run, which is printed again.
    report: String,
    outputs: Vec<Output>,
    /// Outputs of the project's own targets that other runs have written here.
    others: Vec<Output>,
}

/// A file that was written.
#[derive(Debug, Serialize, Deserialize)]
pub struct Output {
    /// Relative to the output folder.
    path: String,
    hash: String,
    /// The project's own target that it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Placed>,
}

/// Outputs of the project's own targets that earlier runs wrote and this one does not.
#[derive(Debug, Default)]
pub struct Leftover {
    /// The paths of outputs that will be removed.
    pub gone: Vec<String>,
    /// Outputs that other runs decide about.
    pub others: Vec<Output>,
}

/// Identifies everything that the outputs depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of some of the files that were read, and of `options`, which is everything else that decides the
    /// outputs.
    fn new<'a>(files: impl IntoIterator<Item = &'a SourceFile>, options: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut add = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        add(BUILD);
        options.iter().for_each(|option| add(option));
        for file in files {
            add(file.name());
            add(file.text());
        }
        Fingerprint(hasher.finalize().to_hex().to_string())
    }
}

/// What a run generates its outputs from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeOf {
    all: Fingerprint,
    settings: Fingerprint,
}

impl MadeOf {
    pub fn new(inputs: &Inputs, options: &[&str]) -> Self {
        MadeOf {
            all: Fingerprint::new(inputs.sources().files(), options),
            settings: Fingerprint::new(inputs.settings_files(), options),
        }
    }
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
    /// The stamp of a run, as a file.
    pub fn note(made_of: &MadeOf, report: String, rendered: &[Rendered], others: Vec<Output>) -> Rendered {
        let MadeOf { all, settings } = made_of.clone();
        let outputs = rendered.par_iter().with_max_len(1).map(Output::of).collect();
        let stamp = Stamp { made_of: all, settings, report, outputs, others };
        Rendered::new(NAME, serde_json::to_string(&stamp).expect("all keys are strings"))
    }

    /// The result of the run that wrote the outputs, if this run would write the same.
    pub fn still_good(&self, out: &Path, made_of: &MadeOf) -> Option<Made> {
        let is_intact = |output: &Output| output.text(out).is_some();
        let good = self.made_of == made_of.all && self.outputs.par_iter().all(is_intact);
        let paths = || self.outputs.iter().map(|output| output.path.clone()).collect();
        good.then(|| Made { report: self.report.clone(), outputs: paths() })
    }

    /// The parts of the outputs that may be reused, if only operators have changed.
    pub fn texts(&self, out: &Path, made_of: &MadeOf) -> Texts {
        let mut texts = Texts::default();
        if self.settings == made_of.settings {
            let with_parts = self.outputs.par_iter().filter(|output| !output.parts.is_empty());
            let intact: Vec<_> = with_parts.filter_map(|output| Some((output.text(out)?, &output.parts))).collect();
            for (bytes, parts) in intact {
                if let Ok(text) = String::from_utf8(bytes) {
                    texts.add(&Arc::new(text), parts);
                }
            }
        }
        texts
    }

    /// The outputs of the project's own targets that are not in `made`. If this run decides about a target, its old outputs
    /// are removed, except those that have been changed by hand.
    pub fn leftover(self, out: &Path, made: &[String], decides: impl Fn(&str) -> bool) -> Leftover {
        let made: BTreeSet<&str> = made.iter().map(String::as_str).collect();
        let mut left = Leftover::default();
        for output in self.outputs.into_iter().chain(self.others) {
            match &output.target {
                Some(target) if !made.contains(output.path.as_str()) => match decides(target) {
                    true => left.gone.extend(output.text(out).map(|_| output.path)),
                    false => left.others.push(output),
                },
                _ => {}
            }
        }
        left
    }
}

impl Output {
    fn of(rendered: &Rendered) -> Self {
        let Rendered { path, text, target, parts } = rendered;
        Output { path: path.clone(), hash: digest(text.as_bytes()), target: target.clone(), parts: parts.clone() }
    }

    /// The file as it was written; `None` if it has been changed since.
    fn text(&self, out: &Path) -> Option<Vec<u8>> {
        fs::read(out.join(&self.path)).ok().filter(|bytes| digest(bytes) == self.hash)
    }
}

/// Writes the stamp below `out`. The outputs must be in place.
pub fn write(out: &Path, note: Rendered) {
    // If this fails, the next run only takes longer, so it is not an error.
    let _ = emit::changes(out, &[note]).and_then(|changes| emit::apply(&changes));
}

/// The path of the stamp.
pub fn path(out: &Path) -> PathBuf {
    out.join(NAME)
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
