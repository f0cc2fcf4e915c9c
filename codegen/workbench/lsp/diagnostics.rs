//! Findings as diagnostics of the protocol.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_server::{Message, Notification};
use lsp_types::notification::{self, Notification as _};
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, NumberOrString,
    PublishDiagnosticsParams,
};
use project::config;
use source::{Change, Fix, Level};

use crate::capabilities::Client;
use crate::documents::Documents;
use crate::located::Located;
use crate::pages::Pages;
use crate::uri;
use crate::view::View;

/// The source of diagnostics, as the client shows it.
const SOURCE: &str = "opgen";

/// All findings so far, by file. Those about C++ are also reported there.
pub fn all(view: &View, client: Client, pages: &Pages) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for finding in view.known_findings().map_or(Vec::new(), source::Diagnostics::sorted) {
        for seen in seen_from_cpp(view, finding) {
            let Some(path) = view.path(seen.span.file) else { continue };
            found.entry(path.to_owned()).or_default().push(of(view, &seen, client, pages));
        }
        let path = shown_in(view, finding, &view.root);
        found.entry(path).or_default().push(of(view, finding, client, pages));
    }
    found
}

/// Findings by file.
pub fn by_file(
    view: &impl Located,
    found: &source::Diagnostics,
    root: &Path,
    client: Client,
    pages: &Pages,
) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut by_file: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for finding in found.sorted() {
        by_file.entry(shown_in(view, finding, root)).or_default().push(of(view, finding, client, pages));
    }
    by_file
}

/// The file in which a finding is reported: its own or, if it is not in a file, `opgen.toml`.
fn shown_in(view: &impl Located, finding: &source::Diagnostic, root: &Path) -> PathBuf {
    let path = view.path(finding.span.file).filter(|path| !path.is_dir());
    path.map_or_else(|| root.join(config::NAME), Path::to_owned)
}

/// The message that tells the client what is found in a file. `None` if the file has no URI.
pub fn publication(path: &Path, diagnostics: Vec<Diagnostic>, documents: &Documents) -> Option<Message> {
    let document = documents.at(path);
    let uri = document.map(|document| document.uri.clone()).or_else(|| uri::of_path(path))?;
    let version = document.map(|document| document.version);
    let params = PublishDiagnosticsParams { uri, diagnostics, version };
    Some(Notification::new(notification::PublishDiagnostics::METHOD.to_owned(), params).into())
}

/// An error or a warning in YAML as whoever reads the C++ that it points to sees it: there, with a label in the YAML.
fn seen_from_cpp(view: &View, finding: &source::Diagnostic) -> Vec<source::Diagnostic> {
    if finding.level == Level::Note || view.is_cpp(finding.span.file) {
        return Vec::new();
    }
    let text = if finding.here.is_empty() { "the YAML is here" } else { &*finding.here };
    let in_yaml = finding.span;
    let in_cpp = finding.labels.iter().filter(|label| view.is_cpp(label.span.file));
    let seen = in_cpp.map(|there| {
        let here = there.text.as_str().into();
        let finding = source::Diagnostic { span: there.span, here, labels: Vec::new(), fix: None, ..finding.clone() };
        finding.label(in_yaml, text)
    });
    seen.collect()
}

/// A finding as a diagnostic.
pub fn of(view: &impl Located, finding: &source::Diagnostic, client: Client, pages: &Pages) -> Diagnostic {
    let source::Diagnostic { rule, level, message, span, here, labels, help, fix } = finding;
    let mut text = message.clone();
    if !here.is_empty() {
        text += &format!(": {here}");
    }
    if let Some(help) = help {
        text += &format!("\nhelp: {help}");
    }
    let related = labels.iter().filter_map(|label| {
        Some(DiagnosticRelatedInformation { location: view.location(label.span)?, message: label.text.clone() })
    });
    let related: Vec<_> = related.filter(|_| client.related_information).collect();
    let is_unnecessary = *level != Level::Error && fix.as_ref().is_some_and(|fix| only_removes(fix));
    Diagnostic {
        range: view.range(*span),
        severity: Some(match level {
            Level::Error => DiagnosticSeverity::ERROR,
            Level::Warning => DiagnosticSeverity::WARNING,
            Level::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(rule.code().to_owned())),
        code_description: pages.of_rule(*rule).map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message: text,
        related_information: (!related.is_empty()).then_some(related),
        tags: is_unnecessary.then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    }
}

/// Whether the fix only deletes text. Then the text has no effect, and clients fade it out.
fn only_removes(fix: &Fix) -> bool {
    fix.changes.iter().all(|change| match change {
        Change::RemoveItem(_) | Change::RemoveKey { .. } => true,
        Change::ReplaceUnderlined { text, .. } => text.is_empty(),
        _ => false,
    })
}
