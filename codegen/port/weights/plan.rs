//! What is written: each tensor under its new name, as a view of the old one.

use std::io::{self, Write};

use crate::checkpoint::Checkpoint;
use crate::error::{Result, WeightsError, fail};
use crate::gather::Files;
use crate::layers::{Change, Layouts};
use crate::output::Output;
use crate::view::View;
use crate::{pdparams, safetensors};

/// The outputs may be larger than the inputs, because several tensors may share bytes, but not without limit.
const MOST_TIMES: u64 = 16;
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// The format of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A pickle for `paddle.load`.
    Pdparams,
    /// safetensors.
    Safetensors,
}

/// All outputs, and what the user should know.
#[derive(Debug)]
pub struct Plan {
    outputs: Vec<Output>,
    format: Format,
    /// A line for each tensor that is not written as it was.
    pub changes: Vec<String>,
}

impl Plan {
    /// Plans the outputs.
    ///
    /// # Errors
    /// If the format cannot hold a tensor, two tensors would have the same name, or the layers of some are unknown.
    pub fn new(checkpoint: &Checkpoint, layouts: &Layouts, format: Format) -> Result<Self> {
        let names: Vec<&str> = checkpoint.tensors.keys().map(String::as_str).collect();
        if let Some(pattern) = layouts.useless(&names).next() {
            return fail(format!("no tensor has a name like `{pattern}`"));
        }
        let mut plan = Plan { outputs: Vec::new(), format, changes: Vec::new() };
        let mut undecided = Vec::new();
        for (name, view) in &checkpoint.tensors {
            match layouts.change_of(name, view.dimensions()) {
                Ok(change) => plan.add(name, view, change.as_ref())?,
                Err(reason) => undecided.push(format!("\n  {name} {:?}: {reason}", view.shape)),
            }
        }
        if !undecided.is_empty() {
            let list: String = undecided.concat();
            return Err(WeightsError::new(format!(
                "the code does not say which layers these tensors belong to:{list}"
            ))
            .help("decide with `--transpose PATTERN` or `--keep PATTERN`, in which `*` stands for any text"));
        }
        plan.refuse_impossible(checkpoint.input_bytes())?;
        Ok(plan)
    }

    fn add(&mut self, name: &str, view: &View, change: Option<&Change>) -> Result<()> {
        let Some(change) = change else {
            self.outputs.push(Output { name: name.to_owned(), view: view.clone() });
            return Ok(());
        };
        let new = change.apply(name, view)?;
        self.changes.push(change.describe(name, view, &new));
        self.outputs.extend(new);
        Ok(())
    }

    fn refuse_impossible(&self, input_bytes: u64) -> Result<()> {
        let mut names = std::collections::BTreeSet::new();
        let mut bytes = 0u64;
        for Output { name, view } in &self.outputs {
            if !names.insert(name) {
                return fail(format!("two tensors would have the name `{name}`"));
            }
            let refusal = match self.format {
                Format::Pdparams => pdparams::refusal(view),
                Format::Safetensors => safetensors::refusal(view),
            };
            if let Some(refusal) = refusal {
                return fail(format!("`{name}`: {refusal}"));
            }
            bytes = bytes.saturating_add(view.bytes());
        }
        let most = input_bytes.saturating_mul(MOST_TIMES).max(ALWAYS_ALLOWED);
        if bytes > most {
            return fail(format!("the tensors would have {bytes} bytes, although the files have {input_bytes}"));
        }
        Ok(())
    }

    /// The number of tensors.
    pub fn len(&self) -> usize {
        self.outputs.len()
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.outputs.is_empty()
    }

    /// Writes the outputs.
    ///
    /// # Errors
    /// If a file cannot be read, or the output cannot be written.
    pub fn write(&self, checkpoint: &Checkpoint, out: &mut dyn Write) -> io::Result<()> {
        let files = Files(&checkpoint.files);
        match self.format {
            Format::Pdparams => pdparams::write(files, &self.outputs, out),
            Format::Safetensors => safetensors::write(files, &self.outputs, out),
        }
    }
}
