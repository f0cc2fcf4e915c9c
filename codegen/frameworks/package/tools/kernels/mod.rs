//! The kernels of packages: whether what the YAML names is there in C++ or Python, and takes what the YAML implies.

mod files;
mod missing;
mod parameters;
mod python;
pub mod skeleton;
mod sources;
mod triton;
mod unread;

use std::path::Path;
use std::sync::Arc;

use package_operators::forms::{KernelForm, PackageForm};
use package_operators::{facts, rules};
use profile::Package;
use project::{Further, Root};
use registry::{OpId, Project, Registry};
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, SourceFile, Spanned};
use spelling::Spelling;

pub use files::Files;

use files::Unread;
use kernels::AddedFiles;
use sources::{Definition, File};

/// A finding, and the places in C++ that it points to: the index of a file, a range of bytes, and a text.
struct Problem {
    diagnostic: Diagnostic,
    labels: Vec<(usize, std::ops::Range<usize>, String)>,
}

impl Problem {
    fn new(diagnostic: Diagnostic) -> Self {
        Problem { diagnostic, labels: Vec::new() }
    }

    fn label(mut self, function: &Found, range: &std::ops::Range<usize>, text: impl Into<String>) -> Self {
        self.labels.push((function.file, range.clone(), text.into()));
        self
    }
}

/// A function in C++, and the index of its file.
#[derive(Clone, Copy)]
struct Found<'a> {
    file: usize,
    function: &'a Definition,
}

/// The C++ of a package, and what rules about it need.
struct Sources<'a> {
    root: &'a Path,
    package: &'a Package,
    spelling: Spelling<'a>,
    files: &'a [Arc<File>],
}

/// An operator and its kernel.
struct Kernel<'a> {
    id: OpId,
    form: PackageForm<'a>,
    name: &'a Spanned<String>,
    /// Whether the rules of its entry were understood, so that its parameters are known.
    is_understood: bool,
}

/// Compares the operators of a package with its C++, if it is on disk.
pub fn check_in(project: &Project, root: &Root, _: Option<&Path>) -> Further {
    match root {
        Root::Tree(folder) => {
            Files::read(project, folder).map_or_else(Further::default, |files| check(project, &files))
        }
        Root::BuiltIn | Root::Revision { .. } | Root::NormalForm(_) => Further::default(),
    }
}

/// Compares the operators of a package with its C++.
pub fn check(project: &Project, files: &Files) -> Further {
    let Some(package) = &project.profile.package else { return Further::default() };
    let (registry, root) = (&project.registry, files.root());
    let kernels: Vec<Kernel> = kernels_of(registry, package).filter(|kernel| !kernel.form.op.poisoned).collect();
    let (files, unread) = (files.all(), files.unread());
    if files.is_empty() && unread.is_empty() && !root.join(&package.kernels).is_dir() {
        return Further::default();
    }
    let sources = Sources { root, package, spelling: Spelling::of(project), files };
    let mut problems = Vec::new();
    for kernel in &kernels {
        if kernel.form.is_triton {
            triton::check(&sources, kernel, &mut problems);
            continue;
        }
        missing::check(&sources, kernel, &mut problems);
        if kernel.is_understood {
            parameters::check(&sources, kernel, &mut problems);
        }
    }
    unread::check(&sources, registry, &kernels, &mut problems);
    let checked =
        vec![rules::MISSING_KERNEL, rules::KERNEL_PARAMETERS, rules::UNREAD_ATTRIBUTE, rules::IGNORED_ARGUMENTS];
    let (diagnostics, files) = resolve(problems, files, unread, &project.sources);
    Further { diagnostics, files, checked, incomplete: None }
}

/// The kernels of all operators that name one.
fn kernels_of<'a>(registry: &'a Registry, package: &'a Package) -> impl Iterator<Item = Kernel<'a>> {
    registry.ops().filter_map(|(id, _)| {
        let mut is_understood = true;
        let form = PackageForm::of(registry, package, id, rules::RULE_TYPE, |_| is_understood = false);
        Some(Kernel { id, name: form.kernel()?, form, is_understood })
    })
}

/// A name without namespaces and template arguments.
fn short_name(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or_default().trim();
    name.rsplit("::").next().unwrap_or(name)
}

/// The problems as findings, and the files that are added to the sources for them.
fn resolve(
    problems: Vec<Problem>,
    files: &[Arc<File>],
    unread: &[Unread],
    sources: &source::Sources,
) -> (Diagnostics, Vec<SourceFile>) {
    let mut added = AddedFiles::after(sources);
    let mut resolved = |Problem { mut diagnostic, labels }: Problem| {
        for (at, range, text) in labels {
            let file = &files[at];
            let read = || SourceFile::new(file.name.clone(), file.text.clone());
            diagnostic = diagnostic.label(added.span_in(at, &range, read), text);
        }
        diagnostic
    };
    let mut found: Diagnostics = problems.into_iter().map(&mut resolved).collect();
    for (at, Unread { name, reason }) in unread.iter().enumerate() {
        let span = added.span_in(files.len() + at, &(0..0), || SourceFile::new(name.clone(), String::new()));
        found.push(Diagnostic::new(source::rules::UNREADABLE, span, format!("cannot read {name}: {reason}")));
    }
    (found, added.into_files())
}

impl<'a> Kernel<'a> {
    /// The source that defines it, if the entry names one.
    fn source(&self) -> Option<&'a Spanned<String>> {
        self.form.op.package.as_ref()?.source.as_ref()
    }

    /// The name without namespaces and template arguments.
    fn short_name(&self) -> &'a str {
        short_name(&self.name.value)
    }
}

impl<'a> Sources<'a> {
    /// Every function in C++ that has a name, without namespaces.
    fn named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = Found<'s>> {
        self.functions().filter(move |found| found.function.short_name() == name)
    }

    fn functions(&self) -> impl Iterator<Item = Found<'_>> {
        let files = self.files.iter().enumerate().filter(|(_, file)| file.python.is_none());
        files.flat_map(|(file, of)| of.functions.iter().map(move |function| Found { file, function }))
    }

    /// The definitions of a kernel: for plain views, the functions in the namespaces of its devices; otherwise those in the source
    /// that the entry names, or in any file.
    fn definitions<'s>(&'s self, kernel: &'s Kernel, device: Option<&str>) -> Vec<Found<'s>> {
        let suffix = device.map(|device| format!("{device}::{}", kernel.short_name()));
        let fits = |found: &Found| {
            let (name, file) = (&found.function.name, &self.files[found.file].name);
            match &suffix {
                Some(suffix) => *name == *suffix || name.ends_with(&format!("::{suffix}")),
                None => kernel.source().is_none_or(|source| source.value == *file),
            }
        };
        self.named(kernel.short_name()).filter(fits).filter(|found| found.function.has_body).collect()
    }

    /// The namespaces of the devices that a kernel is for. For the tensors of a framework, there is none.
    fn devices(&self, kernel: &Kernel) -> Vec<Option<&'a str>> {
        if !kernel.form.has_views() {
            return vec![None];
        }
        let backends = kernel.form.backends.iter().filter_map(|name| self.package.backends.get(name));
        backends.map(|backend| Some(backend.namespace.as_str())).collect()
    }

    /// The declaration that a kernel must have.
    fn declaration(&self, kernel: &Kernel, device: Option<&str>) -> Option<String> {
        let form = KernelForm::of(&kernel.form, self.package)?;
        let scope = device.map_or(String::new(), |device| format!("{device}::"));
        Some(self.spelling.declaration(facts::kernel(&form, &scope)).trim().to_owned())
    }

    /// Whether a macro that these files do not define is called with a name, so that it may define a function.
    fn may_be_made_by_a_macro(&self, name: &str) -> bool {
        let compiles = self.package.kernel_macro();
        let calls = self.files.iter().flat_map(|file| &file.calls).filter(|(called, _)| *called != compiles);
        calls.into_iter().any(|(_, words)| words.iter().any(|word| word == name))
    }

    /// The names of functions that kernels could be.
    fn known(&self) -> Known<'_> {
        let defined = self.functions().filter(|found| found.function.has_body);
        Known::new(defined.map(|found| found.function.short_name()))
    }
}
