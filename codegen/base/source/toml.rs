//! Reads TOML into the same tree as YAML, so that the same helpers read both, and diagnostics have spans.

use std::ops::Range;

use toml::Spanned as TomlSpanned;
use toml::de::{DeTable, DeValue};

use super::diagnostic::{Diagnostic, Diagnostics};
use super::file::{FileId, Span, Spanned};
use super::yaml::{Node, Scalar, Value};
use crate::rules;

/// Reads one file. If the result is `None`, the reason has been reported.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        let root = TomlSpanned::new(table.span(), DeValue::Table(table.into_inner()));
        return Some(Reader { file, text }.node(&root));
    }
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let message = format!("this is not TOML: {}", error.message().replace('\n', "; "));
        diagnostics.push(Diagnostic::new(rules::TOML_SYNTAX, Span::new(file, span.start, span.end), message));
    }
    diagnostics.note_lost(text);
    None
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
}

impl Reader<'_> {
    fn node(&self, value: &TomlSpanned<DeValue>) -> Node {
        let Range { start, end } = value.span();
        let value = match value.get_ref() {
            DeValue::String(text) => {
                let inner = self.text.get(start + 1..end.saturating_sub(1));
                let offset = (inner == Some(text)).then_some(start as u32 + 1);
                Value::Scalar(Scalar::new(text.to_string(), false, offset))
            }
            DeValue::Array(items) => Value::Sequence(items.iter().map(|item| self.node(item)).collect()),
            DeValue::Table(table) => Value::Mapping(self.entries(table)),
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
                let written = self.text.get(start..end).unwrap_or("");
                Value::Scalar(Scalar::new(written.to_owned(), true, Some(start as u32)))
            }
        };
        Node { span: Span::new(self.file, start, end), value }
    }

    fn entries(&self, table: &DeTable) -> Vec<(Spanned<String>, Node)> {
        let entry = |(key, value): (&TomlSpanned<std::borrow::Cow<str>>, &TomlSpanned<DeValue>)| {
            let span = Span::new(self.file, key.span().start, key.span().end);
            (Spanned::new(key.get_ref().to_string(), span), self.node(value))
        };
        let mut entries: Vec<_> = table.iter().map(entry).collect();
        entries.sort_by_key(|(key, _)| key.span);
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::{SourceFile, Sources};
    use super::*;

    #[test]
    fn every_value_has_its_span() {
        let text = "b = [\"é\", true]\n[t.\"u\"]\na = 1\n";
        let id = Sources::default().add(SourceFile::new("t".into(), text.into()));
        let mut diagnostics = Diagnostics::default();
        let root = parse(id, text, &mut diagnostics).expect("the text is TOML");
        let mut found = Vec::new();
        collect(&root, text, &mut found);
        assert_eq!(found, ["b", "\"é\"", "true", "t", "\"u\"", "a", "1"]);
    }

    fn collect<'a>(node: &Node, text: &'a str, found: &mut Vec<&'a str>) {
        let slice = |span: Span| &text[span.start as usize..span.end as usize];
        match &node.value {
            Value::Scalar(_) | Value::Rejected => found.push(slice(node.span)),
            Value::Sequence(items) => items.iter().for_each(|item| collect(item, text, found)),
            Value::Mapping(entries) => entries.iter().for_each(|(key, value)| {
                found.push(slice(key.span));
                collect(value, text, found);
            }),
        }
    }
}
