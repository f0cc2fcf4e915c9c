//! How a tree states its version.

/// The file in which a checkout states its version, and in which a folder with the YAML alone may state it.
pub const VERSION_FILE: &str = "version.txt";
/// Files that state a version: also that of a folder with an installed wheel, and the one beside the folder `torchgen` of a wheel.
pub const VERSION_FILES: [&str; 3] = [VERSION_FILE, "torch/version.py", "../torch/version.py"];

/// The marks of a version: `FILE: VERSION`.
pub fn marks(version: &str) -> Vec<String> {
    VERSION_FILES.iter().map(|file| format!("{file}: {version}")).collect()
}

/// The first `MAJOR.MINOR` in a text.
pub fn number(text: &str) -> Option<(u32, u32)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let mut parts = text[start..].split(|c: char| !c.is_ascii_digit());
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// True if a text states a version: the text `2.11.0a0` that of `2.11`.
pub fn is_version(text: &str, version: &str) -> bool {
    number(text).is_some() && number(text) == number(version)
}
