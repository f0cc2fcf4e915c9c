//! Compares the names of files, APIs and signatures.

use source::{Diagnostic, Diagnostics, Sources, Span};

use super::Report;
use crate::{Api, Document, Signature, rules};

pub(super) fn check(document: &Document, report: &mut Report) {
    check_file_name(document, report);
    for api in [&document.source, &document.target].into_iter().flatten() {
        check_overloads(api, report);
    }
}

fn check_file_name(document: &Document, report: &mut Report) {
    let Some(api) = document.api.as_ref().filter(|_| document.names_agree) else { return };
    if document.file_stem() != api.value {
        let name = document.path.rsplit('/').next().unwrap_or(&document.path);
        let message = format!("the document is about `{}`, but its file is `{name}`", api.value);
        let problem = Diagnostic::new(rules::FILE_NAME, api.span, message);
        report(problem.help(format!("rename the file to `{}.md`, or correct the title", api.value)));
    }
}

/// Checks all signatures but the first, whose name has been compared with the heading already.
fn check_overloads(api: &Api, report: &mut Report) {
    let is_other = |signature: &&Signature| signature.name != api.name && !signature.name.value.starts_with('#');
    for signature in api.signatures.iter().skip(1).filter(is_other) {
        let message = format!("this signature is of `{}`, not of `{}`", signature.name.value, api.name.value);
        let problem = Diagnostic::new(rules::ARGUMENT_LIST, signature.name.span, message);
        let help = "a code block holds signatures of one API and nothing else";
        report(problem.label(api.name.span, "the heading").help(help));
    }
}

/// Reports documents of the same API.
pub(super) fn check_together(documents: &[Document], sources: &Sources, diagnostics: &mut Diagnostics) {
    let with_api = documents.iter().filter_map(|document| Some((document.api.as_ref()?, document)));
    let mut earlier: Option<(&str, Span)> = None;
    for (api, _) in with_api {
        match earlier {
            Some((name, first)) if name == api.value => {
                let other = sources.file(first.file).name();
                let message = format!("`{name}` also has the document {other}");
                let problem = Diagnostic::new(rules::DOCUMENTED_TWICE, api.span, message);
                diagnostics.push(problem.label(first, "the other document"));
            }
            _ => earlier = Some((api.as_str(), api.span)),
        }
    }
}
