//! A checkpoint: the tensors of one or several files, whose bytes stay where they are until they are written.

use std::path::{Component, Path, PathBuf};

use indexmap::IndexMap;

use crate::error::{Result, WeightsError, fail};
use crate::state::{self, Found};
use crate::view::View;
use crate::{legacy, safetensors, torch_zip};
use archive::Input;

/// Tensors by their names.
#[derive(Debug, Default)]
pub struct Checkpoint {
    pub(crate) files: Vec<Input>,
    /// In the order of the files.
    pub(crate) tensors: IndexMap<String, View>,
    /// Decisions that the user should know.
    pub notes: Vec<String>,
}

/// The index of a checkpoint in several files.
#[derive(serde::Deserialize)]
struct Index {
    weight_map: IndexMap<String, String>,
}

const MAX_INDEX: u64 = 64 << 20;
/// Where the archives of Unix have their mark.
const TAR_MARK: (u64, &[u8]) = (257, b"ustar");

impl Checkpoint {
    /// Reads files of `torch.save`, files in safetensors, and indices of them. `key` chooses a state dict in files of `torch.save`.
    ///
    /// # Errors
    /// If a file cannot be read, has anything but tensors and plain values, or two files have the same tensor.
    pub fn read(paths: &[PathBuf], key: Option<&str>) -> Result<Self> {
        let mut checkpoint = Checkpoint::default();
        for path in paths {
            let place = |error: WeightsError| error.at(path.display());
            if path.extension().is_some_and(|extension| extension == "json") {
                checkpoint.add_index(path, key).map_err(place)?;
            } else {
                checkpoint.add_file(path, key, None).map_err(place)?;
            }
        }
        match checkpoint.tensors.is_empty() {
            true => fail("the checkpoint has no tensors"),
            false => Ok(checkpoint),
        }
    }

    /// The names of all tensors, with their types and shapes, in PyTorch's words.
    pub fn listing(&self) -> String {
        let row = |(name, view): (&String, &View)| format!("{name} {} {:?}\n", view.dtype.torch(), view.shape);
        self.tensors.iter().map(row).collect()
    }

    /// The number of bytes of all files.
    pub(crate) fn input_bytes(&self) -> u64 {
        self.files.iter().map(Input::length).sum()
    }

    /// Adds the tensors of a file. If an index lists tensors of the file, in order, only these are added.
    fn add_file(&mut self, path: &Path, key: Option<&str>, listed: Option<&[&str]>) -> Result<()> {
        let input = Input::open(path)?;
        let Found { mut tensors, mut notes } = read_file(&input, key)?;
        if let Some(listed) = listed {
            if let Some(missing) = listed.iter().find(|name| !tensors.contains_key(**name)) {
                return fail(format!("`{missing}` is not in this file, although the index says so"));
            }
            tensors.retain(|name, _| {
                let is_listed = listed.binary_search(&name.as_str()).is_ok();
                if !is_listed {
                    notes.push(format!("left out `{name}`, which is not in the index"));
                }
                is_listed
            });
        }
        let file = self.files.len();
        for (name, mut view) in tensors {
            view.storage.file = file;
            if self.tensors.contains_key(&name) {
                return fail(format!("`{name}` is in another file, too"));
            }
            self.tensors.insert(name, view);
        }
        self.files.push(input);
        let prefixed = |note: String| format!("{}: {note}", path.display());
        self.notes.extend(notes.into_iter().map(prefixed));
        Ok(())
    }

    fn add_index(&mut self, path: &Path, key: Option<&str>) -> Result<()> {
        let input = Input::open(path)?;
        if input.length() > MAX_INDEX {
            return fail(format!("the index has {} bytes, more than {MAX_INDEX}", input.length()));
        }
        let index: Index = serde_json::from_slice(&input.read(0, input.length())?)
            .map_err(|error| WeightsError::new(format!("it is not the index of a checkpoint: {error}")))?;
        let mut files: IndexMap<&str, Vec<&str>> = IndexMap::new();
        for (name, file) in &index.weight_map {
            files.entry(file).or_default().push(name);
        }
        for (file, mut listed) in files {
            if !is_file_name(file) {
                return fail(format!("`{}` is not the name of a file beside the index", file.escape_debug()));
            }
            listed.sort_unstable();
            let shard = path.parent().unwrap_or(Path::new("")).join(file);
            self.add_file(&shard, key, Some(&listed)).map_err(|error| error.at(file))?;
        }
        Ok(())
    }
}

/// Whether a text is a single name: no folder, no drive, no `..`.
fn is_file_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
        && !name.contains(['/', '\\', ':', '\0'])
}

/// Recognises the format by the contents.
fn read_file(input: &Input, key: Option<&str>) -> Result<Found> {
    let head = input.read(0, input.length().min(16))?;
    let (at, mark) = TAR_MARK;
    if head.starts_with(torch_zip::START) {
        let (archive, unpickled) = torch_zip::read(input)?;
        return state::tensors(&unpickled, key, &|key, reference| archive.storage(input, key, reference));
    }
    if head.get(8) == Some(&b'{') {
        return Ok(Found { tensors: safetensors::read(input)?, notes: Vec::new() });
    }
    if input.read(at, mark.len() as u64).is_ok_and(|bytes| bytes == mark) {
        return Err(WeightsError::new("it is a tar archive, the format of PyTorch before 0.1.10")
            .help("load it in PyTorch, and save it again"));
    }
    if !matches!(head.first(), Some(0x80 | b'L' | b'I')) {
        return Err(WeightsError::new("it is neither a file of `torch.save` nor in safetensors"));
    }
    let (storages, unpickled) = legacy::read(input)?;
    state::tensors(&unpickled, key, &|key, _| {
        storages.get(key).copied().ok_or_else(|| WeightsError::new(format!("the file has no storage {key}")))
    })
}
