//! How templates are written: lines that can be read, `braced` for braces, `comma` between items, and `quoted` for strings.

use std::fs;
use std::path::{Path, PathBuf};

/// The widest line of a template.
const COLUMNS: usize = 160;

/// The templates below a folder.
fn templates(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).expect("the folder exists").map(|entry| entry.expect("it is readable").path());
    paths.flat_map(|path| if path.is_dir() { templates(&path) } else { vec![path] }).collect()
}

/// `FILE:LINE: LINE'S TEXT` for the lines of templates that are wrong.
fn lines(wrong: impl Fn(&Path, &str) -> bool) -> String {
    let mut found = String::new();
    for path in templates(Path::new("templates")) {
        let text = fs::read_to_string(&path).expect("it is readable");
        for (number, line) in text.lines().enumerate().filter(|(_, line)| wrong(&path, line)) {
            found += &format!("\n{}:{}: {line}", path.display(), number + 1);
        }
    }
    found
}

#[test]
fn no_line_is_too_wide() {
    let found = lines(|_, line| line.chars().count() > COLUMNS);
    assert!(found.is_empty(), "break these lines before a `{{%-` or `{{{{-`, which remove the line break:{found}");
}

#[test]
fn braces_are_no_expressions() {
    let found = lines(|_, line| [r#"{{ "{" }}"#, r#"{{ "}" }}"#].iter().any(|brace| line.contains(brace)));
    assert!(found.is_empty(), "use `braced`, or end the line after the brace and begin the next with `{{{{-`:{found}");
}

#[test]
fn items_are_separated_by_comma() {
    let found = lines(|_, line| line.contains(r#"", " if not loop."#) || line.contains(", {% endif %}{% endfor"));
    assert!(found.is_empty(), "begin each item with `{{{{ comma(loop) }}}}`, or use `join` or `braced`:{found}");
}

/// `#include` takes a path, not a string; a docstring of Python is no literal either.
#[test]
fn string_literals_are_quoted() {
    let found = lines(|path, line| {
        let is_cpp = [".cc.j2", ".h.j2"].iter().any(|end| path.to_string_lossy().ends_with(end));
        is_cpp && !line.contains("include") && text_in_literal(line)
    });
    assert!(found.is_empty(), "write `{{{{ text | quoted }}}}`, so that whatever is in the text is escaped:{found}");
}

/// Whether a value is rendered between quotes that the template writes.
fn text_in_literal(line: &str) -> bool {
    let (mut rest, mut in_literal) = (line, false);
    while let Some(letter) = rest.chars().next() {
        if let Some(inside) = rest.strip_prefix("{{").or_else(|| rest.strip_prefix("{%")) {
            if in_literal && rest.starts_with("{{") {
                return true;
            }
            let close = if rest.starts_with("{{") { "}}" } else { "%}" };
            rest = inside.split_once(close).map_or("", |(_, behind)| behind);
            continue;
        }
        let escape = letter == '\\';
        in_literal ^= letter == '"';
        rest = &rest[letter.len_utf8()..];
        if escape {
            let skipped = rest.chars().next().map_or(0, char::len_utf8);
            rest = &rest[skipped..];
        }
    }
    false
}

#[test]
fn values_between_quotes_are_found() {
    assert!(text_in_literal(r#"f("a {{ b }}")"#));
    assert!(!text_in_literal(r#"f("a", {{ "b" }}, "\"")"#));
}
