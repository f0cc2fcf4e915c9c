//! Decompresses the files of archives.

use std::io::Read;

use anyhow::{Context, bail};

/// Everything that a decoder returns, if that is not too much.
pub fn all_of(decoder: impl Read, limit: usize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    decoder.take(limit as u64 + 1).read_to_end(&mut bytes).context("it cannot be decompressed")?;
    if bytes.len() > limit {
        bail!("the decompressed data is too large");
    }
    Ok(bytes)
}
