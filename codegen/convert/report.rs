//! What was found in a file, and what became of it.

use std::ops::Range;

use source::{Diagnostic, FileId, Span};

use crate::findings::{CHANGED, MAY_DIFFER, PACKAGE_AS_VALUE, UNSUPPORTED};
use crate::uses::UseKind;

/// A use of PyTorch, and what became of it.
#[derive(Debug, Clone)]
pub struct Found {
    pub api: String,
    /// Where it was before anything was converted.
    pub range: Range<u32>,
    pub kind: UseKind,
    /// Where its rule stands.
    pub rule: Option<Span>,
    pub verdict: Verdict,
    /// What else the author should know.
    pub notes: Vec<String>,
    /// Why the converted code may compute something else.
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Converted,
    /// It stays, with a mark; why.
    Unsupported(String),
    /// It stays, because its arguments are not those of the method of that name; why.
    NotTorch(String),
    /// The package itself is a value.
    Package,
}

impl Found {
    /// Whether it is converted, but not known to compute the same.
    pub fn is_warned(&self) -> bool {
        self.verdict == Verdict::Converted && !self.warnings.is_empty()
    }

    /// An import that other files use, of something that has no counterpart.
    pub fn unbound(path: &str, range: Range<u32>) -> Found {
        let verdict = Verdict::Unsupported("there is no rule for it, and other files import it from here".to_owned());
        let (notes, warnings) = (Vec::new(), Vec::new());
        Found { api: path.to_owned(), range, kind: UseKind::Reference, rule: None, verdict, notes, warnings }
    }

    /// The name for readers: a method may belong to another class.
    pub fn name(&self) -> String {
        match self.kind {
            UseKind::Method | UseKind::Attribute => {
                format!("*.{}", self.api.rsplit('.').next().unwrap_or(&self.api))
            }
            _ => self.api.clone(),
        }
    }

    pub fn diagnostics(&self, file: FileId) -> Vec<Diagnostic> {
        let span = Span { file, start: self.range.start, end: self.range.end };
        let mut list = Vec::new();
        match &self.verdict {
            Verdict::Unsupported(reason) => {
                let message = format!("`{}` is not converted: {reason}", self.name());
                list.push(Diagnostic::new(UNSUPPORTED, span, message));
            }
            Verdict::Package => {
                let message = format!("`{}` itself is used as a value, which cannot be converted", self.api);
                list.push(Diagnostic::new(PACKAGE_AS_VALUE, span, message));
            }
            Verdict::Converted | Verdict::NotTorch(_) => {}
        }
        for warning in self.warnings.iter().filter(|_| self.is_warned()) {
            list.push(Diagnostic::new(
                MAY_DIFFER,
                span,
                format!("`{}` may compute something else: {warning}", self.name()),
            ));
        }
        for note in &self.notes {
            list.push(Diagnostic::new(CHANGED, span, format!("in `{}`, {note}", self.name())));
        }
        list
    }
}
