//! The messages of the older form of programs, as far as a translation needs them, in the format of protocol buffers.
//!
//! Parts are kept as the bytes that they are in the file and read one by one, so that a file is never in memory twice.
//! [`check`] refuses what no real file has before anything is read.

use bytes::Bytes;

/// Parts of one byte each would take many times their size in memory.
const PARTS_OF_ANY_FILE: usize = 4096;
const BYTES_OF_A_PART: usize = 4;
/// A block's parts are variables and operators.
pub const BYTES_OF_AN_OPERATOR: usize = 16;

#[derive(Clone, PartialEq, prost::Message)]
pub struct ProgramDesc {
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub blocks: Vec<Bytes>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct BlockDesc {
    #[prost(int32, optional, tag = "1")]
    pub idx: Option<i32>,
    #[prost(int32, optional, tag = "2")]
    pub parent_idx: Option<i32>,
    #[prost(bytes = "bytes", repeated, tag = "3")]
    pub vars: Vec<Bytes>,
    #[prost(bytes = "bytes", repeated, tag = "4")]
    pub ops: Vec<Bytes>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct VarDesc {
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    #[prost(message, optional, tag = "2")]
    pub r#type: Option<VarType>,
    #[prost(bool, optional, tag = "3")]
    pub persistable: Option<bool>,
    #[prost(bool, optional, tag = "6")]
    pub stop_gradient: Option<bool>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct VarType {
    #[prost(int32, optional, tag = "1")]
    pub kind: Option<i32>,
    #[prost(message, optional, tag = "2")]
    pub selected_rows: Option<TensorDesc>,
    #[prost(message, optional, tag = "3")]
    pub tensor: Option<WrappedTensorDesc>,
    #[prost(message, optional, tag = "4")]
    pub array: Option<WrappedTensorDesc>,
    #[prost(message, optional, tag = "11")]
    pub sparse_coo: Option<TensorDesc>,
    #[prost(message, optional, tag = "12")]
    pub sparse_csr: Option<TensorDesc>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct TensorDesc {
    #[prost(int32, optional, tag = "1")]
    pub data_type: Option<i32>,
    #[prost(int64, repeated, packed = "false", tag = "2")]
    pub dims: Vec<i64>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct WrappedTensorDesc {
    #[prost(message, optional, tag = "1")]
    pub tensor: Option<TensorDesc>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct OpDesc {
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub inputs: Vec<Bytes>,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub outputs: Vec<Bytes>,
    #[prost(string, optional, tag = "3")]
    pub r#type: Option<String>,
    #[prost(bytes = "bytes", repeated, tag = "4")]
    pub attrs: Vec<Bytes>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Slot {
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    #[prost(string, repeated, tag = "2")]
    pub variables: Vec<String>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Attr {
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    #[prost(int32, optional, tag = "2")]
    pub kind: Option<i32>,
    #[prost(int32, optional, tag = "3")]
    pub i: Option<i32>,
    #[prost(float, optional, tag = "4")]
    pub f: Option<f32>,
    #[prost(bytes = "bytes", optional, tag = "5")]
    pub s: Option<Bytes>,
    #[prost(int32, repeated, packed = "false", tag = "6")]
    pub ints: Vec<i32>,
    #[prost(float, repeated, packed = "false", tag = "7")]
    pub floats: Vec<f32>,
    #[prost(bytes = "bytes", repeated, tag = "8")]
    pub strings: Vec<Bytes>,
    #[prost(bool, optional, tag = "10")]
    pub b: Option<bool>,
    #[prost(bool, repeated, packed = "false", tag = "11")]
    pub bools: Vec<bool>,
    #[prost(int32, optional, tag = "12")]
    pub block: Option<i32>,
    #[prost(int64, optional, tag = "13")]
    pub l: Option<i64>,
    #[prost(int64, repeated, packed = "false", tag = "15")]
    pub longs: Vec<i64>,
    #[prost(double, repeated, packed = "false", tag = "16")]
    pub doubles: Vec<f64>,
    #[prost(string, optional, tag = "17")]
    pub var: Option<String>,
    #[prost(string, repeated, tag = "18")]
    pub vars: Vec<String>,
    #[prost(double, optional, tag = "19")]
    pub double: Option<f64>,
    #[prost(message, optional, tag = "20")]
    pub scalar: Option<Scalar>,
    #[prost(message, repeated, tag = "21")]
    pub scalars: Vec<Scalar>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub struct Scalar {
    #[prost(int32, optional, tag = "1")]
    pub kind: Option<i32>,
    #[prost(bool, optional, tag = "2")]
    pub b: Option<bool>,
    #[prost(int64, optional, tag = "3")]
    pub i: Option<i64>,
    #[prost(double, optional, tag = "4")]
    pub r: Option<f64>,
}

/// Refuses a message with so many parts that it would take many times its size in memory.
pub fn check(message: &[u8]) -> Result<(), String> {
    check_parts(message, BYTES_OF_A_PART)
}

/// The same, where a part usually has at least so many bytes.
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

/// A number of up to ten bytes.
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
