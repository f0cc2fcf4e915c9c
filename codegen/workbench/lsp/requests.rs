//! Dispatches requests to their handlers, with the project and the offset that a request is about.

use std::sync::Arc;

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{self, Request as _};
use lsp_types::{CallHierarchyIncomingCallsParams, TextDocumentPositionParams, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::state::{Refusal, State};
use crate::view::{FileOffset, View};
use crate::{
    actions, calls, complete, cpp_users, described_requests, format, hints, hover, lenses, navigate, outline, preview,
    publish, rename, search, selection, tokens, uri,
};

/// Answers a request.
pub fn answer(state: &mut State, request: Request) -> Response {
    let request = match described_requests::answer(state, request) {
        Ok(response) => return response,
        Err(request) => request,
    };
    let on = Handler { state, request };
    match on.request.method.clone().as_str() {
        request::Completion::METHOD => on.at(
            |params: &lsp_types::CompletionParams| &params.text_document_position,
            |state, place, _| Ok(complete::completions(place, state.client, &state.cpp)),
        ),
        request::ResolveCompletionItem::METHOD => on.global(|state, item| Ok(complete::resolved(state, item))),
        request::HoverRequest::METHOD => on.at(
            |params: &lsp_types::HoverParams| &params.text_document_position_params,
            |state, place, _| Ok(hover::hover(place, state)),
        ),
        request::GotoDefinition::METHOD => on.at(
            |params: &lsp_types::GotoDefinitionParams| &params.text_document_position_params,
            |state, place, _| Ok(navigate::definition(place, &state.cpp)),
        ),
        request::References::METHOD => on.global(|state, params: lsp_types::ReferenceParams| {
            let at = &params.text_document_position;
            let Some((view, file)) = find(state, &at.text_document.uri) else { return Ok(cpp_users::users(state, at)) };
            let place = FileOffset { view: &view, file, offset: view.offset(file, at.position) };
            Ok(navigate::references(place, params.context.include_declaration))
        }),
        request::DocumentHighlightRequest::METHOD => on.at(
            |params: &lsp_types::DocumentHighlightParams| &params.text_document_position_params,
            |_, place, _| Ok(navigate::highlights(place)),
        ),
        request::PrepareRenameRequest::METHOD => {
            on.at(|params: &TextDocumentPositionParams| params, |_, place, _| rename::prepare(place).map(Some))
        }
        request::Rename::METHOD => on.at(
            |params: &lsp_types::RenameParams| &params.text_document_position,
            |state, place, params| {
                let edit = rename::rename(state, place, &params.new_name)?;
                Ok(Some(preview::of_rename(edit, &params.new_name, state.client)))
            },
        ),
        request::DocumentSymbolRequest::METHOD => on.document(
            |params: &lsp_types::DocumentSymbolParams| &params.text_document.uri,
            |state, view, file, _| Ok(Some(outline::symbols(view, file, state.client))),
        ),
        request::FoldingRangeRequest::METHOD => on.document(
            |params: &lsp_types::FoldingRangeParams| &params.text_document.uri,
            |_, view, file, _| Ok(Some(outline::folds(view, file))),
        ),
        request::InlayHintRequest::METHOD => on.document(
            |params: &lsp_types::InlayHintParams| &params.text_document.uri,
            |_, view, file, params| Ok(Some(hints::hints(view, file, params.range))),
        ),
        request::SelectionRangeRequest::METHOD => on.document(
            |params: &lsp_types::SelectionRangeParams| &params.text_document.uri,
            |_, view, file, params| Ok(Some(selection::ranges(view, file, &params.positions))),
        ),
        request::CodeLensRequest::METHOD => on.document(
            |params: &lsp_types::CodeLensParams| &params.text_document.uri,
            |state, view, file, _| Ok(Some(lenses::lenses(view, file, state.client))),
        ),
        request::SemanticTokensFullRequest::METHOD => on.document(
            |params: &lsp_types::SemanticTokensParams| &params.text_document.uri,
            |_, view, file, _| Ok(Some(tokens::tokens(view, file, None))),
        ),
        request::SemanticTokensRangeRequest::METHOD => on.document(
            |params: &lsp_types::SemanticTokensRangeParams| &params.text_document.uri,
            |_, view, file, params| Ok(Some(tokens::tokens(view, file, Some(params.range)))),
        ),
        request::DocumentDiagnosticRequest::METHOD => {
            on.global(|state, params: lsp_types::DocumentDiagnosticParams| {
                let found = find(state, &params.text_document.uri);
                Ok(found
                    .map_or_else(publish::nothing_pulled, |(view, file)| publish::pulled(state, &view, file, &params)))
            })
        }
        request::CodeActionRequest::METHOD => on.document(
            |params: &lsp_types::CodeActionParams| &params.text_document.uri,
            |state, view, file, params| Ok(Some(actions::actions(state, view, file, params))),
        ),
        request::Formatting::METHOD => on.document(
            |params: &lsp_types::DocumentFormattingParams| &params.text_document.uri,
            |_, view, file, _| Ok(format::document(view, file)),
        ),
        request::RangeFormatting::METHOD => on.document(
            |params: &lsp_types::DocumentRangeFormattingParams| &params.text_document.uri,
            |_, view, file, params| Ok(format::range(view, file, params.range)),
        ),
        request::CallHierarchyPrepare::METHOD => on.at(
            |params: &lsp_types::CallHierarchyPrepareParams| &params.text_document_position_params,
            |_, place, _| Ok(calls::prepare(place)),
        ),
        request::CallHierarchyIncomingCalls::METHOD => on.item(calls::incoming),
        request::CallHierarchyOutgoingCalls::METHOD => on.item(calls::outgoing),
        request::WorkspaceSymbolRequest::METHOD => on.global(|state, params| Ok(Some(search::search(state, &params)))),
        method => {
            let message = format!("there is no request `{method}`");
            Response::new_err(on.request.id, ErrorCode::MethodNotFound as i32, message)
        }
    }
}

struct Handler<'a> {
    state: &'a mut State,
    request: Request,
}

impl Handler<'_> {
    /// Answers a request about a position in a document. The answer is `null` if the document is not in a project.
    fn at<P: DeserializeOwned, R: Serialize>(
        self,
        position: impl Fn(&P) -> &TextDocumentPositionParams,
        answer: impl FnOnce(&mut State, FileOffset, &P) -> Result<Option<R>, Refusal>,
    ) -> Response {
        self.global(|state, params: P| {
            let TextDocumentPositionParams { text_document, position } = position(&params);
            let Some((view, file)) = find(state, &text_document.uri) else { return Ok(None) };
            let offset = view.offset(file, *position);
            answer(state, FileOffset { view: &view, file, offset }, &params)
        })
    }

    /// Answers a request about an operator of an earlier answer.
    fn item<R: Serialize>(self, answer: impl FnOnce(FileOffset) -> Option<R>) -> Response {
        // Requests about either direction of calls have the same parameters.
        self.global(|state, params: CallHierarchyIncomingCallsParams| {
            let Some((view, file)) = find(state, &params.item.uri) else { return Ok(None) };
            let offset = view.offset(file, params.item.selection_range.start);
            Ok(answer(FileOffset { view: &view, file, offset }))
        })
    }

    /// Answers a request about a document. The answer is `null` if the document is not in a project.
    fn document<P: DeserializeOwned, R: Serialize>(
        self,
        document: impl Fn(&P) -> &Uri,
        answer: impl FnOnce(&mut State, &Arc<View>, source::FileId, &P) -> Result<Option<R>, Refusal>,
    ) -> Response {
        self.global(|state, params: P| {
            let Some((view, file)) = find(state, document(&params)) else { return Ok(None) };
            answer(state, &view, file, &params)
        })
    }

    fn global<P: DeserializeOwned, R: Serialize>(
        self,
        answer: impl FnOnce(&mut State, P) -> Result<R, Refusal>,
    ) -> Response {
        let Request { id, params, .. } = self.request;
        let params = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => return Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        };
        match answer(self.state, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(refusal) => Response::new_err(id, ErrorCode::RequestFailed as i32, refusal),
        }
    }
}

/// The project of a document, and its file in the project.
fn find(state: &mut State, document: &Uri) -> Option<(Arc<View>, source::FileId)> {
    let path = uri::to_path(document)?;
    let view = state.projects.view_of(&path, &state.documents)?;
    let file = view.file(&path)?;
    Some((view, file))
}
