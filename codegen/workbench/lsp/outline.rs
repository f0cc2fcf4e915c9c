//! The outline of a file, and its folding ranges.

use std::collections::BTreeMap;

use lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location, SymbolInformation, SymbolKind,
};
use source::yaml::{self, Node, Value};
use source::{Diagnostics, FileId, Span, Spanned};
use spec::Op;

use crate::capabilities::Client;
use crate::view::View;

/// The outline of a file.
pub fn symbols(view: &View, file: FileId, client: Client) -> DocumentSymbolResponse {
    let here = view.registry().ops().map(|(_, op)| op).filter(|op| op.name.span.file == file);
    let ops: BTreeMap<Span, &Op> = here.map(|op| (op.name.span, op)).collect();
    let entries = |root: &Node| -> Vec<DocumentSymbol> {
        let Value::Sequence(items) = &root.value else { return Vec::new() };
        items.iter().filter_map(|item| entry(view, &ops, item)).collect()
    };
    let text = view.text(file);
    let of_parts = yaml::read_parts(text, |_, part| yaml::parse_part(file, text, &part).map(|root| entries(&root)));
    let symbols: Vec<DocumentSymbol> = match of_parts {
        Some(of_parts) => of_parts.into_iter().flatten().collect(),
        None => {
            let root = yaml::parse(file, text, &mut Diagnostics::default());
            root.as_ref().map(entries).unwrap_or_default()
        }
    };
    if client.nested_symbols {
        return DocumentSymbolResponse::Nested(symbols);
    }
    let flat = symbols.into_iter().filter_map(|symbol| {
        let location = Location::new(view.uri(file)?, symbol.range);
        Some(information(symbol.name, symbol.kind, location))
    });
    DocumentSymbolResponse::Flat(flat.collect())
}

/// The symbol for an entry, named by the value of its first key.
fn entry(view: &View, ops: &BTreeMap<Span, &Op>, item: &Node) -> Option<DocumentSymbol> {
    let Value::Mapping(entries) = &item.value else { return name(view, item) };
    let (key, value) = entries.first()?;
    let mut symbol = name(view, value)?;
    symbol.range = view.range(item.span);
    symbol.detail = Some(key.value.clone());
    if let Some(op) = ops.get(&value.span) {
        symbol.detail = Some(forms::schema::of(op));
    }
    symbol.children = Some(entries.iter().skip(1).filter_map(|(key, value)| child(view, key, value)).collect());
    Some(symbol)
}

/// The symbol for a key of an entry. It has none for the keys within its value: an outline of thousands of operators would take too
/// long to send.
fn child(view: &View, key: &Spanned<String>, value: &Node) -> Option<DocumentSymbol> {
    let whole = Span { end: value.span.end.max(key.span.end), ..key.span };
    let mut symbol = symbol(key.value.clone(), SymbolKind::PROPERTY, view.range(whole), view.range(key.span))?;
    symbol.detail = first_scalar(value).map(|text| text.chars().take(80).collect());
    Some(symbol)
}

/// The value, or the first one within it: the function of `kernel` and `infer_meta`.
fn first_scalar(value: &Node) -> Option<&str> {
    match &value.value {
        Value::Scalar(scalar) => Some(&scalar.text),
        Value::Mapping(entries) => entries.first().and_then(|(_, value)| first_scalar(value)),
        Value::Sequence(_) | Value::Rejected => None,
    }
}

fn name(view: &View, node: &Node) -> Option<DocumentSymbol> {
    let Value::Scalar(scalar) = &node.value else { return None };
    symbol(scalar.text.clone(), SymbolKind::FUNCTION, view.range(node.span), view.range(node.span))
}

#[allow(deprecated)]
fn symbol(
    name: String,
    kind: SymbolKind,
    range: lsp_types::Range,
    selection_range: lsp_types::Range,
) -> Option<DocumentSymbol> {
    // Clients reject symbols with empty names.
    (!name.trim().is_empty()).then_some(DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: None,
    })
}

#[allow(deprecated)]
fn information(name: String, kind: SymbolKind, location: Location) -> SymbolInformation {
    SymbolInformation { name, kind, tags: None, deprecated: None, location, container_name: None }
}

/// The ranges that can be folded: entries, keys with more than one line, and comments with more than one line.
pub fn folds(view: &View, file: FileId) -> Vec<FoldingRange> {
    let text = view.text(file);
    let mut folds = Vec::new();
    if let Some(root) = yaml::parse(file, text, &mut Diagnostics::default()) {
        let items = match &root.value {
            Value::Sequence(items) => items.as_slice(),
            _ => std::slice::from_ref(&root),
        };
        for item in items {
            fold(view, item.span, None, &mut folds);
            fold_values(view, item, &mut folds);
        }
    }
    folds.extend(comments(text));
    folds.sort_by_key(|fold| (fold.start_line, std::cmp::Reverse(fold.end_line)));
    folds
}

fn fold_values(view: &View, node: &Node, folds: &mut Vec<FoldingRange>) {
    match &node.value {
        Value::Mapping(entries) => entries.iter().for_each(|(key, value)| {
            fold(view, Span { end: value.span.end.max(key.span.end), ..key.span }, None, folds);
            fold_values(view, value, folds);
        }),
        Value::Sequence(items) => items.iter().for_each(|item| fold_values(view, item, folds)),
        Value::Scalar(_) | Value::Rejected => {}
    }
}

fn fold(view: &View, span: Span, kind: Option<FoldingRangeKind>, folds: &mut Vec<FoldingRange>) {
    let text = view.text(span.file);
    let written = text.get(span.start as usize..span.end as usize).unwrap_or("").trim_end();
    let lines = view.lines(span.file);
    let (start, end) = (lines.line_of(span.start as usize), lines.line_of(span.start as usize + written.len()));
    if end > start {
        folds.push(FoldingRange { kind, ..lines_from(start, end) });
    }
}

fn lines_from(start: usize, end: usize) -> FoldingRange {
    FoldingRange { start_line: start as u32, end_line: end as u32, ..FoldingRange::default() }
}

fn comments(text: &str) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut start = None;
    for (at, line) in text.lines().chain([""]).enumerate() {
        match (line.trim_start().starts_with('#'), start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                if at > first + 1 {
                    folds.push(FoldingRange { kind: Some(FoldingRangeKind::Comment), ..lines_from(first, at - 1) });
                }
                start = None;
            }
            _ => {}
        }
    }
    folds
}
