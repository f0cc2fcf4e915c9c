//! The built-in mapping: the names and texts of the files below `mapping/`, which the build script compresses.

use std::io::Read as _;

use flate2::read::DeflateDecoder;

/// The names and texts of the files.
pub fn files() -> Vec<(String, String)> {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/mapping.deflate"));
    let mut text = String::new();
    // The build script wrote these bytes, so that they can be read.
    let read = DeflateDecoder::new(packed).read_to_string(&mut text);
    debug_assert!(read.is_ok(), "{read:?}");
    let mut parts = text.split_terminator('\0').map(str::to_owned);
    std::iter::from_fn(|| parts.next().zip(parts.next())).collect()
}
