//! Fingerprints of findings, which services expect to be different.

use std::collections::BTreeMap;

/// Appends a number to each text, so that equal texts become different: `a:1`, `b:1`, `a:2`.
pub fn numbered(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut number = |text: String| {
        let number = seen.entry(text.clone()).or_default();
        *number += 1;
        format!("{text}:{number}")
    };
    texts.map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_numbered() {
        let texts = ["a", "b", "a"].map(str::to_owned).into_iter();
        assert_eq!(numbered(texts), ["a:1", "b:1", "a:2"]);
    }
}
