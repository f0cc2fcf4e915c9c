//! Patterns that paths can match: `tests`, `*.pyi`, `examples/**/old_*`.

/// A pattern. Without a slash, it matches files and folders of that name anywhere. A matching folder includes its contents.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
}

impl Pattern {
    /// The pattern that a text means.
    pub fn new(text: &str) -> Pattern {
        Pattern { text: text.trim_start_matches("./").trim_end_matches('/').to_owned() }
    }

    /// Whether a path matches. It is relative, with `/`.
    pub fn matches(&self, path: &str) -> bool {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        if self.text.contains('/') {
            return ends.into_iter().any(|end| fits(&self.text, &path[..end]));
        }
        path.split('/').any(|part| fits(&self.text, part))
    }
}

/// Whether a text matches as a whole: `*` stands for any characters but a slash, `**` for any characters, `?` for one.
fn fits(pattern: &str, text: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return text.is_empty() };
    if let Some(rest) = pattern.strip_prefix("**/") {
        let starts = text.match_indices('/').map(|(at, _)| at + 1);
        return fits(rest, text) || starts.into_iter().any(|at| fits(rest, &text[at..]));
    }
    if let Some(rest) = pattern.strip_prefix("**") {
        return text.char_indices().any(|(at, _)| fits(rest, &text[at..])) || fits(rest, "");
    }
    match first {
        '*' => {
            let reach = text.find('/').unwrap_or(text.len());
            (0..=reach).filter(|at| text.is_char_boundary(*at)).any(|at| fits(&pattern[1..], &text[at..]))
        }
        _ => text.chars().next().is_some_and(|next| {
            (first == '?' && next != '/' || first == next)
                && fits(&pattern[first.len_utf8()..], &text[next.len_utf8()..])
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_paths() {
        for (pattern, path) in [
            ("tests", "a/tests/b.py"),
            ("*.pyi", "a/b.pyi"),
            ("a/b", "a/b/c.py"),
            ("a/**/c.py", "a/b/b/c.py"),
            ("**/c.py", "c.py"),
            ("tests/", "tests/é.py"),
            ("?.py", "é.py"),
        ] {
            assert!(Pattern::new(pattern).matches(path), "{pattern} {path}");
        }
        for (pattern, path) in [("test", "tests/b.py"), ("a/*.py", "a/b/c.py"), ("b", "a/bb.py"), ("?.py", "ab.py")] {
            assert!(!Pattern::new(pattern).matches(path), "{pattern} {path}");
        }
    }
}
