//! Builds values from the events of the YAML parser.

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{Event, Parser, ScalarStyle};

use crate::byte_range::ByteRange;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{FileId, Span, Spanned};
use crate::fix::{Change, Help};
use crate::node::{Entries, Node, Scalar, SourceText, Value, is_plain_name, note_lost};
use crate::rule::Rule;
use crate::unquoted::swallowed_item;
use crate::{lines, rules, syntax};

/// Adds a key to a mapping, or reports that it is already there.
pub fn insert(
    entries: &mut Entries,
    index: &mut KeyIndex,
    key: Spanned<String>,
    value: Node,
    text: &str,
    diagnostics: &mut Diagnostics,
) {
    if index.is_next_item {
        return note_lost(&value, diagnostics);
    }
    let next_item = entries.first().filter(|(first, _)| first.value == key.value);
    if let Some(change) = next_item.and_then(|(first, _)| item_before(text, first.span, key.span)) {
        let message = format!("the key `{}` is given twice", key.value);
        let duplicate = Diagnostic::new(rules::DUPLICATE_KEY, key.span, message).here("again here");
        let help = format!("write `- ` before it if another entry begins with this `{}`, or keep only one", key.value);
        let help = Help::from(help).with(change).titled("write `- ` before it");
        diagnostics.push(duplicate.label(entries[0].0.span, "first given here").help(help));
        index.is_next_item = true;
        return note_lost(&value, diagnostics);
    }
    match index.position(entries, &key.value).map(|at| &mut entries[at]) {
        Some((earlier, known)) => {
            let message = format!("the key `{}` is given twice", key.value);
            let duplicate = Diagnostic::new(rules::DUPLICATE_KEY, key.span, message).here("again here");
            diagnostics.push(duplicate.label(earlier.span, "first given here"));
            // The last value wins, as in other YAML readers (which do not report this).
            note_lost(&std::mem::replace(known, value), diagnostics);
        }
        None => entries.push((key, value)),
    }
}

/// The change that begins a list item with a key: `- ` in place of blanks. `None` unless the first key of its mapping has a `- `.
fn item_before(text: &str, first: Span, key: Span) -> Option<Change> {
    let indentation = |key: Span| &text[lines::start(text, key.start as usize)..key.start as usize];
    let (of_first, of_key) = (indentation(first), indentation(key));
    let is_item = of_first.ends_with("- ") && of_first.len() == of_key.len() && of_key.trim().is_empty();
    let dash = Span { start: key.start.checked_sub(2)?, end: key.start, ..key };
    is_item.then(|| Change::Replace { span: dash, text: "- ".to_owned() })
}

/// The number of items of a list, or keys of a mapping, that are read. A file with more would take gigabytes of memory.
pub const MOST_ITEMS: usize = 100_000;

/// The error about a list or a mapping of which only a part is read.
pub fn too_many(at: Span) -> Diagnostic {
    let message = format!("there are more than {MOST_ITEMS} items, and opgen does not read the rest");
    Diagnostic::new(rules::UNREADABLE, at, message).help("divide them among several files")
}

/// The syntax error after which the parser cannot continue.
pub struct NotYaml(pub Box<Diagnostic>);

/// From this number of keys on, the keys of a mapping are indexed, so that no key is compared with all others.
pub const MANY_KEYS: usize = 64;

/// The positions of the keys of a mapping, if it has many, and whether its last keys belong to it.
#[derive(Default)]
pub struct KeyIndex {
    positions: BTreeMap<String, usize>,
    /// The number of entries in `positions`, including those with a key that an earlier one has.
    indexed: usize,
    /// True after a second first key, which was reported: it probably begins the next item of a list, without `- `.
    is_next_item: bool,
}

impl KeyIndex {
    /// The position of the first entry with a key. All calls must be about the same entries, to which some may be added in between.
    fn position(&mut self, entries: &Entries, key: &str) -> Option<usize> {
        if entries.len() < MANY_KEYS {
            return entries.iter().position(|(earlier, _)| earlier.value == key);
        }
        for (at, (key, _)) in entries.iter().enumerate().skip(self.indexed) {
            self.positions.entry(key.value.clone()).or_insert(at);
        }
        self.indexed = entries.len();
        self.positions.get(key).copied()
    }
}

/// Builds values from events, one after the other.
pub struct Reader<'a> {
    file: FileId,
    text: &'a str,
    /// The part of the text that is parsed.
    region: ByteRange,
    parser: Parser<'a, granit_parser::StrInput<'a>>,
    diagnostics: &'a mut Diagnostics,
    /// The anchors for which an alias has been reported.
    aliased: BTreeSet<usize>,
}

impl<'a> Reader<'a> {
    pub fn new(file: FileId, text: &'a str, region: ByteRange, diagnostics: &'a mut Diagnostics) -> Self {
        let options = granit_parser::options! { disallow_directives: true, emit_anchor_events: true };
        let parser = Parser::new_from_str_with_options(&text[region.start..region.end], options);
        Reader { file, text, region, parser, diagnostics, aliased: BTreeSet::new() }
    }

    /// The next event and its span. Anchors and tags are reported and skipped.
    pub fn next(&mut self) -> Result<(Event<'a>, Span), NotYaml> {
        match self.parser.next() {
            Some(Ok((Event::Anchor(..), span))) => {
                let span = self.span(&span);
                let help = "write out the value wherever it is needed; text that begins with `&` needs quotes";
                self.problem(rules::ANCHOR_OR_TAG, span, "an anchor is not allowed here", help);
                self.next()
            }
            Some(Ok((event, span))) => {
                if let Some(tag) = span.tag_span() {
                    let tag = self.span(&tag);
                    self.problem(
                        rules::ANCHOR_OR_TAG,
                        tag,
                        "a tag is not allowed here",
                        "remove it; text that begins with `!` needs quotes",
                    );
                }
                Ok((event, self.span(&span)))
            }
            Some(Err(error)) => {
                let at = self.offset(error.marker());
                Err(NotYaml(Box::new(syntax::error(self.file, self.text, self.region, at, &error))))
            }
            None => Ok((Event::StreamEnd, Span::new(self.file, self.region.end, self.region.end))),
        }
    }

    fn span(&self, span: &granit_parser::Span) -> Span {
        let end = self.offset(&span.end);
        Span::new(self.file, self.offset(&span.start).min(end), end)
    }

    /// Converts a position of the parser to a byte offset in the file, on a character boundary.
    fn offset(&self, marker: &granit_parser::Marker) -> usize {
        let mut offset = (marker.byte_offset().unwrap_or(0) + self.region.start).min(self.region.end);
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// Reads the whole region. `Ok(None)` if it has no value, or none that can be used.
    pub fn document(&mut self) -> Result<Option<Node>, NotYaml> {
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

    /// Joins the entries of all documents, so that references from one to another still work.
    fn joined(&mut self, documents: Vec<Node>) -> Option<Node> {
        let mut documents = documents.into_iter().filter(|node| !node.is_empty());
        let mut root = documents.next()?;
        for node in documents {
            match (&mut root.value, node.value) {
                (Value::Sequence(items), Value::Sequence(further)) => items.extend(further),
                _ => self.diagnostics.note_all_lost(),
            }
        }
        Some(root)
    }

    fn node(&mut self, event: Event<'a>, span: Span) -> Result<Node, NotYaml> {
        match event {
            Event::Scalar(text, style, ..) => {
                let range = span.start as usize..span.end as usize;
                let swallowed = (style == ScalarStyle::Plain).then(|| swallowed_item(self.text, range)).flatten();
                match swallowed {
                    Some(item) => Err(NotYaml(Box::new(item.problem(self.file, self.text)))),
                    None => Ok(self.scalar(text.into_owned(), style, span)),
                }
            }
            Event::SequenceStart(..) => self.sequence(span),
            Event::MappingStart(..) => self.mapping(span),
            Event::Alias(anchor) => {
                // Report each anchor only once: aliases may be nested so that they expand without bounds.
                if self.aliased.insert(anchor) {
                    self.problem(
                        rules::ANCHOR_OR_TAG,
                        span,
                        "an alias is not allowed here",
                        "write out the value; text that begins with `*` needs quotes",
                    );
                    self.diagnostics.note_all_lost();
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
            let scalar = Scalar::new(String::new(), plain, Some(span.start));
            return Node { span, value: Value::Scalar(scalar) };
        }
        let quotes = usize::from(!plain);
        let inner = slice.get(quotes..slice.len().saturating_sub(quotes)).unwrap_or("");
        let start = span.start + quotes as u32;
        let source = match style {
            _ if inner == text => Some(SourceText { start, text: None }),
            ScalarStyle::Plain => Some(SourceText { start, text: Some(inner.to_owned()) }),
            _ => None,
        };
        Node { span, value: Value::Scalar(Scalar { text, plain, source }) }
    }

    fn sequence(&mut self, start: Span) -> Result<Node, NotYaml> {
        let (mut items, mut is_long) = (Vec::new(), false);
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                if is_long {
                    self.diagnostics.push(too_many(start));
                }
                return Ok(Node { span: self.collection_span(start, span), value: Value::Sequence(items) });
            }
            let item = self.node(event, span)?;
            if items.len() < MOST_ITEMS {
                items.push(item);
            } else {
                is_long = true;
                note_lost(&item, self.diagnostics);
            }
        }
    }

    fn mapping(&mut self, start: Span) -> Result<Node, NotYaml> {
        let mut entries = Entries::new();
        let (mut index, mut keys) = (KeyIndex::default(), 0);
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                if keys > MOST_ITEMS {
                    self.diagnostics.push(too_many(start));
                }
                return Ok(Node { span: self.collection_span(start, span), value: Value::Mapping(entries) });
            }
            let key = self.node(event, span)?;
            let (event, span) = self.next()?;
            let value = self.node(event, span)?;
            keys += 1;
            if keys > MOST_ITEMS {
                note_lost(&value, self.diagnostics);
                continue;
            }
            let Some(key) = self.key(key) else {
                note_lost(&value, self.diagnostics);
                continue;
            };
            insert(&mut entries, &mut index, key, value, self.text, self.diagnostics);
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

    /// The span of a collection without the white space that the parser counts at its end.
    fn collection_span(&self, start: Span, end: Span) -> Span {
        let text = &self.text[start.start as usize..(end.end as usize).max(start.start as usize)];
        Span { file: self.file, start: start.start, end: start.start + text.trim_end().len() as u32 }
    }
}
