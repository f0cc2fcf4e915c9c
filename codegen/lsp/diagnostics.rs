//! Findings as diagnostics of the protocol.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, NumberOrString,
};
use project::config;
use source::{Change, Fix, Level};

use crate::capabilities::Client;
use crate::pages::Pages;
use crate::view::View;

/// The source of diagnostics, as the client shows it.
const SOURCE: &str = "opgen";

/// All findings, by file. Findings that are not in a file are reported in `opgen.toml`.
pub fn all(view: &View, client: Client, pages: &Pages) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut found: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for finding in view.findings().sorted() {
        let path = view.path(finding.span.file).filter(|path| !path.is_dir());
        let path = path.map_or_else(|| view.root.join(config::NAME), |path| path.to_owned());
        found.entry(path).or_default().push(of(view, finding, client, pages));
    }
    found
}

/// A finding as a diagnostic.
pub fn of(view: &View, finding: &source::Diagnostic, client: Client, pages: &Pages) -> Diagnostic {
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
