//! The format safetensors: the length of a header, the header as JSON, and the bytes of the tensors without gaps.

use std::fmt;
use std::io::{self, Write};

use indexmap::IndexMap;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::dtype::Dtype;
use crate::error::{Result, WeightsError, fail};
use crate::gather::Files;
use crate::output::Output;
use crate::view::{Storage, View};
use archive::{Input, little_endian};

/// The largest header that the format allows.
const MAX_HEADER: u64 = 100_000_000;
const METADATA: &str = "__metadata__";

/// A map without two equal keys.
struct Unique<T>(IndexMap<String, T>);

/// A tensor in the header.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: (u64, u64),
}

/// The tensors of a file, in the order of its header.
pub(crate) fn read(input: &Input) -> Result<IndexMap<String, View>> {
    let length = little_endian(&input.read(0, 8)?);
    if length > MAX_HEADER {
        return fail(format!("its header has {length} bytes, more than {MAX_HEADER}"));
    }
    let header = input.read(8, length)?;
    if header.first() != Some(&b'{') {
        return fail("its header does not begin with `{`");
    }
    let Unique(entries): Unique<Value> = serde_json::from_slice(&header)
        .map_err(|error| WeightsError::new(format!("its header cannot be read: {error}")))?;
    let start = 8 + length;
    let mut tensors = IndexMap::new();
    let mut ranges = Vec::new();
    for (name, entry) in entries {
        if name == METADATA {
            check_metadata(&entry)?;
            continue;
        }
        let row: Row = serde_json::from_value(entry)
            .map_err(|error| WeightsError::new(format!("`{name}` is not described as a tensor: {error}")))?;
        ranges.push((row.data_offsets, name.clone()));
        let view = view(&row, start, input.length()).map_err(|error| error.at(format_args!("`{name}`")))?;
        tensors.insert(name, view);
    }
    refuse_gaps(ranges, input.length() - start)?;
    Ok(tensors)
}

fn check_metadata(entry: &Value) -> Result<()> {
    let texts = entry.as_object().map(|texts| texts.values().all(Value::is_string));
    if texts == Some(true) { Ok(()) } else { fail(format!("`{METADATA}` has values that are not texts")) }
}

fn view(row: &Row, start: u64, end: u64) -> Result<View> {
    let Some(dtype) = Dtype::of_safetensors(&row.dtype) else {
        return fail(format!("its type `{}` cannot be converted", row.dtype));
    };
    let (first, last) = row.data_offsets;
    let Some(length) = last.checked_sub(first).filter(|_| last <= end - start) else {
        return fail(format!("its bytes {first} to {last} are not in the file"));
    };
    let view = View::contiguous(dtype, row.shape.clone(), Storage { file: 0, start: start + first, length })?;
    match view.bytes() == length {
        true => Ok(view),
        false => fail(format!("it has {length} bytes, but its shape needs {}", view.bytes())),
    }
}

/// The bytes of the tensors follow each other, and fill the file.
fn refuse_gaps(mut ranges: Vec<((u64, u64), String)>, length: u64) -> Result<()> {
    ranges.sort();
    let mut end = 0;
    for ((first, last), name) in &ranges {
        if *first != end {
            let problem = if *first < end { "overlap those of another tensor" } else { "do not follow those before" };
            return fail(format!("the bytes of `{name}` {problem}"));
        }
        end = *last;
    }
    if end == length { Ok(()) } else { fail(format!("the tensors have {end} bytes, but the file has {length}")) }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Unique<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Pairs<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
            type Value = Unique<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self::Value, A::Error> {
                let mut pairs = IndexMap::new();
                while let Some((name, value)) = map.next_entry::<String, T>()? {
                    if pairs.contains_key(&name) {
                        return Err(A::Error::custom(format!("`{name}` is there twice")));
                    }
                    pairs.insert(name, value);
                }
                Ok(Unique(pairs))
            }
        }
        deserializer.deserialize_map(Pairs(std::marker::PhantomData))
    }
}

/// Why a tensor cannot be in such a file.
pub(crate) fn refusal(view: &View) -> Option<String> {
    let dtype = view.dtype;
    dtype.safetensors().is_none().then(|| format!("safetensors has no type for {}", dtype.torch()))
}

/// Writes a file. The largest elements come first, so that all of them are aligned.
pub(crate) fn write(files: Files, outputs: &[Output], out: &mut dyn Write) -> io::Result<()> {
    let mut sorted: Vec<&Output> = outputs.iter().collect();
    sorted.sort_by(|a, b| b.view.dtype.bytes().cmp(&a.view.dtype.bytes()).then_with(|| a.name.cmp(&b.name)));
    let mut rows = serde_json::Map::new();
    rows.insert(METADATA.to_owned(), json!({ "format": "pd" }));
    let mut end = 0;
    for output in &sorted {
        let start = end;
        end += output.view.bytes();
        let dtype = output.view.dtype.safetensors();
        rows.insert(
            output.name.clone(),
            json!({ "dtype": dtype, "shape": output.view.shape, "data_offsets": [start, end] }),
        );
    }
    let mut header = Value::Object(rows).to_string();
    header.push_str(&" ".repeat(header.len().next_multiple_of(8) - header.len()));
    out.write_all(&(header.len() as u64).to_le_bytes())?;
    out.write_all(header.as_bytes())?;
    sorted.iter().try_for_each(|output| files.write_elements(&output.view, out))
}
