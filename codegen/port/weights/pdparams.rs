//! What `paddle.load` reads: a pickle of a dict from names to arrays of NumPy. bfloat16 is an array of 16 bits without a sign.

use std::io::{self, Write};

use crate::gather::Files;
use crate::output::Output;
use crate::view::View;

/// Paddle has no tensors with more dimensions.
const MOST_DIMENSIONS: usize = 9;

/// The places of the memo: the function and the class that make arrays, the class of types, the shape and the text of a new array.
const RECONSTRUCT: u8 = 0;
const ARRAY: u8 = 1;
const DTYPE: u8 = 2;

/// Why `paddle.load` could not read a tensor.
pub(crate) fn refusal(view: &View) -> Option<String> {
    if view.dtype.numpy().is_none() {
        return Some(format!("Paddle cannot load {} from `.pdparams`", view.dtype.torch()));
    }
    let dimensions = view.shape.len();
    (dimensions > MOST_DIMENSIONS).then(|| format!("Paddle has no tensors with {dimensions} dimensions"))
}

/// Writes a pickle of protocol 4: older ones have no bytes of more than 4 GiB.
pub(crate) fn write(files: Files, outputs: &[Output], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\x80\x04")?;
    for (index, global) in
        [(RECONSTRUCT, "numpy.core.multiarray\n_reconstruct\n"), (ARRAY, "numpy\nndarray\n"), (DTYPE, "numpy\ndtype\n")]
    {
        write!(out, "c{global}")?;
        out.write_all(&[b'q', index, b'0'])?;
    }
    out.write_all(b"}(")?;
    for Output { name, view, .. } in outputs {
        write_text(name, out)?;
        // _reconstruct(ndarray, (0,), b"b"), and then the state of the array.
        out.write_all(&[b'h', RECONSTRUCT, b'h', ARRAY])?;
        out.write_all(b"K\0\x85C\x01b\x87R(K\x01(")?;
        view.shape.iter().try_for_each(|length| write_number(*length, out))?;
        out.write_all(b"t")?;
        write_dtype(view.dtype.numpy().unwrap_or_default(), out)?;
        // The rows are in the order of C.
        out.write_all(b"\x89\x8e")?;
        out.write_all(&view.bytes().to_le_bytes())?;
        files.write_elements(view, out)?;
        out.write_all(b"tb")?;
    }
    out.write_all(b"u.")
}

fn write_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    out.write_all(b"X")?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(text.as_bytes())
}

fn write_number(number: u64, out: &mut dyn Write) -> io::Result<()> {
    // Two's complement: the ninth byte keeps the number positive.
    out.write_all(b"\x8a\x09")?;
    out.write_all(&number.to_le_bytes())?;
    out.write_all(b"\0")
}

/// dtype(code, False, True), with a state that says that the lowest byte comes first.
fn write_dtype(code: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&[b'h', DTYPE])?;
    write_text(code, out)?;
    out.write_all(b"\x89\x88\x87R(K\x03")?;
    let has_order = !code.ends_with('1');
    write_text(if has_order { "<" } else { "|" }, out)?;
    out.write_all(b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb")
}
