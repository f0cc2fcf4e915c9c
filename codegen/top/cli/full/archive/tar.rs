//! The tar format: blocks of 512 bytes, a header and then the contents for each file. pax and GNU headers have longer names.

use anyhow::{Context, bail};

const BLOCK: usize = 512;

/// Calls `write` with the path and the contents of each regular file.
pub fn for_each_file(mut rest: &[u8], write: &mut dyn FnMut(&str, &[u8]) -> anyhow::Result<()>) -> anyhow::Result<()> {
    if rest.len() < BLOCK {
        bail!("it is not a tar archive");
    }
    let mut long_name = None;
    while let Some((header, behind)) = rest.split_at_checked(BLOCK) {
        if header.iter().all(|byte| *byte == 0) {
            break;
        }
        let header = Header(header);
        if !header.has_right_sum() {
            bail!("it is not a tar archive");
        }
        let size = header.number(124..136).context("the size of a file is not a number")?;
        let contents = behind.get(..size).context("it ends in the middle of a file")?;
        match header.kind() {
            b'0' | 0 | b'7' => {
                let name = long_name.take().unwrap_or_else(|| header.name());
                if !name.ends_with('/') {
                    write(&name, contents)?;
                }
            }
            b'L' => long_name = Some(text(contents)),
            b'x' => long_name = pax_path(contents).or(long_name),
            b'g' => {}
            _ => long_name = None,
        }
        rest = behind.get(size.next_multiple_of(BLOCK)..).unwrap_or_default();
    }
    Ok(())
}

struct Header<'a>(&'a [u8]);

impl Header<'_> {
    fn kind(&self) -> u8 {
        self.0[156]
    }

    /// The path. The format `ustar` has the folder of a long path in a field of its own.
    fn name(&self) -> String {
        let name = text(&self.0[..100]);
        let is_ustar = &self.0[257..263] == b"ustar\0";
        let folder = if is_ustar { text(&self.0[345..500]) } else { String::new() };
        if folder.is_empty() { name } else { format!("{folder}/{name}") }
    }

    /// An octal number.
    fn number(&self, bytes: std::ops::Range<usize>) -> Option<usize> {
        let digits = text(&self.0[bytes]);
        usize::from_str_radix(digits.trim(), 8).ok()
    }

    /// Whether the sum of all bytes is the recorded one, for which the sum itself counts as spaces.
    fn has_right_sum(&self) -> bool {
        let sum = 148..156;
        let bytes = self.0.iter().enumerate();
        let expected: usize = bytes.map(|(at, byte)| if sum.contains(&at) { 32 } else { usize::from(*byte) }).sum();
        self.number(sum) == Some(expected)
    }
}

/// The text up to the first zero.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// The path in the records of a pax header, each of which is `LENGTH KEY=VALUE` and a line break.
fn pax_path(mut records: &[u8]) -> Option<String> {
    while !records.is_empty() {
        let space = records.iter().position(|byte| *byte == b' ')?;
        let length: usize = std::str::from_utf8(&records[..space]).ok()?.parse().ok()?;
        let record = records.get(space + 1..length)?;
        if let Some(path) = record.strip_prefix(b"path=") {
            return Some(String::from_utf8_lossy(path.strip_suffix(b"\n")?).into_owned());
        }
        records = &records[length..];
    }
    None
}
