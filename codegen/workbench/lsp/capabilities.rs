//! The capabilities of the client and of the server.

use lsp_types::{
    CallHierarchyServerCapability, ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, MarkupContent, MarkupKind, OneOf,
    PositionEncodingKind, RenameOptions, SaveOptions, SelectionRangeProviderCapability, SemanticTokensFullOptions,
    SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use crate::position::Encoding;
use crate::tokens;

/// The command of clients that can list the references to a position. Its arguments are a document and the position.
pub const SHOW_REFERENCES: &str = "opgen.showReferences";

/// The capabilities of the client that the server uses.
#[derive(Debug, Clone, Copy, Default)]
// Each of them is a capability of its own in the protocol.
#[allow(clippy::struct_excessive_bools)]
pub struct Client {
    pub related_information: bool,
    pub document_changes: bool,
    /// Whether the client can show changes before it makes them.
    pub change_annotations: bool,
    pub creates_files: bool,
    pub watches_files: bool,
    /// Whether the client asks for the findings in open files.
    pub pulls_diagnostics: bool,
    pub refreshes_diagnostics: bool,
    pub refreshes_hints: bool,
    pub refreshes_lenses: bool,
    pub refreshes_tokens: bool,
    /// Whether the client has the command that lists references.
    pub shows_references: bool,
    pub snippets: bool,
    pub nested_symbols: bool,
    /// Whether hovers can be Markdown.
    pub markdown_hovers: bool,
    /// Whether the documentation of completions can be Markdown.
    pub markdown_completions: bool,
}

impl Client {
    pub fn of(params: &InitializeParams, refreshes_diagnostics: bool) -> Self {
        let ClientCapabilities { workspace, text_document, .. } = &params.capabilities;
        let (workspace, text) = (workspace.as_ref(), text_document.as_ref());
        let edit = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let completion = text.and_then(|text| text.completion.as_ref()?.completion_item.as_ref());
        let hover = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
        let documentation = completion.and_then(|item| item.documentation_format.as_ref());
        let has_markdown =
            |kinds: Option<&Vec<MarkupKind>>| kinds.is_some_and(|kinds| kinds.contains(&MarkupKind::Markdown));
        let symbols = text.and_then(|text| text.document_symbol.as_ref());
        let diagnostics = text.and_then(|text| text.publish_diagnostics.as_ref());
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
        let tokens = workspace.and_then(|workspace| workspace.semantic_tokens.as_ref());
        let operations = edit.and_then(|edit| edit.resource_operations.as_ref());
        Client {
            related_information: diagnostics.and_then(|these| these.related_information) == Some(true),
            document_changes: edit.and_then(|edit| edit.document_changes) == Some(true),
            change_annotations: edit.is_some_and(|edit| edit.change_annotation_support.is_some()),
            creates_files: operations.is_some_and(|these| these.contains(&lsp_types::ResourceOperationKind::Create)),
            watches_files: watched.and_then(|watched| watched.dynamic_registration) == Some(true),
            refreshes_hints: hints.and_then(|hints| hints.refresh_support) == Some(true),
            pulls_diagnostics: text.is_some_and(|text| text.diagnostic.is_some()),
            refreshes_diagnostics,
            refreshes_lenses: lenses.and_then(|lenses| lenses.refresh_support) == Some(true),
            refreshes_tokens: tokens.and_then(|tokens| tokens.refresh_support) == Some(true),
            shows_references: has_command(&params.capabilities, SHOW_REFERENCES),
            snippets: completion.and_then(|item| item.snippet_support) == Some(true),
            markdown_hovers: has_markdown(hover),
            markdown_completions: has_markdown(documentation),
            nested_symbols: symbols.and_then(|these| these.hierarchical_document_symbol_support) == Some(true),
        }
    }
}

/// Whether the client has a command of its own. Clients list them in `experimental.commands.commands`.
fn has_command(capabilities: &ClientCapabilities, name: &str) -> bool {
    let commands =
        capabilities.experimental.as_ref().and_then(|these| these.get("commands")?.get("commands")?.as_array());
    commands.is_some_and(|commands| commands.iter().any(|command| command == name))
}

/// Text as Markdown or as plain text.
pub fn markup(is_markdown: bool, value: String) -> MarkupContent {
    let kind = if is_markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    MarkupContent { kind, value }
}

/// The position encodings that the client supports.
pub fn encodings(params: &InitializeParams) -> Option<&[PositionEncodingKind]> {
    params.capabilities.general.as_ref()?.position_encodings.as_deref()
}

/// The capabilities of the server.
pub fn server(encoding: Encoding, client: Client) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(SaveOptions { include_text: Some(false) }.into()),
        ..TextDocumentSyncOptions::default()
    };
    let folders =
        WorkspaceFoldersServerCapabilities { supported: Some(true), change_notifications: Some(OneOf::Left(true)) };
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some([" ", "(", ",", "{", "[", ">", "=", ":", "\""].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR_REWRITE,
                CodeActionKind::SOURCE_FIX_ALL,
            ]),
            ..CodeActionOptions::default()
        })),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp_types::WorkDoneProgressOptions::default(),
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        diagnostic_provider: client.pulls_diagnostics.then(pulled_diagnostics),
        workspace: Some(WorkspaceServerCapabilities { workspace_folders: Some(folders), file_operations: None }),
        ..ServerCapabilities::default()
    }
}

/// The findings in one file depend on others. The findings in files that are not open are published.
fn pulled_diagnostics() -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("opgen".to_owned()),
        inter_file_dependencies: true,
        workspace_diagnostics: false,
        ..DiagnosticOptions::default()
    })
}
