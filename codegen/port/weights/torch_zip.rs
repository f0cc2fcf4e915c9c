//! What `torch.save` writes since PyTorch 1.6: an archive with a pickle and a file for each storage.

use std::collections::BTreeMap;

use crate::error::{Result, WeightsError, fail};
use crate::pickle::{self, StorageReference, Unpickled, unpickle};
use crate::view::Storage;
use archive::Input;
use archive::zip::{self, Entry};

/// An archive whose pickle was read.
#[derive(Debug)]
pub(crate) struct Archive {
    entries: BTreeMap<String, Entry>,
    /// The folder that all files are in, with a `/`.
    folder: String,
}

/// The first bytes of an archive.
pub(crate) const START: &[u8] = b"PK\x03\x04";

/// Reads the pickle of an archive.
pub(crate) fn read(input: &Input) -> Result<(Archive, Unpickled)> {
    let entries = zip::entries(input)?;
    let folders = entries.keys().filter_map(|name| name.strip_suffix("data.pkl").filter(|folder| is_top(folder)));
    let folders: Vec<&str> = folders.collect();
    let [folder] = folders[..] else {
        return fail("it is a zip archive, but not one of `torch.save`: it has no file `data.pkl` in one folder");
    };
    let folder = folder.to_owned();
    if entries.contains_key(&format!("{folder}constants.pkl")) {
        return Err(WeightsError::new("it is a TorchScript program, not a checkpoint")
            .help("in PyTorch: `torch.save(torch.jit.load(PATH).state_dict(), NEW_PATH)`"));
    }
    let archive = Archive { entries, folder };
    if archive.entries.contains_key(&archive.name("byteorder")) && archive.contents(input, "byteorder")? != b"little" {
        return fail("the numbers were saved with the highest byte first");
    }
    let pickle = archive.contents(input, "data.pkl")?;
    let unpickled = unpickle(&pickle).map_err(|error| error.at("data.pkl"))?;
    Ok((archive, unpickled))
}

/// Whether a path is a folder that is in no other one.
fn is_top(folder: &str) -> bool {
    folder.find('/').is_some_and(|slash| slash + 1 == folder.len())
}

impl Archive {
    fn name(&self, file: &str) -> String {
        format!("{}{file}", self.folder)
    }

    fn contents(&self, input: &Input, file: &str) -> Result<Vec<u8>> {
        let name = self.name(file);
        let Some(entry) = self.entries.get(&name) else { return fail(format!("the archive has no file `{name}`")) };
        entry.stored(input, &name, pickle::MAX_BYTES)
    }

    /// The bytes of a storage.
    pub(crate) fn storage(&self, input: &Input, key: &str, reference: &StorageReference) -> Result<Storage> {
        let name = self.name(&format!("data/{key}"));
        let Some(entry) = self.entries.get(&name) else { return fail(format!("the archive has no file `{name}`")) };
        if entry.length() != reference.length {
            let (found, said) = (entry.length(), reference.length);
            return fail(format!("`{name}` has {found} bytes, but the pickle says {said}"));
        }
        Ok(Storage { file: 0, start: entry.start(input, &name)?, length: entry.length() })
    }
}
