//! Findings, and the C++ files that they point to.

use std::collections::BTreeMap;
use std::ops::Range;

use source::{Diagnostic, Diagnostics, FileId, SourceFile, Span};
use torch_check::rules;
use torch_cpp::Signature;
use torch_registry::Project;

use crate::compare::Difference;
use crate::files::File;
use crate::signature::Kernel;

/// Findings, and the C++ files that they point to.
pub struct Report<'a> {
    /// The project whose YAML names the kernels.
    pub project: &'a Project,
    found: Diagnostics,
    files: Vec<SourceFile>,
    /// The ids of the files, by their names.
    ids: BTreeMap<String, FileId>,
}

/// A kernel that has another signature than its operator needs.
pub struct Mismatch<'a> {
    /// Where the YAML names the kernel.
    pub span: Span,
    /// The words for the kernel in messages.
    pub kernel: &'a str,
    /// The name of the operator.
    pub operator: &'a str,
    /// The signature that it must have.
    pub signature: &'a Signature,
    /// The same as C++ without a body.
    pub definition: String,
    /// The first difference.
    pub difference: Difference,
}

impl<'a> Report<'a> {
    /// A report without findings.
    pub fn of(project: &'a Project) -> Self {
        Report { project, found: Diagnostics::default(), files: Vec::new(), ids: BTreeMap::new() }
    }

    /// Adds a finding.
    pub fn push(&mut self, found: Diagnostic) {
        self.found.push(found);
    }

    /// The findings, and the files that they point to.
    pub fn into_parts(self) -> (Diagnostics, Vec<SourceFile>) {
        (self.found, self.files)
    }

    /// A place in a C++ file, which is added to those that findings point to.
    pub fn span(&mut self, file: &File, range: Range<usize>) -> Span {
        let first = self.project.sources.next_id().index();
        let files = &mut self.files;
        let id = *self.ids.entry(file.name.clone()).or_insert_with(|| {
            files.push(SourceFile::new(file.name.clone(), file.text.clone()));
            FileId::from_index(first + files.len() as u32 - 1)
        });
        Span::new(id, range.start, range.end)
    }

    /// Reports that a definition has another signature.
    pub fn mismatch(
        &mut self,
        Mismatch { span, kernel, operator, signature, definition, difference }: Mismatch,
        file: &File,
        own: &Kernel,
    ) {
        let (message, range, label) = match difference {
            Difference::Count => {
                let takes = source::count(own.parameters.len(), "parameter");
                let message = format!("{kernel} has {takes}, but `{operator}` needs {}", signature.parameters.len());
                (message, own.range.clone(), "it is defined here".to_owned())
            }
            Difference::Parameter(at) => {
                let wanted = &signature.parameters[at];
                let message = format!("`{}` of `{operator}` has another type in {kernel}", wanted.name);
                let label = format!("this is `{}`, but must be `{}`", own.parameters[at].written, wanted.ty);
                (message, own.parameters[at].range.clone(), label)
            }
            Difference::Returns => {
                let message = format!("{kernel} of `{operator}` returns another type");
                let label = format!("this returns `{}`, but must return `{}`", own.returns, signature.returns);
                (message, own.range.clone(), label)
            }
        };
        let problem = Diagnostic::new(rules::KERNEL_SIGNATURE, span, message);
        let problem = problem.label(self.span(file, range), label);
        let is_symint = matches!(difference, Difference::Parameter(at)
            if own.parameters[at].ty.contains("SymInt") && is_integer(&signature.parameters[at].ty));
        let other_name = if is_symint { ", or have a name that ends in `_symint`" } else { "" };
        self.found.push(problem.help(format!("the kernel must be `{definition}`{other_name}")));
    }
}

/// True for integers, and for lists of them, that are not symbolic.
fn is_integer(ty: &str) -> bool {
    ["int64_t", "IntArrayRef"].iter().any(|word| cpp::tokens::of(ty).contains(word))
}
