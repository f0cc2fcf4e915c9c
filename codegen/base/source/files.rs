//! Opens files. No other module does, because a path may lead to something that is not a file: a pipe or a device, from which a
//! program would read for ever.

use std::fs::{File, Metadata};
use std::io::{self, Error, ErrorKind, Read, Take};
use std::path::Path;

/// Larger files are refused: no text or program is so large.
const MAX_BYTES: u64 = 1 << 30;

/// Opens a regular file, up to the length that it has now. Files that the kernel makes up say that they are empty, and may never
/// end.
///
/// # Errors
/// If there is no such file, it is a folder, a pipe or a device, or it cannot be opened.
pub fn open(path: &Path) -> io::Result<Take<File>> {
    let metadata = path.metadata()?;
    refuse_special(&metadata)?;
    Ok(File::open(path)?.take(metadata.len()))
}

/// The bytes of a file.
///
/// # Errors
/// As for [`open`], and if the file is larger than 1 GiB or cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(MAX_BYTES, path)
}

/// The bytes of a file that has at most `max` of them.
///
/// # Errors
/// As for [`open`], and if the file is larger or cannot be read.
pub fn read_at_most(max: u64, path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let length = file.limit();
    if length > max {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it has {length} bytes, more than {max}")));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file.
///
/// # Errors
/// As for [`read`], and if the file is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| Error::new(ErrorKind::InvalidData, error))
}

/// Refuses folders, and other paths that are not regular files.
///
/// # Errors
/// If the path is not a regular file.
pub fn refuse_special(metadata: &Metadata) -> io::Result<()> {
    match special_kind(metadata) {
        None => Ok(()),
        Some(kind) => Err(Error::new(ErrorKind::InvalidInput, format!("it is a {kind}"))),
    }
}

/// The kind of a path that is not a regular file.
fn special_kind(metadata: &Metadata) -> Option<&'static str> {
    match metadata.file_type() {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("folder"),
        #[cfg(unix)]
        kind if std::os::unix::fs::FileTypeExt::is_fifo(&kind) => Some("pipe"),
        #[cfg(unix)]
        kind if std::os::unix::fs::FileTypeExt::is_socket(&kind) => Some("socket"),
        _ => Some("device"),
    }
}
