//! A note beside the outputs that says what they were made of, so that a run with nothing to do ends early, and one with
//! little to do makes only that anew.
//!
//! It is trusted only as far as it can be verified: inputs and outputs are read and compared each time.

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

/// The note itself.
#[derive(Debug, Serialize, Deserialize)]
pub struct Stamp {
    made_of: Fingerprint,
    /// Of what else outputs depend on than operators.
    settings: Fingerprint,
    /// What the run had to say, to be said again.
    report: String,
    outputs: Vec<Output>,
    /// What other runs have made here for the project's own targets.
    others: Vec<Output>,
}

/// A file that was made.
#[derive(Debug, Serialize, Deserialize)]
pub struct Output {
    /// Below the output folder.
    path: String,
    hash: String,
    /// The project's own target that it is of, if it is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Placed>,
}

/// Outputs of the project's own targets that earlier runs made, and this one does not.
#[derive(Debug, Default)]
pub struct Leftover {
    /// The paths of those that are to go.
    pub gone: Vec<String>,
    /// Those that another run decides on.
    pub others: Vec<Output>,
}

/// Identifies everything that the outputs depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of some of the files read, and of `options`: whatever else decides what is generated.
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

/// What a run makes its outputs of.
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

/// What an earlier run has made.
#[derive(Debug)]
pub struct Made {
    /// What it had to say.
    pub report: String,
    /// The paths of its outputs.
    pub outputs: Vec<String>,
}

/// The note of the run that made the outputs below `out`, if there is one.
pub fn read(out: &Path) -> Option<Stamp> {
    serde_json::from_slice(&fs::read(path(out)).ok()?).ok()
}

impl Stamp {
    /// The note of a run, as a file.
    pub fn note(made_of: &MadeOf, report: String, rendered: &[Rendered], others: Vec<Output>) -> Rendered {
        let MadeOf { all, settings } = made_of.clone();
        let outputs = rendered.par_iter().with_max_len(1).map(Output::of).collect();
        let stamp = Stamp { made_of: all, settings, report, outputs, others };
        Rendered::new(NAME, serde_json::to_string(&stamp).expect("all keys are strings"))
    }

    /// What the run that made the outputs did, if they are still what this run would make.
    pub fn still_good(&self, out: &Path, made_of: &MadeOf) -> Option<Made> {
        let is_intact = |output: &Output| output.text(out).is_some();
        let good = self.made_of == made_of.all && self.outputs.par_iter().all(is_intact);
        let paths = || self.outputs.iter().map(|output| output.path.clone()).collect();
        good.then(|| Made { report: self.report.clone(), outputs: paths() })
    }

    /// What may be used again of the outputs, where no more than operators have changed.
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

    /// What is left of the project's own targets beside the outputs `made`. Where this run decides on a target, what was
    /// made for it goes; but not what somebody has changed since.
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

    /// The file as it was made; `None` where somebody has changed it.
    fn text(&self, out: &Path) -> Option<Vec<u8>> {
        fs::read(out.join(&self.path)).ok().filter(|bytes| digest(bytes) == self.hash)
    }
}

/// Notes below `out` what outputs were made of; they must be in place.
pub fn write(out: &Path, note: Rendered) {
    // Where that fails, the next run merely takes longer: not worth failing for.
    let _ = emit::changes(out, &[note]).and_then(|changes| emit::apply(&changes));
}

/// Where the note is.
pub fn path(out: &Path) -> PathBuf {
    out.join(NAME)
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
