//! Definitions, references and highlights.

use lsp_types::{DocumentHighlight, DocumentHighlightKind, GotoDefinitionResponse, Location};

use crate::cpp_files::{self, CppFiles};
use crate::mentions::{Mention, Role, Symbol};
use crate::view::FileOffset;

fn symbol<'a>(place: &FileOffset<'a>) -> Option<(Mention, &'a Symbol)> {
    let mentions = place.view.mentions_in(place.file);
    let mention = mentions.at(place.file, place.offset)?;
    Some((mention, mentions.symbol(mention)))
}

/// The definitions of the name at an offset.
pub fn definition(place: FileOffset, cpp: &CppFiles) -> Option<GotoDefinitionResponse> {
    let (_, symbol) = symbol(&place)?;
    let is_definition = |mention: &Mention| mention.role == Role::Definition;
    let mut found: Vec<Location> = match symbol {
        Symbol::InPrograms(name) => {
            let entries = place.view.registry().legacy_compat().filter(|(legacy, _)| legacy == name);
            let pairs = entries.flat_map(|(_, entries)| entries).flat_map(|entry| entry.pairs().cloned());
            let current = pairs.filter(|pair| pair.in_programs() == name).map(|pair| pair.name.value);
            let ops = current.filter_map(|name| place.view.registry().find_for_compat(&name));
            ops.filter_map(|id| place.view.location(place.view.registry().name_span(id))).collect()
        }
        symbol if symbol.in_cpp().is_some() => {
            let in_tree =
                || cpp.of(place.view).map_or(Vec::new(), |index| cpp_files::definitions(place.view, &index, symbol));
            let own = cpp.own(place.view);
            own.map_or_else(in_tree, |own| cpp_files::own_definitions(place.view, &*own, symbol))
        }
        symbol => {
            let defined = place.view.mentions_of(symbol).into_iter().filter(is_definition);
            defined.filter_map(|mention| place.view.location(mention.span)).collect()
        }
    };
    found.dedup();
    (!found.is_empty()).then_some(GotoDefinitionResponse::Array(found))
}

/// All mentions of what the name at an offset means.
pub fn references(place: FileOffset, with_definitions: bool) -> Option<Vec<Location>> {
    let (_, symbol) = symbol(&place)?;
    let wanted = |mention: &Mention| with_definitions || mention.role != Role::Definition;
    let found = place.view.mentions_of(symbol).into_iter().filter(wanted);
    Some(found.filter_map(|mention| place.view.location(mention.span)).collect())
}

/// The mentions in the same file, to highlight.
pub fn highlights(place: FileOffset) -> Option<Vec<DocumentHighlight>> {
    let (_, symbol) = symbol(&place)?;
    let here = place.view.mentions_in(place.file).of_symbol(symbol);
    let here = here.filter(|mention| mention.span.file == place.file);
    let highlight = |mention: Mention| DocumentHighlight {
        range: place.view.range(mention.span),
        kind: Some(match mention.role {
            Role::Definition => DocumentHighlightKind::WRITE,
            Role::Reference | Role::NameInPrograms => DocumentHighlightKind::READ,
        }),
    };
    Some(here.map(highlight).collect())
}
