//! The kernels of packages: whether the C++ that the YAML names is there, and takes what the YAML implies.

mod files;
mod missing;
mod parameters;
mod sources;
mod unread;

use std::collections::BTreeSet;
use std::path::Path;

use check::rules;
use forms::package::{KernelForm, PackageForm};
use profile::Package;
use project::{Further, Project};
use registry::{OpId, Registry};
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, SourceFile, Span, Spanned};
use spelling::Spelling;

pub use files::{Files, Placed};

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
    files: Vec<File>,
}

/// An operator and its kernel.
struct Kernel<'a> {
    id: OpId,
    form: PackageForm<'a>,
    name: &'a Spanned<String>,
}

/// Compares the operators of a package with its C++. The files that findings point to are added to the project's sources.
pub fn check(project: &mut Project, root: &Path) -> Further {
    let recipe = &project.recipe;
    let Some(package) = &recipe.profile.package else { return Further::default() };
    let registry = &project.registry;
    let kernels: Vec<Kernel> = kernels_of(registry, package).filter(|kernel| !kernel.form.op.poisoned).collect();
    let files = all_files(root, package, &kernels);
    if files.is_empty() && !root.join(&package.kernels).is_dir() {
        return Further::default();
    }
    let sources = Sources { root, package, spelling: Spelling::of(project), files };
    let mut problems = Vec::new();
    for kernel in &kernels {
        missing::check(&sources, kernel, &mut problems);
        parameters::check(&sources, kernel, &mut problems);
    }
    unread::check(&sources, registry, &kernels, &mut problems);
    let checked = vec![
        rules::MISSING_PACKAGE_KERNEL,
        rules::PACKAGE_KERNEL_PARAMETERS,
        rules::UNREAD_ATTRIBUTE,
        rules::IGNORED_ARGUMENTS,
    ];
    let Sources { files, .. } = sources;
    Further { diagnostics: resolve(problems, &files, &mut project.sources), checked }
}

/// The kernels of all operators that name one.
fn kernels_of<'a>(registry: &'a Registry, package: &'a Package) -> impl Iterator<Item = Kernel<'a>> {
    registry.ops().filter_map(|(id, _)| {
        let form = PackageForm::of(registry, package, id, rules::RULE_TYPE, |_| {});
        Some(Kernel { id, name: form.kernel()?, form })
    })
}

/// A name without namespaces and template arguments.
fn short_name(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or_default().trim();
    name.rsplit("::").next().unwrap_or(name)
}

/// The files of kernels, the sources that kernels name, and the headers that these include.
fn all_files(root: &Path, package: &Package, kernels: &[Kernel]) -> Vec<File> {
    let mut files = sources::kernel_files(root, package);
    let mut known: BTreeSet<String> = files.iter().map(|file| file.name.clone()).collect();
    let mut wanted: Vec<String> = kernels.iter().filter_map(|kernel| Some(kernel.source()?.value.clone())).collect();
    wanted.extend(files.iter().flat_map(File::headers));
    while let Some(name) = wanted.pop() {
        if known.insert(name.clone())
            && let Some(file) = File::read(root, &name)
        {
            wanted.extend(file.headers());
            files.push(file);
        }
    }
    files
}

fn resolve(problems: Vec<Problem>, files: &[File], sources: &mut source::Sources) -> Diagnostics {
    let mut ids = vec![None; files.len()];
    let mut resolved = |Problem { mut diagnostic, labels }: Problem| {
        for (at, range, text) in labels {
            let file = &files[at];
            let add = || sources.add(SourceFile::new(file.name.clone(), file.text.clone()));
            let id = *ids[at].get_or_insert_with(add);
            diagnostic = diagnostic.label(Span::new(id, range.start, range.end), text);
        }
        diagnostic
    };
    problems.into_iter().map(&mut resolved).collect()
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
    /// Every function that has a name, without namespaces.
    fn named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = Found<'s>> {
        self.functions().filter(move |found| found.function.short_name() == name)
    }

    fn functions(&self) -> impl Iterator<Item = Found<'_>> {
        let files = self.files.iter().enumerate();
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
        Some(self.spelling.package_kernel(&form, &scope).trim().to_owned())
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
