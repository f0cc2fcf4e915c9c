//! Programs that PyTorch saved: `TorchScript` (`.pt`, for mobile `.ptl`) and exported programs (`.pt2`). Nothing in them is run.

mod bytecode;
mod exported;
mod torchscript;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use archive::zip::{self, Entry};
use archive::{Input, ReadError, Result, fail};
use project::program_files::ProgramFormat;

pub use torchscript::Call;

/// Programs of PyTorch.
pub const FORMAT: ProgramFormat = ProgramFormat {
    is_program: |path| path.extension().is_some_and(|extension| ["pt", "ptl", "pt2"].iter().any(|of| extension == *of)),
    types: |path| operators(path).map_err(|error| error.on_one_line()),
    help: "a saved program is a file `NAME.pt`, `NAME.ptl` or `NAME.pt2`",
    help_for_others: "give programs that `torch.jit.save` or `torch.export.save` wrote",
    has_dotted_names: true,
};

/// The longest text of a program that is read. Weights are beside it.
const MAX_BYTES: u64 = 512 << 20;
const ZIP: &[u8] = b"PK\x03\x04";
/// The mark of flatbuffers with programs for mobile, and where it is.
const FLATBUFFER: (usize, &[u8]) = (4, b"PTMF");

/// The operators in a program: with their overloads, or as [calls](Call) if the program has only names.
fn operators(path: &Path) -> Result<BTreeSet<String>> {
    let input = Input::open(path)?;
    let head = input.read(0, input.length().min(8))?;
    if head.get(FLATBUFFER.0..) == Some(FLATBUFFER.1) {
        return fail("it is in the flatbuffer form; save it again with `_use_flatbuffer=False`");
    }
    if !head.starts_with(ZIP) {
        return fail("it is not a zip archive");
    }
    let archive = Archive { entries: zip::entries(&input)?, input };
    let bytecode = archive.files(|inner| inner == "bytecode.pkl");
    if !bytecode.is_empty() {
        return archive.collect(&bytecode, bytecode::operators);
    }
    let graphs = archive.files(is_graph);
    if !graphs.is_empty() {
        return archive.collect(&graphs, exported::operators);
    }
    let code = archive.files(|inner| inner.starts_with("code/") && inner.ends_with(".py"));
    if !code.is_empty() {
        return archive.collect(&code, |text| Ok(torchscript::operators(text_of(text)?)));
    }
    match archive.files(|inner| inner == "data.pkl").is_empty() {
        true => fail("the archive has neither a folder `code`, nor one with graphs (`models`)"),
        false => fail("it is a checkpoint, which has weights and no operators"),
    }
}

/// True for the graphs of an exported program, of the current form and of the older one.
fn is_graph(inner: &str) -> bool {
    (inner.starts_with("models/") && inner.ends_with(".json")) || inner == "serialized_exported_program.json"
}

fn text_of(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|_| ReadError::new("it is not UTF-8 text"))
}

struct Archive {
    entries: BTreeMap<String, Entry>,
    input: Input,
}

impl Archive {
    /// The names of files, by their paths in the folder that all files are in, if there is one.
    fn files(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<&str> {
        let inner = |name: &str| name.find('/').map_or(0, |slash| slash + 1);
        let names = self.entries.keys().map(String::as_str);
        names.filter(|name| is_wanted(name) || is_wanted(&name[inner(name)..])).collect()
    }

    /// The operators in files.
    fn collect(&self, names: &[&str], read: impl Fn(&[u8]) -> Result<BTreeSet<String>>) -> Result<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        for name in names {
            let bytes = self.entries[*name].contents(&self.input, name, MAX_BYTES)?;
            found.extend(read(&bytes).map_err(|error| error.at(name))?);
        }
        Ok(found)
    }
}
