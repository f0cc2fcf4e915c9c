//! Archives of source trees: `.tar`, `.tar.gz` and `.zip`, as git and its services make them. Only regular files are read.

mod decompress;
mod tar;
mod zip;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use flate2::bufread::MultiGzDecoder;
use opgen::emit::TemporaryFolder;
use opgen::source::files;

/// More bytes than this, compressed or not, are refused.
const MAX_BYTES: usize = 2 << 30;

/// The first bytes of a gzip file.
const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

const ENDINGS: [&str; 4] = [".tar", ".tar.gz", ".tgz", ".zip"];

/// The endings of archives that other tools must unpack first.
const OTHER_ENDINGS: [&str; 9] = [".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".7z", ".rar", ".xz", ".bz2"];

/// Refuses an archive that opgen cannot unpack.
///
/// # Errors
/// If the name of a file has the ending of one.
pub fn refuse_others(path: &Path) -> anyhow::Result<()> {
    match ending(path, &OTHER_ENDINGS) {
        Some(ending) => {
            bail!("opgen cannot read `{ending}`, only {}: unpack {} first", ENDINGS.join(", "), path.display())
        }
        None => Ok(()),
    }
}

/// Whether a file is an archive, by the ending of its name.
pub fn is_archive(path: &Path) -> bool {
    ending(path, &ENDINGS).is_some()
}

/// The first of some endings that the name of a file has, in capital letters or not.
fn ending(path: &Path, endings: &[&'static str]) -> Option<&'static str> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    endings.iter().copied().find(|ending| name.ends_with(ending)).filter(|_| path.is_file())
}

/// Writes the files of an archive below an empty folder. Returns the folder that contains all of them, if there is one: services put
/// a source tree into a folder with the name of the archive.
///
/// # Errors
/// If the archive is broken, too large, or has a file that would be outside the folder.
pub fn unpack(archive: &Path, into: &TemporaryFolder) -> anyhow::Result<Option<PathBuf>> {
    let name = archive.display();
    let bytes = files::read_at_most(MAX_BYTES as u64, archive).with_context(|| format!("cannot read {name}"))?;
    let tops = write_files(&bytes, into).with_context(|| format!("cannot read {name}"))?;
    Ok(tops.first().filter(|_| tops.len() == 1).map(|top| into.path().join(top)).filter(|top| top.is_dir()))
}

/// Returns the names at the top of the archive.
fn write_files(bytes: &[u8], into: &TemporaryFolder) -> anyhow::Result<BTreeSet<PathBuf>> {
    let mut tops = BTreeSet::new();
    let mut write = |path: &str, bytes: &[u8]| -> anyhow::Result<()> {
        let path = safe_path(path)?;
        tops.extend(path.iter().next().map(PathBuf::from));
        Ok(into.write(&path, bytes)?)
    };
    if bytes.starts_with(b"PK") {
        zip::for_each_file(bytes, MAX_BYTES, &mut write)?;
    } else if bytes.starts_with(&GZIP) {
        tar::for_each_file(&decompress::all_of(MultiGzDecoder::new(bytes), MAX_BYTES)?, &mut write)?;
    } else {
        tar::for_each_file(bytes, &mut write)?;
    }
    Ok(tops)
}

/// A path that stays below the folder that it is relative to.
fn safe_path(path: &str) -> anyhow::Result<PathBuf> {
    let mut safe = PathBuf::new();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => safe.push(name),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                bail!("`{path}` leads out of the archive")
            }
        }
    }
    if safe.as_os_str().is_empty() {
        bail!("a file has no name");
    }
    Ok(safe)
}
