//! Files that are read in pieces: they may be larger than the memory.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use source::files;

use crate::error::{ReadError, Result, fail};

/// An open file.
#[derive(Debug)]
pub struct Input {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Input {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> Result<Self> {
        let opened = files::open(path).map_err(|error| ReadError::new(error.to_string()))?;
        let length = opened.limit();
        Ok(Input { path: path.to_owned(), file: opened.into_inner(), length })
    }

    /// The path by which it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The bytes of a range. Nothing is allocated unless the file has them.
    ///
    /// # Errors
    /// If the file ends before, or cannot be read.
    pub fn read(&self, start: u64, length: u64) -> Result<Vec<u8>> {
        if start.checked_add(length).is_none_or(|end| end > self.length) {
            return fail(format!("the file ends before byte {}", u128::from(start) + u128::from(length)));
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| ReadError::new("the file is too large"))?];
        self.read_into(start, &mut bytes)?;
        Ok(bytes)
    }

    /// Fills a buffer with the bytes from `start`.
    ///
    /// # Errors
    /// If the file ends before, or cannot be read.
    pub fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(buffer));
        read.map_err(|error| ReadError::new(format!("the file cannot be read at byte {start}: {error}")))
    }
}

/// The number that some bytes stand for, the lowest one first.
pub fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
