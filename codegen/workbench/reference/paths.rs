//! Names of pages' files. They are valid on every system, and stay distinct on those that ignore case.

use xxhash_rust::xxh3::xxh3_64;

/// The longest file name that is not shortened, in bytes.
const LONGEST: usize = 120;

/// Names that Windows reserves for devices, regardless of the extension.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// A file name that no other name maps to. Lower-case letters, digits and `_` are kept; every other byte becomes a hyphen and
/// two hexadecimal digits.
pub fn file_name(name: &str) -> String {
    let is_device = |name: &str| {
        let numbered = name.strip_prefix("com").or(name.strip_prefix("lpt"));
        DEVICES.contains(&name) || numbered.is_some_and(|number| number.len() == 1)
    };
    let mut text = String::new();
    for (at, byte) in name.bytes().enumerate() {
        let is_plain = byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if is_plain && !(at == 0 && is_device(name)) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("-{byte:02x}"));
        }
        if text.len() > LONGEST {
            return format!("{}--{:016x}", &text[..LONGEST / 2], xxh3_64(name.as_bytes()));
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_spelled_out() {
        assert_eq!(file_name("add_n_"), "add_n_");
        assert_eq!(file_name("conv2d"), "conv2d");
    }

    #[test]
    fn other_names_are_safe_and_different() {
        let long = "x".repeat(300);
        let names = ["Abs", "abs", "a-41", "a/b", "..", "", "-", "con", "com1", "é", "a b", &long, &long[1..]];
        let files: std::collections::BTreeSet<String> = names.iter().map(|name| file_name(name)).collect();
        assert_eq!(files.len(), names.len(), "{files:?}");
        for file in files {
            let is_safe =
                |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_-".contains(letter);
            assert!(file.chars().all(is_safe) && file.len() < 150 && file != "con", "{file}");
        }
    }
}
