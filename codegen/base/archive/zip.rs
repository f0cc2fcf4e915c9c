//! The zip format. The bytes of files that are not compressed are read from the archive where they lie.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::DeflateDecoder;

use crate::error::{ReadError, Result, fail};
use crate::input::{Input, little_endian};

/// How a file is compressed: not at all, or by the only method that is common.
const STORED: u64 = 0;
const DEFLATED: u64 = 8;
const END: u32 = 0x0605_4b50;
const END_64: u32 = 0x0606_4b50;
const LOCATOR_64: u32 = 0x0706_4b50;
const ENTRY: u32 = 0x0201_4b50;
const LOCAL: u32 = 0x0403_4b50;
const END_LENGTH: u64 = 22;
const LONGEST_COMMENT: u64 = 0xffff;
const MAX_DIRECTORY: u64 = 64 << 20;
/// Stands for a number that is in the fields of zip64.
const IN_64: u64 = 0xffff_ffff;

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    header: u64,
    length: u64,
    method: u64,
    is_encrypted: bool,
}

/// The files of an archive, by their names.
///
/// # Errors
/// If the directory is broken, two files have the same name, or they overlap.
pub fn entries(input: &Input) -> Result<BTreeMap<String, Entry>> {
    let (start, length, count) = directory(input)?;
    if length > MAX_DIRECTORY {
        return fail(format!("the directory of the archive has {length} bytes, more than {MAX_DIRECTORY}"));
    }
    let bytes = input.read(start, length)?;
    let (mut entries, mut at) = (BTreeMap::new(), 0);
    for _ in 0..count {
        let record = Record(bytes.get(at..).unwrap_or_default());
        if record.number(0, 4)? != u64::from(ENTRY) {
            return fail("the directory of the archive is broken");
        }
        let [name, extra, comment] = [record.number(28, 2)?, record.number(30, 2)?, record.number(32, 2)?];
        let name = String::from_utf8(record.bytes(46, name)?.to_vec());
        let Ok(name) = name else { return fail("the name of a file in the archive is not UTF-8") };
        let entry =
            entry(&record, Record(record.bytes(46 + name.len() as u64, extra)?)).map_err(|error| error.at(&name))?;
        at += 46 + name.len() + (extra + comment) as usize;
        if let Some(name) = entries.insert(name.clone(), entry).map(|_| name) {
            return fail(format!("the archive has two files `{name}`"));
        }
    }
    refuse_overlaps(&entries, start)?;
    Ok(entries)
}

/// The start, the length and the number of entries of the directory.
fn directory(input: &Input) -> Result<(u64, u64, u64)> {
    let length = (END_LENGTH + LONGEST_COMMENT).min(input.length());
    let tail = input.read(input.length() - length, length)?;
    let is_end = |at: &usize| {
        let record = Record(&tail[*at..]);
        let ends = record.number(20, 2).is_ok_and(|comment| *at as u64 + END_LENGTH + comment == length);
        ends && record.number(0, 4).is_ok_and(|mark| mark == u64::from(END))
    };
    let end = (0..tail.len()).rev().find(is_end).ok_or_else(|| ReadError::new("the archive has no end"))?;
    let record = Record(&tail[end..]);
    let found = (record.number(16, 4)?, record.number(12, 4)?, record.number(10, 2)?);
    let end = input.length() - length + end as u64;
    let found = match end.checked_sub(20) {
        Some(locator) if is_marked(input, locator, LOCATOR_64)? => directory_64(input, locator)?,
        _ => found,
    };
    match found.0.checked_add(found.1) {
        Some(after) if after <= end => Ok(found),
        _ => fail("the directory of the archive is not in the file"),
    }
}

fn is_marked(input: &Input, at: u64, mark: u32) -> Result<bool> {
    Ok(Record(&input.read(at, 4)?).number(0, 4)? == u64::from(mark))
}

fn directory_64(input: &Input, locator: u64) -> Result<(u64, u64, u64)> {
    let end = Record(&input.read(locator, 20)?).number(8, 8)?;
    let record = input.read(end, 56)?;
    let record = Record(&record);
    if record.number(0, 4)? != u64::from(END_64) {
        return fail("the directory of the archive is broken");
    }
    Ok((record.number(48, 8)?, record.number(40, 8)?, record.number(32, 8)?))
}

fn entry(record: &Record, extra: Record) -> Result<Entry> {
    let (packed, unpacked, header) = (record.number(20, 4)?, record.number(24, 4)?, record.number(42, 4)?);
    let mut wide = extra.field(1)?;
    let mut resolved = |number: u64| if number == IN_64 { wide.next() } else { Ok(number) };
    let (length, packed, header) = (resolved(unpacked)?, resolved(packed)?, resolved(header)?);
    let method = record.number(10, 2)?;
    if method == STORED && length != packed {
        return fail("it is not compressed, but has two lengths");
    }
    Ok(Entry { header, length: packed, method, is_encrypted: record.number(8, 2)? & 1 == 1 })
}

/// Files that overlap are a way to make a small archive look large.
fn refuse_overlaps(entries: &BTreeMap<String, Entry>, directory: u64) -> Result<()> {
    let mut sorted: Vec<(&String, &Entry)> = entries.iter().collect();
    sorted.sort_by_key(|(_, entry)| entry.header);
    let next = sorted.iter().skip(1).map(|(_, entry)| entry.header).chain([directory]);
    for ((name, entry), next) in sorted.iter().zip(next) {
        let end = entry.header.checked_add(30 + name.len() as u64).and_then(|start| start.checked_add(entry.length));
        if end.is_none_or(|end| end > next) {
            return fail(format!("`{name}` overlaps another part of the archive"));
        }
    }
    Ok(())
}

impl Entry {
    /// The number of bytes in the archive.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The first byte of the contents.
    ///
    /// # Errors
    /// If the file is encrypted or compressed, or the archive is broken.
    pub fn start(&self, input: &Input, name: &str) -> Result<u64> {
        if self.method != STORED && !self.is_encrypted {
            return Err(ReadError::new(format!("`{name}` is compressed, but its bytes are needed as they are"))
                .help("unpack the archive, and pack it without compression: `zip -0 -r`"));
        }
        self.first_byte(input, name)
    }

    /// The first byte of the contents, which may be compressed.
    fn first_byte(&self, input: &Input, name: &str) -> Result<u64> {
        if self.is_encrypted {
            return fail(format!("`{name}` is encrypted"));
        }
        if ![STORED, DEFLATED].contains(&self.method) {
            return fail(format!("`{name}` is compressed in an unknown way"));
        }
        let header = input.read(self.header, 30)?;
        let header = Record(&header);
        let [mark, name_length, extra] = [header.number(0, 4)?, header.number(26, 2)?, header.number(28, 2)?];
        let start = self.header + 30;
        if mark != u64::from(LOCAL) || input.read(start, name_length)? != name.as_bytes() {
            return fail(format!("the archive has two names for `{name}`"));
        }
        Ok(start + name_length + extra)
    }

    /// The contents of a file that is not compressed.
    ///
    /// # Errors
    /// If there are more than `most` bytes, or they are compressed or cannot be read.
    pub fn stored(&self, input: &Input, name: &str, most: u64) -> Result<Vec<u8>> {
        self.refuse_longer(name, most)?;
        input.read(self.start(input, name)?, self.length)
    }

    /// The contents of a file, which may be compressed.
    ///
    /// # Errors
    /// If there are more than `most` bytes, or they cannot be read.
    pub fn contents(&self, input: &Input, name: &str, most: u64) -> Result<Vec<u8>> {
        if self.method == STORED {
            return self.stored(input, name, most);
        }
        self.refuse_longer(name, most)?;
        let packed = input.read(self.first_byte(input, name)?, self.length)?;
        let mut unpacked = Vec::new();
        let read = DeflateDecoder::new(&packed[..]).take(most + 1).read_to_end(&mut unpacked);
        read.map_err(|error| ReadError::new(format!("`{name}` cannot be unpacked: {error}")))?;
        if unpacked.len() as u64 > most {
            return fail(format!("`{name}` has more than {most} bytes"));
        }
        Ok(unpacked)
    }

    fn refuse_longer(&self, name: &str, most: u64) -> Result<()> {
        match self.length > most {
            true => fail(format!("`{name}` has {} bytes, more than {most}", self.length)),
            false => Ok(()),
        }
    }
}

/// Bytes with numbers at known places.
struct Record<'a>(&'a [u8]);

impl<'a> Record<'a> {
    fn bytes(&self, at: u64, length: u64) -> Result<&'a [u8]> {
        let range = at as usize..(at + length) as usize;
        self.0.get(range).ok_or_else(|| ReadError::new("the directory of the archive is broken"))
    }

    fn number(&self, at: u64, length: u64) -> Result<u64> {
        Ok(little_endian(self.bytes(at, length)?))
    }

    /// The numbers of an extra field. Empty if there is no such field.
    fn field(&self, id: u64) -> Result<Wide<'a>> {
        let mut at = 0;
        while at + 4 <= self.0.len() as u64 {
            let (found, length) = (self.number(at, 2)?, self.number(at + 2, 2)?);
            if found == id {
                return Ok(Wide(self.bytes(at + 4, length)?));
            }
            at += 4 + length;
        }
        Ok(Wide(&[]))
    }
}

/// Numbers of eight bytes, one after the other.
struct Wide<'a>(&'a [u8]);

impl Wide<'_> {
    fn next(&mut self) -> Result<u64> {
        let number = Record(self.0).number(0, 8)?;
        self.0 = &self.0[8..];
        Ok(number)
    }
}
