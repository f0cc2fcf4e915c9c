//! Answers requests about documents of projects whose framework describes its operators in words: hovers, definitions, references,
//! completion, renaming and fixes work from what every framework says about its names.

mod complete;
mod rename;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use describe::Described;
use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CompletionParams, DocumentDiagnosticParams,
    DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind, DocumentRangeFormattingParams, DocumentSymbol,
    DocumentSymbolParams, DocumentSymbolResponse, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents,
    HoverParams, Location, ReferenceParams, RenameParams, SymbolInformation, SymbolKind, TextDocumentPositionParams,
    Uri,
};
use project::Root;
use project::assistance::{Mention, TAG};
use serde::Serialize;
use serde::de::DeserializeOwned;
use source::{Diagnostic, Edit, Editor, FileId, Span};

use crate::capabilities::markup;
use crate::cursor::Cursor;
use crate::described::{self, DescribedView};
use crate::located::Located;
use crate::position::Lines;
use crate::state::{Refusal, State};
use crate::{allow, diagnostics, edits, format, names, publish, uri};

/// Answers a request if its document belongs to such a project. Gives back all others.
pub fn answer(state: &mut State, request: Request) -> Result<Response, Request> {
    let uri = request.params.pointer("/textDocument/uri").and_then(|uri| uri.as_str()?.parse::<Uri>().ok());
    let Some(path) = uri.as_ref().and_then(uri::to_path) else { return Err(request) };
    let Some(view) = state.described.view_of(&path, &state.documents) else { return Err(request) };
    let Some(file) = view.file(&path) else { return Err(request) };
    let Request { id, method, params } = request;
    let on = DocumentRequest { state, view, file, path };
    let result = match method.as_str() {
        request::HoverRequest::METHOD => on.at(
            params,
            |params: &HoverParams| &params.text_document_position_params,
            |on, offset, _| Ok(hover(on, offset)),
        ),
        request::GotoDefinition::METHOD => on.at(
            params,
            |params: &GotoDefinitionParams| &params.text_document_position_params,
            |on, offset, _| Ok(definition(on, offset)),
        ),
        request::References::METHOD => on.at(
            params,
            |params: &ReferenceParams| &params.text_document_position,
            |on, offset, params| Ok(references(on, offset, params)),
        ),
        request::DocumentHighlightRequest::METHOD => {
            on.at(params, |params: &TextDocumentPositionParams| params, |on, offset, _| Ok(highlights(on, offset)))
        }
        request::Completion::METHOD => on.at(
            params,
            |params: &CompletionParams| &params.text_document_position,
            |on, offset, _| Ok(complete::completions(&on.view, on.file, offset, on.state.client)),
        ),
        request::PrepareRenameRequest::METHOD => on.at(
            params,
            |params: &TextDocumentPositionParams| params,
            |on, offset, _| rename::prepare(&on.view, on.file, offset),
        ),
        request::Rename::METHOD => on.at(
            params,
            |params: &RenameParams| &params.text_document_position,
            |on, offset, params| rename::rename(on.state, &on.view, on.file, offset, &params.new_name),
        ),
        request::Formatting::METHOD => {
            on.with(params, |on, _: DocumentFormattingParams| Ok(format::described(&on.view, on.file, None)))
        }
        request::RangeFormatting::METHOD => on.with(params, |on, params: DocumentRangeFormattingParams| {
            Ok(format::described(&on.view, on.file, Some(params.range)))
        }),
        request::DocumentSymbolRequest::METHOD => on.with(params, |on, _: DocumentSymbolParams| Ok(outline(on))),
        request::CodeActionRequest::METHOD => on.with(params, |on, params: CodeActionParams| Ok(actions(on, &params))),
        request::DocumentDiagnosticRequest::METHOD => on.with(params, |on, params: DocumentDiagnosticParams| {
            let found = described::findings(&on.view, &on.path, on.state.client, &on.state.pages);
            Ok(publish::report(on.state, on.path.clone(), found, &params))
        }),
        // Other requests have no answer for this framework.
        _ => Ok(serde_json::Value::Null),
    };
    Ok(match result {
        Ok(value) => Response::new_ok(id, value),
        Err((code, message)) => Response::new_err(id, code as i32, message),
    })
}

/// A document that a request is about.
struct DocumentRequest<'a> {
    state: &'a mut State,
    view: Arc<DescribedView>,
    file: FileId,
    path: PathBuf,
}

type Answer = Result<serde_json::Value, (ErrorCode, String)>;

impl DocumentRequest<'_> {
    fn with<P: DeserializeOwned, R: Serialize>(
        mut self,
        params: serde_json::Value,
        answer: impl FnOnce(&mut Self, P) -> Result<R, Refusal>,
    ) -> Answer {
        let params = serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
        let result = answer(&mut self, params).map_err(|refusal| (ErrorCode::RequestFailed, refusal))?;
        Ok(serde_json::to_value(result).unwrap_or_default())
    }

    fn at<P: DeserializeOwned, R: Serialize>(
        self,
        params: serde_json::Value,
        position: impl Fn(&P) -> &TextDocumentPositionParams,
        answer: impl FnOnce(&mut Self, usize, &P) -> Result<R, Refusal>,
    ) -> Answer {
        self.with(params, |on, params: P| {
            let offset = on.view.offset(on.file, position(&params).position);
            answer(on, offset, &params)
        })
    }
}

/// What is known of the name or the key at an offset.
fn hover(on: &DocumentRequest, offset: usize) -> Option<Hover> {
    let view = &on.view;
    let named = view.mention(on.file, offset).filter(|mention| mention.symbol.kind != TAG).and_then(|mention| {
        let symbol = &mention.symbol;
        let named = |is_named: fn(&Described, &str) -> bool| {
            let found = view.operators().iter().map(|(_, operator)| operator);
            describe::text(found.filter(|operator| is_named(operator, &symbol.name)), None)
        };
        let exact = named(|operator, name| operator.name == name);
        let text = if exact.is_empty() { named(Described::is_named) } else { exact };
        (!text.is_empty()).then(|| (format!("```\n{text}```"), mention.span))
    });
    let about = || {
        let cursor = Cursor::at(view.text(on.file), offset);
        let site = complete::site(view, on.file, offset, &cursor)?;
        let span = Span::new(on.file, cursor.word.start, cursor.word.end);
        let offer = view.project.offers(site).into_iter().find(|offer| offer.label == view.slice(span))?;
        (!offer.about.is_empty()).then(|| (format!("`{}`: {}", offer.label, offer.about), span))
    };
    let (text, span) = named.or_else(about)?;
    let contents = HoverContents::Markup(markup(on.state.client.markdown_hovers, text));
    Some(Hover { contents, range: Some(view.range(span)) })
}

/// Where the name at an offset is defined. At the definition itself, that is what belongs to it, such as the gradient of an operator.
fn definition(on: &DocumentRequest, offset: usize) -> Option<GotoDefinitionResponse> {
    let view = &on.view;
    let mention = view.mention(on.file, offset)?;
    let location = |span| view.location(span);
    let mut found: Vec<Location> = match mention.is_definition {
        true => view.project.counterparts(mention.span).into_iter().filter_map(location).collect(),
        false => Vec::new(),
    };
    let in_cpp = view.project.cpp_definitions(mention.span, &Root::Tree(view.root.clone()));
    found.extend(in_cpp.iter().filter_map(|place| {
        let range = Lines::of(&place.text).range(&place.text, place.range.clone(), view.encoding);
        Some(Location::new(uri::of_path(&place.path)?, range))
    }));
    if found.is_empty() {
        let defined = view.mentions_of(&mention.symbol).filter(|mention| mention.is_definition);
        found = defined.filter_map(|mention| location(mention.span)).collect();
    }
    (!found.is_empty()).then_some(GotoDefinitionResponse::Array(found))
}

/// Where what the name at an offset means is written.
fn references(on: &DocumentRequest, offset: usize, params: &ReferenceParams) -> Option<Vec<Location>> {
    let mention = on.view.mention(on.file, offset)?;
    let all = on.view.mentions_of(&mention.symbol);
    let wanted = all.filter(|mention| params.context.include_declaration || !mention.is_definition);
    Some(wanted.filter_map(|mention| on.view.location(mention.span)).collect())
}

/// The same in the file alone.
fn highlights(on: &DocumentRequest, offset: usize) -> Option<Vec<DocumentHighlight>> {
    let mention = on.view.mention(on.file, offset)?;
    let here = on.view.mentions_of(&mention.symbol).filter(|mention| mention.span.file == on.file);
    let highlight = |span: Span, is_definition: bool| DocumentHighlight {
        range: on.view.range(span),
        kind: Some(if is_definition { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    Some(here.map(|mention| highlight(mention.span, mention.is_definition)).collect())
}

/// The names that a file defines. An entry without one, such as that of a gradient, has the first name in it.
fn outline(on: &DocumentRequest) -> DocumentSymbolResponse {
    let here = || on.view.mentions().iter().filter(|mention| mention.span.file == on.file);
    let entry = |mention: &Mention| on.view.project.entry(mention.span);
    let defining: BTreeSet<Span> = here().filter(|mention| mention.is_definition).filter_map(entry).collect();
    let mut seen = BTreeSet::new();
    let defined = here().filter(|mention| {
        mention.is_definition || entry(mention).is_some_and(|entry| !defining.contains(&entry) && seen.insert(entry))
    });
    if !on.state.client.nested_symbols {
        let flat = defined.filter_map(|mention| {
            Some(information(mention.symbol.name.clone(), mention.symbol.kind, on.view.location(mention.span)?))
        });
        return DocumentSymbolResponse::Flat(flat.collect());
    }
    #[allow(deprecated)]
    let symbol = |name: &str, kind: &str, span: Span| {
        let entry = on.view.project.entry(span).unwrap_or(span);
        DocumentSymbol {
            name: name.to_owned(),
            detail: Some(kind.to_owned()),
            kind: SymbolKind::FUNCTION,
            tags: None,
            deprecated: None,
            range: on.view.range(entry),
            selection_range: on.view.range(span),
            children: None,
        }
    };
    let nested = defined.map(|mention| symbol(&mention.symbol.name, mention.symbol.kind, mention.span));
    DocumentSymbolResponse::Nested(nested.collect())
}

#[allow(deprecated)]
fn information(name: String, kind: &str, location: Location) -> SymbolInformation {
    let container_name = Some(kind.to_owned());
    SymbolInformation { name, kind: SymbolKind::FUNCTION, tags: None, deprecated: None, location, container_name }
}

/// The fixes of the findings in a part of a file, and the comments that allow them.
fn actions(on: &DocumentRequest, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let view = &*on.view;
    let wanted = params.context.only.as_ref();
    if wanted
        .is_some_and(|kinds| !kinds.iter().any(|kind| CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str())))
    {
        return Vec::new();
    }
    let [start, end] = [params.range.start, params.range.end].map(|position| view.offset(on.file, position));
    let editor = Editor::new(&view.project.sources);
    let is_here = |finding: &&Diagnostic| {
        finding.span.file == on.file && finding.span.start as usize <= end && start <= finding.span.end as usize
    };
    let here: Vec<&Diagnostic> = view.project.diagnostics.sorted().into_iter().filter(is_here).collect();
    let action = |finding: &Diagnostic, title: String, edits: &[Edit], is_preferred: Option<bool>| CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostics::of(view, finding, on.state.client, &on.state.pages)]),
        is_preferred,
        edit: edits::workspace_edit(view, &on.state.documents, on.state.client, edits),
        ..CodeAction::default()
    };
    let fix = |finding: &&Diagnostic| {
        let title = finding.fix.as_ref()?.title.clone();
        Some(action(finding, title, &editor.edits(finding)?, Some(true)))
    };
    let allow = |finding: &&Diagnostic| {
        view.kind(finding.span.file)?;
        let entry = view.project.start_of_entry(finding.span)?;
        let edit = allow::edit(view.text(finding.span.file), entry, finding)?;
        Some(action(finding, allow::title(finding), &[edit], None))
    };
    let actions = here.iter().filter_map(fix).chain(here.iter().filter_map(allow));
    actions.map(CodeActionOrCommand::CodeAction).collect()
}

/// The definitions in all such projects whose names contain a text, each with its rank.
pub fn symbols(state: &mut State, wanted: &str) -> Vec<(u8, SymbolInformation)> {
    let mut found = Vec::new();
    for view in state.described.views(&state.documents) {
        let defined = view.mentions().iter().filter(|mention| mention.is_definition);
        let symbols = defined.filter_map(|mention| {
            let rank = names::rank(&mention.symbol.name.to_lowercase(), wanted)?;
            let location = view.location(mention.span)?;
            Some((rank, information(mention.symbol.name.clone(), mention.symbol.kind, location)))
        });
        found.extend(symbols);
        // An empty query asks for the definitions alone.
        let operators = if wanted.is_empty() { &[] } else { view.operators() };
        for (span, operator) in operators {
            let others = operator.names.iter().filter(|name| **name != operator.name && **name != operator.base);
            let ranked = others.filter_map(|name| Some((names::rank_of_other(&name.to_lowercase(), wanted)?, name)));
            if let (Some((rank, name)), Some(location)) = (ranked.min(), view.location(*span)) {
                found.push((rank, information(name.clone(), &format!("of {}", operator.name), location)));
            }
        }
    }
    found
}
