//! The protocol buffers of saved programs, reduced to the fields that the translation needs.
//!
//! Nested messages stay bytes until they are needed, so that a program is not in memory twice. [`check`] refuses messages that would
//! take far more memory than their size before they are decoded.

use bytes::Bytes;

/// A decoded part takes many times its size in memory, so the number of parts is limited: this many, and one for each few bytes.
const PARTS_OF_ANY_FILE: usize = 4096;
const BYTES_OF_A_PART: usize = 4;
/// The parts of a block are variables and operators, which are longer.
pub(crate) const BYTES_OF_AN_OPERATOR: usize = 16;

/// A program.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ProgramDesc {
    /// Messages of [`BlockDesc`].
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub blocks: Vec<Bytes>,
}

/// A block.
#[derive(Clone, PartialEq, prost::Message)]
pub struct BlockDesc {
    /// Its own number.
    #[prost(int32, optional, tag = "1")]
    pub idx: Option<i32>,
    /// The number of the block around it; negative if there is none.
    #[prost(int32, optional, tag = "2")]
    pub parent_idx: Option<i32>,
    /// Messages of [`VarDesc`].
    #[prost(bytes = "bytes", repeated, tag = "3")]
    pub vars: Vec<Bytes>,
    /// Messages of [`OpDesc`].
    #[prost(bytes = "bytes", repeated, tag = "4")]
    pub ops: Vec<Bytes>,
}

/// A variable.
#[derive(Clone, PartialEq, prost::Message)]
pub struct VarDesc {
    /// Its name.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// Its type.
    #[prost(message, optional, tag = "2")]
    pub r#type: Option<VarType>,
    /// Whether it outlives a run of the program.
    #[prost(bool, optional, tag = "3")]
    pub persistable: Option<bool>,
    /// Whether gradients stop at it.
    #[prost(bool, optional, tag = "6")]
    pub stop_gradient: Option<bool>,
}

/// The type of a variable.
#[derive(Clone, PartialEq, prost::Message)]
pub struct VarType {
    /// The number of its kind. Only the field of that kind is set.
    #[prost(int32, optional, tag = "1")]
    pub kind: Option<i32>,
    /// Of selected rows.
    #[prost(message, optional, tag = "2")]
    pub selected_rows: Option<TensorDesc>,
    /// Of a dense tensor.
    #[prost(message, optional, tag = "3")]
    pub tensor: Option<WrappedTensorDesc>,
    /// Of an array of tensors.
    #[prost(message, optional, tag = "4")]
    pub array: Option<WrappedTensorDesc>,
    /// Of a sparse tensor of coordinates.
    #[prost(message, optional, tag = "11")]
    pub sparse_coo: Option<TensorDesc>,
    /// Of a sparse tensor of compressed rows.
    #[prost(message, optional, tag = "12")]
    pub sparse_csr: Option<TensorDesc>,
}

/// The elements of a tensor.
#[derive(Clone, PartialEq, prost::Message)]
pub struct TensorDesc {
    /// The number of their data type.
    #[prost(int32, optional, tag = "1")]
    pub data_type: Option<i32>,
    /// The shape; -1 stands for an unknown size.
    #[prost(int64, repeated, packed = "false", tag = "2")]
    pub dims: Vec<i64>,
}

/// A tensor in a message of its own.
#[derive(Clone, PartialEq, prost::Message)]
pub struct WrappedTensorDesc {
    /// The tensor.
    #[prost(message, optional, tag = "1")]
    pub tensor: Option<TensorDesc>,
}

/// An operator.
#[derive(Clone, PartialEq, prost::Message)]
pub struct OpDesc {
    /// Messages of [`Slot`].
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub inputs: Vec<Bytes>,
    /// Messages of [`Slot`].
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub outputs: Vec<Bytes>,
    /// Its type, such as `relu`.
    #[prost(string, optional, tag = "3")]
    pub r#type: Option<String>,
    /// Messages of [`Attr`].
    #[prost(bytes = "bytes", repeated, tag = "4")]
    pub attrs: Vec<Bytes>,
}

/// An input or output of an operator.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Slot {
    /// Its name.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// The names of its variables.
    #[prost(string, repeated, tag = "2")]
    pub variables: Vec<String>,
}

/// An attribute of an operator.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Attr {
    /// Its name.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// The number of its type. Only the field of that type is set.
    #[prost(int32, optional, tag = "2")]
    pub kind: Option<i32>,
    /// A 32-bit integer.
    #[prost(int32, optional, tag = "3")]
    pub i: Option<i32>,
    /// A float.
    #[prost(float, optional, tag = "4")]
    pub f: Option<f32>,
    /// A text.
    #[prost(bytes = "bytes", optional, tag = "5")]
    pub s: Option<Bytes>,
    /// 32-bit integers.
    #[prost(int32, repeated, packed = "false", tag = "6")]
    pub ints: Vec<i32>,
    /// Floats.
    #[prost(float, repeated, packed = "false", tag = "7")]
    pub floats: Vec<f32>,
    /// Texts.
    #[prost(bytes = "bytes", repeated, tag = "8")]
    pub strings: Vec<Bytes>,
    /// A flag.
    #[prost(bool, optional, tag = "10")]
    pub b: Option<bool>,
    /// Flags.
    #[prost(bool, repeated, packed = "false", tag = "11")]
    pub bools: Vec<bool>,
    /// The number of a block.
    #[prost(int32, optional, tag = "12")]
    pub block: Option<i32>,
    /// A 64-bit integer.
    #[prost(int64, optional, tag = "13")]
    pub l: Option<i64>,
    /// 64-bit integers.
    #[prost(int64, repeated, packed = "false", tag = "15")]
    pub longs: Vec<i64>,
    /// Doubles.
    #[prost(double, repeated, packed = "false", tag = "16")]
    pub doubles: Vec<f64>,
    /// The name of a variable with the value.
    #[prost(string, optional, tag = "17")]
    pub var: Option<String>,
    /// The names of variables with the values.
    #[prost(string, repeated, tag = "18")]
    pub vars: Vec<String>,
    /// A double.
    #[prost(double, optional, tag = "19")]
    pub double: Option<f64>,
    /// A scalar.
    #[prost(message, optional, tag = "20")]
    pub scalar: Option<Scalar>,
    /// Scalars.
    #[prost(message, repeated, tag = "21")]
    pub scalars: Vec<Scalar>,
}

/// A number with its type.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Scalar {
    /// The number of its type. Only the field of that type is set.
    #[prost(int32, optional, tag = "1")]
    pub kind: Option<i32>,
    /// A flag.
    #[prost(bool, optional, tag = "2")]
    pub b: Option<bool>,
    /// An integer.
    #[prost(int64, optional, tag = "3")]
    pub i: Option<i64>,
    /// A real number.
    #[prost(double, optional, tag = "4")]
    pub r: Option<f64>,
}

/// Refuses a message with so many parts that it would take many times its size in memory.
///
/// # Errors
/// The message has too many parts, or is cut off or malformed.
pub fn check(message: &[u8]) -> Result<(), String> {
    check_parts(message, BYTES_OF_A_PART)
}

/// The same for parts that usually have at least `bytes` bytes.
///
/// # Errors
/// The message has too many parts, or is cut off or malformed.
pub fn check_parts(message: &[u8], bytes: usize) -> Result<(), String> {
    let most = PARTS_OF_ANY_FILE + message.len() / bytes;
    let (mut rest, mut parts) = (message, 0);
    while !rest.is_empty() {
        let tag = number(&mut rest)?;
        let skipped = match tag & 7 {
            0 => number(&mut rest).map(|_| 0)?,
            1 => 8,
            2 => {
                parts += 1;
                number(&mut rest)?
            }
            5 => 4,
            other => return Err(format!("it has a field of the unknown wire type {other}")),
        };
        let skipped = usize::try_from(skipped).ok().filter(|&length| length <= rest.len());
        rest = &rest[skipped.ok_or("it ends within a field")?..];
    }
    if parts > most { Err(format!("it has {parts} parts, too many for its size")) } else { Ok(()) }
}

/// Takes a number of up to ten bytes from the front.
fn number(rest: &mut &[u8]) -> Result<u64, String> {
    let mut value = 0;
    for at in 0..10 {
        let byte = *rest.get(at).ok_or("it ends within a field")?;
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            *rest = &rest[at + 1..];
            return Ok(value);
        }
    }
    Err("it has a number of more than ten bytes".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_with_too_many_parts_are_refused() {
        // A part of no bytes: its field, and its length.
        let parts = |count: usize| [0x0a, 0].repeat(count);
        assert_eq!(check(&parts(8192)), Ok(()));
        assert_eq!(check(&parts(8193)), Err("it has 8193 parts, too many for its size".to_owned()));
        assert_eq!(check_parts(&parts(4096), 1), Ok(()));
        assert_eq!(check(&[0x0a, 200, 1].into_iter().chain([0; 200]).collect::<Vec<_>>()), Ok(()));
    }

    #[test]
    fn messages_that_are_cut_off_are_refused() {
        let cut = Err("it ends within a field".to_owned());
        for message in
            [&[0x0a][..], &[0x0a, 2, 0], &[0x08], &[0x08, 0x80], &[0x09, 0, 0, 0, 0, 0, 0, 0], &[0x0d, 0, 0, 0]]
        {
            assert_eq!(check(message), cut, "{message:?}");
        }
        for message in
            [&[][..], &[0x0a, 2, 0, 0], &[0x08, 0x80, 1], &[0x09, 0, 0, 0, 0, 0, 0, 0, 0], &[0x0d, 0, 0, 0, 0]]
        {
            assert_eq!(check(message), Ok(()), "{message:?}");
        }
        assert_eq!(check(&[0x0b]), Err("it has a field of the unknown wire type 3".to_owned()));
        assert_eq!(
            check(&[0x08; 1].into_iter().chain([0x80; 11]).collect::<Vec<_>>()),
            Err("it has a number of more than ten bytes".to_owned())
        );
    }
}
