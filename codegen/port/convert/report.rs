//! The uses that were found in a file, each with its verdict.

use std::ops::Range;

use source::{Diagnostic, FileId, Span};

use crate::findings::{CHANGED, DIFFERS, MAY_DIFFER, PACKAGE_AS_VALUE, UNSUPPORTED};
use crate::uses::UseKind;

/// A use of PyTorch, with its verdict.
#[derive(Debug, Clone)]
pub struct Found {
    /// The full name of what is used, such as `torch.nn.Linear`.
    pub api: String,
    /// Its range in the original text.
    pub range: Range<u32>,
    /// How it is used.
    pub kind: UseKind,
    /// The span of its rule in the mapping.
    pub rule: Option<Span>,
    /// Whether it is converted.
    pub verdict: Verdict,
    /// Changes that the author should review: dropped arguments, for example.
    pub notes: Vec<String>,
    /// Reasons why the converted code may compute something else.
    pub warnings: Vec<String>,
}

/// A way in which code differs from PyTorch's because of its style.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The range of the code in the original text.
    pub range: Range<u32>,
    /// What is used.
    pub name: String,
    /// What differs.
    pub text: String,
}

impl Difference {
    /// The finding to report.
    pub fn diagnostic(&self, file: FileId) -> Diagnostic {
        let span = Span { file, start: self.range.start, end: self.range.end };
        Diagnostic::new(DIFFERS, span, format!("`{}` differs from PyTorch: {}", self.name, self.text))
    }
}

/// Whether a use is converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is converted.
    Converted,
    /// It stays and is marked, for this reason.
    Unsupported(String),
    /// It stays because it is not a use of PyTorch, for this reason: its arguments do not fit PyTorch's method, for example.
    NotTorch(String),
    /// It stays because the package itself is used as a value.
    Package,
}

impl Found {
    /// Whether it is converted, but may compute something else.
    pub fn is_warned(&self) -> bool {
        self.verdict == Verdict::Converted && !self.warnings.is_empty()
    }

    /// The finding for an import that other files use but that has no counterpart.
    pub fn unbound(path: &str, range: Range<u32>) -> Found {
        Found::not_converted(path, range, "there is no rule for it, and its name is needed elsewhere")
    }

    /// The finding for an import of a package that needs PyTorch itself.
    pub fn needs_pytorch(path: &str, range: Range<u32>) -> Found {
        Found::not_converted(path, range, "it needs PyTorch itself, and is a placeholder if it is not installed")
    }

    /// The finding for a use in a command or cell of IPython that is not converted, such as `%timeit`.
    pub fn in_command(api: &str, range: Range<u32>, word: &str) -> Found {
        Found::not_converted(api, range, format!("it is in the code of `{word}`"))
    }

    fn not_converted(api: &str, range: Range<u32>, reason: impl Into<String>) -> Found {
        let (verdict, api) = (Verdict::Unsupported(reason.into()), api.to_owned());
        Found { api, range, kind: UseKind::Reference, rule: None, verdict, notes: Vec::new(), warnings: Vec::new() }
    }

    /// The name for messages. The class of a method or attribute is a guess, so it is written as `*`.
    pub fn name(&self) -> String {
        match self.kind {
            UseKind::Method | UseKind::Attribute => {
                format!("*.{}", self.api.rsplit('.').next().unwrap_or(&self.api))
            }
            _ => self.api.clone(),
        }
    }

    /// The findings to report about this use.
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
