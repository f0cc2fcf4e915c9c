//! Prints the tables of a profile as TOML. Each line ends with a comment that says where it is written.

use opgen::source::yaml::{Node, Value};
use opgen::source::{Sources, Span, Spanned};

/// A key of a table, with its value.
type Entry = (Spanned<String>, Node);

/// The text of a profile. If a profile is read from this text, it has the same keys and values, in the same order.
pub fn text(profile: &Node, sources: &Sources) -> String {
    let mut printer = Printer { sources, text: String::new() };
    if let Value::Mapping(entries) = &profile.value {
        printer.table("", entries);
    }
    printer.text
}

/// The file and the line where a span begins.
pub fn place(span: Span, sources: &Sources) -> String {
    let file = sources.file(span.file);
    format!("{}:{}", file.name(), file.line_of(span.start) + 1)
}

/// A value on one line.
pub fn inline(node: &Node) -> String {
    match &node.value {
        Value::Scalar(scalar) if scalar.plain => scalar.text.clone(),
        Value::Scalar(scalar) => quoted(&scalar.text),
        Value::Sequence(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Mapping(entries) if entries.is_empty() => "{}".to_owned(),
        Value::Mapping(entries) => {
            let entry = |(name, value): &Entry| format!("{} = {}", key(&name.value), inline(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Rejected => String::new(),
    }
}

/// The path of a key in a table. The table at the top has an empty path.
pub fn path(table: &str, name: &str) -> String {
    match table {
        "" => key(name),
        _ => format!("{table}.{}", key(name)),
    }
}

fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if is_bare { name.to_owned() } else { quoted(name) }
}

/// A text as TOML quotes it. JSON has the same escapes, but allows one more character.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

struct Printer<'a> {
    sources: &'a Sources,
    text: String,
}

impl Printer<'_> {
    /// Prints the keys of a table: first those on lines of their own, then those that are tables with a header.
    fn table(&mut self, at: &str, entries: &[Entry]) {
        let (tables, values) = self.divided(entries);
        for (name, value) in values {
            self.value(&key(&name.value), value);
        }
        for (name, value) in tables {
            let at = path(at, &name.value);
            match &value.value {
                Value::Sequence(items) => items.iter().for_each(|item| self.listed_table(&at, item)),
                Value::Mapping(entries) => {
                    // A table of tables needs no header of its own.
                    if entries.is_empty() || !self.divided(entries).1.is_empty() {
                        self.header(&format!("[{at}]"), name.span);
                    }
                    self.table(&at, entries);
                }
                Value::Scalar(_) | Value::Rejected => {}
            }
        }
    }

    /// The keys of a table that are tables with a header, and the others. Either all tables in a table have one or none has, so that
    /// they stay in order, which has a meaning.
    fn divided<'e>(&self, entries: &'e [Entry]) -> (Vec<&'e Entry>, Vec<&'e Entry>) {
        let have_headers = entries.iter().any(|(_, value)| is_table(value) && !self.is_on_one_line(value));
        entries.iter().partition(|(_, value)| match &value.value {
            Value::Mapping(_) => have_headers,
            Value::Sequence(items) => items.iter().all(is_table) && !self.is_on_one_line(value),
            Value::Scalar(_) | Value::Rejected => false,
        })
    }

    fn listed_table(&mut self, at: &str, item: &Node) {
        if let Value::Mapping(entries) = &item.value {
            self.header(&format!("[[{at}]]"), item.span);
            self.table(at, entries);
        }
    }

    fn header(&mut self, header: &str, span: Span) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(header, span);
    }

    fn value(&mut self, name: &str, value: &Node) {
        match &value.value {
            Value::Sequence(items) if !self.is_on_one_line(value) => {
                self.line(&format!("{name} = ["), value.span);
                for item in items {
                    self.line(&format!("  {},", inline(item)), item.span);
                }
                self.text += "]\n";
            }
            _ => self.line(&format!("{name} = {}", inline(value)), value.span),
        }
    }

    fn line(&mut self, text: &str, span: Span) {
        self.text += &format!("{text}  # {}\n", place(span, self.sources));
    }

    /// True if every part of a value is written on the same line of the same file.
    fn is_on_one_line(&self, value: &Node) -> bool {
        let mut spans = Vec::new();
        parts(value, &mut spans);
        let line = |span: &Span| (span.file, self.sources.file(span.file).line_of(span.start));
        spans.windows(2).all(|pair| line(&pair[0]) == line(&pair[1]))
    }
}

fn is_table(node: &Node) -> bool {
    matches!(node.value, Value::Mapping(_))
}

/// The spans of a value, and of everything in it.
fn parts(node: &Node, spans: &mut Vec<Span>) {
    spans.push(node.span);
    match &node.value {
        Value::Scalar(_) | Value::Rejected => {}
        Value::Sequence(items) => items.iter().for_each(|item| parts(item, spans)),
        Value::Mapping(entries) => entries.iter().for_each(|(name, value)| {
            spans.push(name.span);
            parts(value, spans);
        }),
    }
}
