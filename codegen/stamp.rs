//! A note beside the outputs that says what they were made of, so that a run with nothing to do ends early.
//!
//! It is trusted only as far as it can be verified: inputs and outputs are read and compared each time.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::emit;
use crate::project::Inputs;
use crate::render::Rendered;

/// Changes with every change of opgen's own code, templates and built-in data.
const BUILD: &str = env!("OPGEN_BUILD");

const NAME: &str = ".opgen-stamp";

#[derive(Serialize, Deserialize)]
struct Stamp {
    made_of: String,
    /// What the run had to say, to be said again.
    report: String,
    /// Path below the output folder, and hash.
    outputs: Vec<(String, String)>,
}

/// Identifies everything that the outputs depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of the files read, and of `options`: whatever else decides what is generated.
    pub fn new(inputs: &Inputs, options: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut add = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        add(BUILD);
        options.iter().for_each(|option| add(option));
        for file in inputs.sources().files() {
            add(file.name());
            add(file.text());
        }
        Fingerprint(hasher.finalize().to_hex().to_string())
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

/// What the run that made the outputs did, if they are still what this run would make.
pub fn still_good(out: &Path, fingerprint: &Fingerprint) -> Option<Made> {
    let stamp: Stamp = serde_json::from_slice(&fs::read(path(out)).ok()?).ok()?;
    let good =
        stamp.made_of == fingerprint.0 && stamp.outputs.par_iter().all(|(name, hash)| is_intact(&out.join(name), hash));
    let Stamp { made_of: _, report, outputs } = stamp;
    good.then(|| Made { report, outputs: outputs.into_iter().map(|(path, _)| path).collect() })
}

fn is_intact(path: &Path, hash: &str) -> bool {
    fs::read(path).is_ok_and(|bytes| digest(&bytes) == hash)
}

/// Notes what the outputs below `out` were made of. Where that fails, the next run merely takes longer.
pub fn write(out: &Path, fingerprint: &Fingerprint, report: String, rendered: &[Rendered]) {
    let outputs = rendered.par_iter().map(|output| (output.path.clone(), digest(output.text.as_bytes()))).collect();
    let stamp = Stamp { made_of: fingerprint.0.clone(), report, outputs };
    if let Ok(text) = serde_json::to_string(&stamp) {
        let note = Rendered { path: NAME.to_owned(), text };
        // See above: not worth failing for.
        let _ = emit::changes(out, &[note]).and_then(|changes| emit::apply(&changes));
    }
}

/// Where the note is.
pub fn path(out: &Path) -> PathBuf {
    out.join(NAME)
}

fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
