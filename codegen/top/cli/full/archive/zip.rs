//! The zip format: the end of the file has a directory, which has the place of each file.

use anyhow::{Context, bail};
use flate2::bufread::DeflateDecoder;

use super::decompress;

const END: &[u8] = b"PK\x05\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";

/// Calls `write` with the path and the contents of each file. `limit` is for the bytes of all files.
pub fn for_each_file(
    bytes: &[u8],
    mut limit: usize,
    write: &mut dyn FnMut(&str, &[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let end = bytes.windows(END.len()).rposition(|window| window == END).context("it is not a zip archive")?;
    let end = Record(&bytes[end..]);
    let (count, mut at) = (end.short(10)?, end.long(16)?);
    if count == usize::from(u16::MAX) || at == u32::MAX as usize {
        bail!("it is a zip archive of more than 65534 files or 4 GiB");
    }
    for _ in 0..count {
        let entry =
            Record(bytes.get(at..).filter(|entry| entry.starts_with(ENTRY)).context("its directory is broken")?);
        let [name, extra, comment] = [entry.short(28)?, entry.short(30)?, entry.short(32)?];
        let path = String::from_utf8_lossy(entry.bytes(46, name)?).into_owned();
        let is_link = entry.short(40)? & 0o170_000 == 0o120_000;
        if !path.ends_with('/') && !is_link {
            let contents = contents(bytes, &entry, limit).with_context(|| path.clone())?;
            limit -= contents.len();
            write(&path, &contents)?;
        }
        at += 46 + name + extra + comment;
    }
    Ok(())
}

/// The contents of a file in the directory.
fn contents(bytes: &[u8], entry: &Record, limit: usize) -> anyhow::Result<Vec<u8>> {
    let (method, packed, size, at) = (entry.short(10)?, entry.long(20)?, entry.long(24)?, entry.long(42)?);
    let local = Record(bytes.get(at..).filter(|local| local.starts_with(LOCAL)).context("its header is missing")?);
    let data = local.bytes(30 + local.short(26)? + local.short(28)?, packed)?;
    if size > limit {
        bail!("the files are too large");
    }
    let contents = match method {
        0 => data.to_vec(),
        8 => decompress::all_of(DeflateDecoder::new(data), size)?,
        _ => bail!("it is compressed in a way that opgen does not know"),
    };
    if contents.len() != size {
        bail!("it does not have the recorded size");
    }
    Ok(contents)
}

/// Bytes with numbers at known places.
struct Record<'a>(&'a [u8]);

impl<'a> Record<'a> {
    fn bytes(&self, at: usize, length: usize) -> anyhow::Result<&'a [u8]> {
        let bytes = at.checked_add(length).and_then(|end| self.0.get(at..end));
        bytes.context("it ends too early")
    }

    fn short(&self, at: usize) -> anyhow::Result<usize> {
        let bytes = self.bytes(at, 2)?;
        Ok(usize::from(bytes[0]) | usize::from(bytes[1]) << 8)
    }

    fn long(&self, at: usize) -> anyhow::Result<usize> {
        Ok(self.short(at)? | self.short(at + 2)? << 16)
    }
}
