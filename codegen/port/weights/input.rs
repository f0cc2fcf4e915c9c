//! Files that are read in pieces: a checkpoint may be larger than the memory.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use source::files;

use crate::error::{Result, WeightsError, fail};

/// An open file.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Input {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let opened = files::open(path).map_err(|error| WeightsError::new(error.to_string()))?;
        let length = opened.limit();
        Ok(Input { path: path.to_owned(), file: opened.into_inner(), length })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The bytes of a range. Nothing is allocated unless the file has them.
    pub(crate) fn read(&self, start: u64, length: u64) -> Result<Vec<u8>> {
        if start.checked_add(length).is_none_or(|end| end > self.length) {
            return fail(format!("the file ends before byte {}", u128::from(start) + u128::from(length)));
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| WeightsError::new("the file is too large"))?];
        self.read_into(start, &mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(buffer));
        read.map_err(|error| WeightsError::new(format!("the file cannot be read at byte {start}: {error}")))
    }
}

/// The number that some bytes stand for, the lowest one first.
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
