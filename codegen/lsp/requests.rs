//! From requests to answers: finds the project and the place that a request is about.

use std::sync::Arc;

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{self, Request as _};
use lsp_types::{TextDocumentPositionParams, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::server::Server;
use crate::view::{Place, View};
use crate::{actions, complete, hints, hover, navigate, outline, rename, uri};

/// Why a request is refused, in a sentence.
pub type Refusal = String;

/// Answers a request.
pub fn answer(server: &mut Server, request: Request) -> Response {
    let on = Handler { server, request };
    match on.request.method.clone().as_str() {
        request::Completion::METHOD => on.at(
            |params: &lsp_types::CompletionParams| &params.text_document_position,
            |server, place, _| Ok(complete::completions(place, server.client)),
        ),
        request::ResolveCompletionItem::METHOD => on.global(|server, item| Ok(complete::resolved(server, item))),
        request::HoverRequest::METHOD => on.at(
            |params: &lsp_types::HoverParams| &params.text_document_position_params,
            |server, place, _| Ok(hover::hover(place, server.client)),
        ),
        request::GotoDefinition::METHOD => on.at(
            |params: &lsp_types::GotoDefinitionParams| &params.text_document_position_params,
            |_, place, _| Ok(navigate::definition(place)),
        ),
        request::References::METHOD => on.at(
            |params: &lsp_types::ReferenceParams| &params.text_document_position,
            |_, place, params| Ok(navigate::references(place, params.context.include_declaration)),
        ),
        request::DocumentHighlightRequest::METHOD => on.at(
            |params: &lsp_types::DocumentHighlightParams| &params.text_document_position_params,
            |_, place, _| Ok(navigate::highlights(place)),
        ),
        request::PrepareRenameRequest::METHOD => {
            on.at(|params: &TextDocumentPositionParams| params, |_, place, _| rename::prepare(place).map(Some))
        }
        request::Rename::METHOD => on.at(
            |params: &lsp_types::RenameParams| &params.text_document_position,
            |server, place, params| rename::rename(server, place, &params.new_name).map(Some),
        ),
        request::DocumentSymbolRequest::METHOD => on.document(
            |params: &lsp_types::DocumentSymbolParams| &params.text_document.uri,
            |server, view, file, _| Ok(Some(outline::symbols(view, file, server.client))),
        ),
        request::FoldingRangeRequest::METHOD => on.document(
            |params: &lsp_types::FoldingRangeParams| &params.text_document.uri,
            |_, view, file, _| Ok(Some(outline::folds(view, file))),
        ),
        request::InlayHintRequest::METHOD => on.document(
            |params: &lsp_types::InlayHintParams| &params.text_document.uri,
            |_, view, file, params| Ok(Some(hints::hints(view, file, params.range))),
        ),
        request::CodeActionRequest::METHOD => on.document(
            |params: &lsp_types::CodeActionParams| &params.text_document.uri,
            |server, view, file, params| Ok(Some(actions::actions(server, view, file, params))),
        ),
        request::WorkspaceSymbolRequest::METHOD => {
            on.global(|server, params| Ok(Some(outline::search(server, &params))))
        }
        method => {
            let message = format!("there is no request `{method}`");
            Response::new_err(on.request.id, ErrorCode::MethodNotFound as i32, message)
        }
    }
}

struct Handler<'a> {
    server: &'a mut Server,
    request: Request,
}

impl Handler<'_> {
    /// A request about a place in a document. Outside of all projects, the answer is `null`.
    fn at<P: DeserializeOwned, R: Serialize>(
        self,
        position: impl Fn(&P) -> &TextDocumentPositionParams,
        answer: impl FnOnce(&mut Server, Place, &P) -> Result<Option<R>, Refusal>,
    ) -> Response {
        self.global(|server, params: P| {
            let TextDocumentPositionParams { text_document, position } = position(&params);
            let Some((view, file)) = find(server, &text_document.uri) else { return Ok(None) };
            let offset = view.offset(file, *position);
            answer(server, Place { view: &view, file, offset }, &params)
        })
    }

    /// A request about a document.
    fn document<P: DeserializeOwned, R: Serialize>(
        self,
        document: impl Fn(&P) -> &Uri,
        answer: impl FnOnce(&mut Server, &Arc<View>, source::FileId, &P) -> Result<Option<R>, Refusal>,
    ) -> Response {
        self.global(|server, params: P| {
            let Some((view, file)) = find(server, document(&params)) else { return Ok(None) };
            answer(server, &view, file, &params)
        })
    }

    fn global<P: DeserializeOwned, R: Serialize>(
        self,
        answer: impl FnOnce(&mut Server, P) -> Result<R, Refusal>,
    ) -> Response {
        let Request { id, params, .. } = self.request;
        let params = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => return Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        };
        match answer(self.server, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(refusal) => Response::new_err(id, ErrorCode::RequestFailed as i32, refusal),
        }
    }
}

/// The project of a document, and the document in it.
fn find(server: &mut Server, document: &Uri) -> Option<(Arc<View>, source::FileId)> {
    let path = uri::to_path(document)?;
    let view = server.trees.view_of(&path, &server.documents)?;
    let file = view.file(&path)?;
    Some((view, file))
}
