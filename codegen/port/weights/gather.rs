//! Copies the elements of a view, in the order of its shape.

use std::io::{self, Write};

use crate::view::View;
use archive::Input;

/// The number of bytes that are copied at a time.
const CHUNK: u64 = 1 << 20;

/// The files that views refer to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Files<'a>(pub(crate) &'a [Input]);

impl Files<'_> {
    /// Writes the bytes of a tensor.
    ///
    /// # Errors
    /// If the file cannot be read, or the bytes cannot be written.
    pub(crate) fn write_elements(self, view: &View, out: &mut dyn Write) -> io::Result<()> {
        if view.bytes() == 0 {
            return Ok(());
        }
        if !view.is_contiguous() {
            return self.write_scattered(view, out);
        }
        let (mut start, end) = (view.offset * view.dtype.bytes(), view.offset * view.dtype.bytes() + view.bytes());
        while start < end {
            let length = CHUNK.min(end - start);
            let mut bytes = self.bytes_of(view, start, length)?;
            change_signs(view, &mut bytes);
            out.write_all(&bytes)?;
            start += length;
        }
        Ok(())
    }

    /// Reads the part of the storage that the view covers, which is at most as large as the file.
    fn write_scattered(self, view: &View, out: &mut dyn Write) -> io::Result<()> {
        let size = view.dtype.bytes();
        let last: u64 = view.shape.iter().zip(&view.strides).map(|(length, stride)| (length - 1) * stride).sum();
        let covered = self.bytes_of(view, view.offset * size, (last + 1) * size)?;
        let size = size as usize;
        let mut rows = Vec::with_capacity(CHUNK as usize + size);
        let mut index = vec![0u64; view.shape.len()];
        loop {
            let element: u64 = index.iter().zip(&view.strides).map(|(at, stride)| at * stride).sum();
            let element = element as usize * size;
            rows.extend_from_slice(&covered[element..element + size]);
            let is_last = !advance(&mut index, &view.shape);
            if is_last || rows.len() as u64 >= CHUNK {
                change_signs(view, &mut rows);
                out.write_all(&rows)?;
                rows.clear();
            }
            if is_last {
                return Ok(());
            }
        }
    }

    fn bytes_of(self, view: &View, start: u64, length: u64) -> io::Result<Vec<u8>> {
        let input = &self.0[view.storage.file];
        let read = input.read(view.storage.start + start, length);
        read.map_err(|error| io::Error::other(error.at(input.path().display())))
    }
}

/// Moves to the next element. `false` after the last one.
fn advance(index: &mut [u64], shape: &[u64]) -> bool {
    for (at, length) in index.iter_mut().zip(shape).rev() {
        *at += 1;
        if *at < *length {
            return true;
        }
        *at = 0;
    }
    false
}

/// Applies the two signs that PyTorch keeps beside a tensor. Chunks consist of whole elements, whose sign is the highest bit of
/// a float.
fn change_signs(view: &View, bytes: &mut [u8]) {
    let (part, size) = (view.dtype.signed_part() as usize, view.dtype.bytes() as usize);
    if view.is_negative {
        bytes.chunks_mut(part).for_each(|part| part[part.len() - 1] ^= 0x80);
    }
    if view.is_conjugate && part < size {
        bytes.chunks_mut(size).for_each(|element| element[size - 1] ^= 0x80);
    }
}
