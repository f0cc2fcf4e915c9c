//! Patterns for the names of tensors.

/// A name in which `*` stands for any text.
#[derive(Debug, Clone)]
pub(super) struct Pattern(String);

impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        Pattern(text.to_owned())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        let mut parts = self.0.split('*');
        let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
        let mut parts: Vec<&str> = parts.collect();
        let Some(last) = parts.pop() else { return rest.is_empty() };
        for part in parts {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn a_star_stands_for_any_text() {
        let matches = |pattern: &str, name: &str| Pattern::new(pattern).matches(name);
        assert!(matches("fc.weight", "fc.weight") && !matches("fc.weight", "fc.weight2"));
        assert!(matches("*.weight", "a.b.weight") && !matches("*.weight", "weight"));
        assert!(matches("layers.*.fc*.weight", "layers.0.mlp.fc1.weight"));
        assert!(matches("*", "") && matches("a*b*a", "abba") && !matches("ab*ba", "aba"));
    }
}
