//! Makes values of the events of a parser.

use std::collections::BTreeSet;

use granit_parser::{Event, Parser, ScalarStyle};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{FileId, Span, Spanned};
use crate::node::{Entries, Node, Scalar, Value, Written, is_plain_name, lose};
use crate::region::Region;
use crate::rule::Rule;
use crate::{rules, syntax};

/// Adds a key to a mapping, or reports that it is already there.
pub fn insert(entries: &mut Entries, key: Spanned<String>, value: Node, diagnostics: &mut Diagnostics) {
    match entries.iter_mut().find(|(earlier, _)| *earlier == key) {
        Some((earlier, known)) => {
            let message = format!("the key `{}` is given twice", key.value);
            let duplicate = Diagnostic::new(rules::DUPLICATE_KEY, key.span, message).here("again here");
            diagnostics.push(duplicate.label(earlier.span, "first given here"));
            // As other readers of YAML do, who say nothing.
            lose(&std::mem::replace(known, value), diagnostics);
        }
        None => entries.push((key, value)),
    }
}

/// Why the text cannot be read further.
pub struct NoYaml(pub Box<Diagnostic>);

/// A mapping with so many keys has a set of them, so that each is not compared with all others.
const MANY_KEYS: usize = 64;

/// Reads values event by event.
pub struct Reader<'a> {
    file: FileId,
    text: &'a str,
    /// The part of the text that is parsed.
    region: Region,
    parser: Parser<'a, granit_parser::StrInput<'a>>,
    diagnostics: &'a mut Diagnostics,
    /// Anchors that some alias refers to.
    aliased: BTreeSet<usize>,
}

impl<'a> Reader<'a> {
    pub fn new(file: FileId, text: &'a str, region: Region, diagnostics: &'a mut Diagnostics) -> Self {
        let options = granit_parser::options! { disallow_directives: true, emit_anchor_events: true };
        let parser = Parser::new_from_str_with_options(&text[region.start..region.end], options);
        Reader { file, text, region, parser, diagnostics, aliased: BTreeSet::new() }
    }

    pub fn next(&mut self) -> Result<(Event<'a>, Span), NoYaml> {
        match self.parser.next() {
            Some(Ok((Event::Anchor(..), span))) => {
                let span = self.span(&span);
                let help = "write out the value wherever it is needed";
                self.problem(rules::ANCHOR_OR_TAG, span, "an anchor is not allowed here", help);
                self.next()
            }
            Some(Ok((event, span))) => {
                if let Some(tag) = span.tag_span() {
                    let tag = self.span(&tag);
                    self.problem(rules::ANCHOR_OR_TAG, tag, "a tag is not allowed here", "remove it");
                }
                Ok((event, self.span(&span)))
            }
            Some(Err(error)) => {
                let at = self.offset(error.marker());
                Err(NoYaml(Box::new(syntax::error(self.file, self.text, self.region, at, &error))))
            }
            None => Ok((Event::StreamEnd, Span::new(self.file, self.region.end, self.region.end))),
        }
    }

    fn span(&self, span: &granit_parser::Span) -> Span {
        let end = self.offset(&span.end);
        Span::new(self.file, self.offset(&span.start).min(end), end)
    }

    /// A parser position as a byte offset of the file, on a character boundary.
    fn offset(&self, marker: &granit_parser::Marker) -> usize {
        let mut offset = (marker.byte_offset().unwrap_or(0) + self.region.start).min(self.region.end);
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    pub fn document(&mut self) -> Result<Option<Node>, NoYaml> {
        let mut documents = Vec::new();
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(self.joined(documents)),
                Event::StreamStart | Event::DocumentEnd => {}
                Event::DocumentStart(..) => {
                    if documents.len() == 1 {
                        let help = "remove this line, and put all entries into one list";
                        self.problem(rules::SEVERAL_DOCUMENTS, span, "a second document begins here", help);
                    }
                }
                event => documents.push(self.node(event, span)?),
            }
        }
    }

    /// The entries of all documents as if they were in one, so that no other entry misses them.
    fn joined(&mut self, documents: Vec<Node>) -> Option<Node> {
        let mut documents = documents.into_iter().filter(|node| !node.is_empty());
        let mut root = documents.next()?;
        for node in documents {
            match (&mut root.value, node.value) {
                (Value::Sequence(items), Value::Sequence(further)) => items.extend(further),
                _ => self.diagnostics.lose_everything(),
            }
        }
        Some(root)
    }

    fn node(&mut self, event: Event<'a>, span: Span) -> Result<Node, NoYaml> {
        match event {
            Event::Scalar(text, style, ..) => Ok(self.scalar(text.into_owned(), style, span)),
            Event::SequenceStart(..) => self.sequence(span),
            Event::MappingStart(..) => self.mapping(span),
            Event::Alias(anchor) => {
                // Report each anchor only once: aliases may be nested so that they expand without bounds.
                if self.aliased.insert(anchor) {
                    self.problem(rules::ANCHOR_OR_TAG, span, "an alias is not allowed here", "write out the value");
                    self.diagnostics.lose_everything();
                }
                Ok(Node { span, value: Value::Rejected })
            }
            _ => Ok(Node { span, value: Value::Rejected }),
        }
    }

    fn scalar(&self, text: String, style: ScalarStyle, span: Span) -> Node {
        let plain = style == ScalarStyle::Plain;
        let slice = &self.text[span.start as usize..span.end as usize];
        if plain && slice.is_empty() {
            let scalar =
                Scalar { text: String::new(), plain, written: Some(Written { start: span.start, text: None }) };
            return Node { span, value: Value::Scalar(scalar) };
        }
        let quotes = usize::from(!plain);
        let inner = slice.get(quotes..slice.len().saturating_sub(quotes)).unwrap_or("");
        let start = span.start + quotes as u32;
        let written = match style {
            ScalarStyle::Plain if inner == text => Some(Written { start, text: None }),
            ScalarStyle::Plain => Some(Written { start, text: Some(inner.to_owned()) }),
            _ => (inner == text).then_some(Written { start, text: None }),
        };
        Node { span, value: Value::Scalar(Scalar { text, plain, written }) }
    }

    fn sequence(&mut self, start: Span) -> Result<Node, NoYaml> {
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                return Ok(Node { span: self.collection_span(start, span), value: Value::Sequence(items) });
            }
            items.push(self.node(event, span)?);
        }
    }

    fn mapping(&mut self, start: Span) -> Result<Node, NoYaml> {
        let mut entries = Entries::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                return Ok(Node { span: self.collection_span(start, span), value: Value::Mapping(entries) });
            }
            let key = self.node(event, span)?;
            let (event, span) = self.next()?;
            let value = self.node(event, span)?;
            let Some(key) = self.key(key) else {
                lose(&value, self.diagnostics);
                continue;
            };
            if entries.len() == MANY_KEYS {
                known.extend(entries.iter().map(|(key, _)| key.value.clone()));
            }
            match entries.len() >= MANY_KEYS && known.insert(key.value.clone()) {
                true => entries.push((key, value)),
                false => insert(&mut entries, key, value, self.diagnostics),
            }
        }
    }

    fn key(&mut self, node: Node) -> Option<Spanned<String>> {
        match node.value {
            Value::Scalar(scalar) if scalar.plain && scalar.text == "<<" => {
                self.problem(rules::ANCHOR_OR_TAG, node.span, "a merge key is not allowed", "write out the keys");
                None
            }
            Value::Scalar(scalar) if is_plain_name(&scalar.text) => Some(Spanned::new(scalar.text, node.span)),
            _ => {
                self.problem(rules::BAD_KEY, node.span, "a key must be a plain name", "write a name before the `:`");
                None
            }
        }
    }

    fn problem(&mut self, rule: Rule, span: Span, message: &str, help: &str) {
        self.diagnostics.push(Diagnostic::new(rule, span, message).help(help));
    }

    /// From the first byte of a collection to its last byte that is not white space.
    fn collection_span(&self, start: Span, end: Span) -> Span {
        let text = &self.text[start.start as usize..(end.end as usize).max(start.start as usize)];
        Span { file: self.file, start: start.start, end: start.start + text.trim_end().len() as u32 }
    }
}
