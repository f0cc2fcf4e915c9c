//! Tensors in safetensors as text.

use serde_json::Value;

/// A row for each tensor: its name, type, shape, and bytes.
///
/// # Errors
/// If the bytes are not in this format.
pub fn rows(bytes: &[u8]) -> Result<String, String> {
    let (length, rest) = bytes.split_first_chunk().ok_or("there is no header")?;
    let length = u64::from_le_bytes(*length) as usize;
    let (header, data) = rest.split_at_checked(length).ok_or("the header is too long")?;
    let header: Value = serde_json::from_slice(header).map_err(|error| error.to_string())?;
    let header = header.as_object().ok_or("the header is not a map")?;
    let mut rows = Vec::new();
    for (name, row) in header.iter().filter(|(name, _)| *name != "__metadata__") {
        let offset = |index: usize| row["data_offsets"][index].as_u64().map(|offset| offset as usize);
        let range = offset(0).zip(offset(1)).ok_or("the offsets are missing")?;
        let bytes = data.get(range.0..range.1).ok_or("the offsets are not in the file")?;
        let hexadecimal: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let shape = row["shape"].to_string().replace(',', ", ");
        rows.push(format!("{name} {} {shape} {hexadecimal}\n", row["dtype"].as_str().unwrap_or_default()));
    }
    rows.sort();
    Ok(rows.concat())
}
