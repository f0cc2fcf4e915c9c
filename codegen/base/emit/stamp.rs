//! The stamp: a file beside the outputs that records what they were generated from, so that a run with nothing to do ends
//! early.
//!
//! Everything in it is verified each time: the program, the inputs and the outputs are read, and their hashes compared.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;
use std::{env, process};

use parallel::prelude::*;
use source::files;
use source::path::is_below;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::{EmitError, Folder, OutputFile};

/// The name of the file.
pub(crate) const NAME: &str = ".opgen-stamp";

/// The contents of the stamp. In the file, these are a line with the fingerprint, a line for each output, an empty line, and
/// the report.
#[derive(Debug)]
pub struct Stamp {
    fingerprint: Fingerprint,
    /// The report of the run, which a run with nothing to do repeats.
    report: String,
    outputs: Vec<Output>,
    /// Outputs that runs with other targets wrote to the same folder.
    of_other_runs: Vec<Output>,
}

/// A file that was written. In the stamp, its line has four fields, separated by tabs: `made`, or `other` for the output of
/// another run; the hash; the path; and the group.
#[derive(Debug)]
pub struct Output {
    /// The path below the output folder.
    path: String,
    hash: String,
    group: Option<String>,
}

/// The outputs of groups that earlier runs wrote and this run does not.
#[derive(Debug, Default)]
pub struct EarlierOutputs {
    /// The paths of outputs that are to be removed.
    pub obsolete: Vec<String>,
    /// Outputs that belong to runs with other targets.
    pub of_other_runs: Vec<Output>,
}

/// Identifies everything that the outputs depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of this program and all texts that determine its outputs.
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

/// Starts to hash the running program in the background, so that the first [`Fingerprint`] need not wait for it.
pub fn identify_program() {
    parallel::spawn(|| {
        program();
    });
}

/// The hash of the running executable. It changes with the program's own sources, its dependencies and the compiler. If the
/// executable cannot be read, the value is unique, so no stamp matches.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        digest_of(env::current_exe()).unwrap_or_else(|_| format!("{:?} {}", SystemTime::now(), process::id()))
    })
}

/// The result of an earlier run that is still up to date.
#[derive(Debug)]
pub struct EarlierRun {
    /// Its report.
    pub report: String,
    /// The paths of its outputs.
    pub outputs: Vec<String>,
}

/// Reads the stamp below `out`. `None` if there is none, or if it cannot be understood.
pub fn read(out: &Path) -> Option<Stamp> {
    Stamp::parse(&files::read_text(&path(out)).ok()?)
}

impl Stamp {
    /// The file that holds the stamp of a run.
    pub fn file(
        fingerprint: &Fingerprint,
        report: String,
        files: &[OutputFile],
        of_other_runs: Vec<Output>,
    ) -> OutputFile {
        let outputs = files.par_iter().with_max_len(1).map(Output::of).collect();
        let stamp = Stamp { fingerprint: fingerprint.clone(), report, outputs, of_other_runs };
        OutputFile::new(NAME, stamp.text())
    }

    fn text(&self) -> String {
        let lines = |kind: &str, outputs: &[Output]| outputs.iter().map(|output| output.line(kind)).collect::<String>();
        let (outputs, others) = (lines("made", &self.outputs), lines("other", &self.of_other_runs));
        format!("{}\n{outputs}{others}\n{}", self.fingerprint.0, self.report)
    }

    /// Reads the format of [`Stamp::text`].
    fn parse(text: &str) -> Option<Stamp> {
        let (fingerprint, rest) = text.split_once('\n')?;
        let (mut outputs, mut of_other_runs) = (Vec::new(), Vec::new());
        let mut rest = rest;
        loop {
            let (line, after) = rest.split_once('\n')?;
            rest = after;
            match line.split_once('\t') {
                Some(("made", fields)) => outputs.push(Output::parse(fields)?),
                Some(("other", fields)) => of_other_runs.push(Output::parse(fields)?),
                None if line.is_empty() => break,
                _ => return None,
            }
        }
        let fingerprint = Fingerprint(fingerprint.to_owned());
        Some(Stamp { fingerprint, report: rest.to_owned(), outputs, of_other_runs })
    }

    /// The run that wrote the outputs, if a run with this fingerprint would write the same.
    pub fn up_to_date_run(&self, out: &Path, fingerprint: &Fingerprint) -> Option<EarlierRun> {
        let folder = Folder::at(out);
        let is_current =
            self.fingerprint == *fingerprint && self.outputs.par_iter().all(|output| output.is_intact(&folder));
        let paths = || self.outputs.iter().map(|output| output.path.clone()).collect();
        is_current.then(|| EarlierRun { report: self.report.clone(), outputs: paths() })
    }

    /// The paths of the files that this run and others wrote.
    pub fn paths(&self) -> BTreeSet<&str> {
        self.outputs.iter().chain(&self.of_other_runs).map(|output| output.path.as_str()).collect()
    }

    /// The outputs of groups that are not among the `current` ones. If this run `decides` about a group, they are obsolete,
    /// unless somebody has edited them since.
    pub fn earlier_outputs(self, out: &Path, current: &[String], decides: impl Fn(&str) -> bool) -> EarlierOutputs {
        let current: BTreeSet<&str> = current.iter().map(String::as_str).collect();
        let folder = Folder::at(out);
        let mut earlier = EarlierOutputs::default();
        for output in self.outputs.into_iter().chain(self.of_other_runs) {
            match &output.group {
                Some(group) if !current.contains(output.path.as_str()) => match decides(group) {
                    true if output.is_intact(&folder) => earlier.obsolete.push(output.path),
                    true => {}
                    false => earlier.of_other_runs.push(output),
                },
                _ => {}
            }
        }
        earlier
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
        // Somebody else may have written the stamp.
        is_below(path).then_some(())?;
        Some(Output { path: path.to_owned(), hash: hash.to_owned(), group })
    }

    /// Whether the file has not changed since it was written.
    fn is_intact(&self, folder: &Folder) -> bool {
        let bytes = folder.output(&self.path).ok().and_then(|path| files::read(&path).ok());
        bytes.is_some_and(|bytes| digest(&bytes) == self.hash)
    }
}

/// Writes the stamp below `out`, after the outputs.
pub fn write(out: &Path, stamp: &OutputFile) {
    let written = || -> Result<(), EmitError> {
        let change = crate::compare_at(Folder::at(out).file(NAME)?, stamp)?;
        crate::apply(change.as_slice())
    };
    // If this fails, the next run only takes longer.
    let _ = written();
}

/// The path of the stamp below `out`.
pub fn path(out: &Path) -> PathBuf {
    out.join(NAME)
}

/// The hash of a file. The file is read in pieces, because allocating memory for all of it takes longer than hashing.
fn digest_of(path: io::Result<PathBuf>) -> io::Result<String> {
    let (mut file, mut hasher) = (files::open(&path?)?, Xxh3::new());
    let mut buffer = vec![0; 1 << 16];
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
            fingerprint: Fingerprint::new(["a", "b"]),
            report: "warning: two\n\nlines".to_owned(),
            outputs: vec![output("a/b c.h", None), output("d.cc", Some("mine"))],
            of_other_runs: vec![output("e.cc", Some("theirs"))],
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
