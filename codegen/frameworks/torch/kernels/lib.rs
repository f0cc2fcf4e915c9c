//! The C++ of backends outside of PyTorch: whether it defines the kernels that the backend's YAML lists, with their parameters.
//!
//! This room reads C++, and compiles none. It never knows how kernels are registered.

#![deny(missing_docs)]

mod compare;
mod files;
mod signature;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use project::{Further, Root};
use source::{Diagnostic, Diagnostics, FileId, SourceFile, Span, Spanned};
use torch_check::{CPP_RULES, rules};
use torch_registry::{Project, Registry};
use torch_schema::OperatorName;
use torch_spec::Backend;

use compare::Difference;
use files::File;
use signature::{Kernel, Wanted};

/// Compares the kernels of backends with the C++ in the folder that the caller or `opgen.toml` names, or else in that of the YAML. A
/// backend is left out if there is no C++: then it is elsewhere. The lazy backend of the tree itself is left out, too.
pub fn check(project: &Project, root: &Root, include: Option<&Path>) -> Further {
    let mut report = Report { found: Diagnostics::default(), files: Vec::new(), added: BTreeMap::new(), project };
    let mut is_checked = false;
    let mut elsewhere = Vec::new();
    for backend in project.registry.backends().iter().filter(|backend| is_readable(backend, &project.registry)) {
        let Some(folder) = folder(backend, project, root, include) else { continue };
        let files = match files::below(&folder.path, &folder.shown) {
            Ok(files) => files,
            Err(reason) => return Further { incomplete: Some(reason), ..Further::default() },
        };
        let class = class_name(backend);
        if files.iter().any(|file| file.kernels_of(&class).next().is_some()) {
            is_checked = true;
            report.backend(backend, &files);
        } else if folder.is_named || !files.is_empty() {
            elsewhere.push((backend, folder));
        }
    }
    let lazy = &project.registry.profile().names.lazy_dispatch_keys;
    elsewhere.retain(|(backend, _)| !lazy.contains(&backend.backend.value));
    if !is_checked {
        elsewhere.iter().for_each(|(backend, folder)| report.nothing(backend, folder));
    }
    let is_checked = is_checked || !elsewhere.is_empty();
    let checked = if is_checked { CPP_RULES.to_vec() } else { Vec::new() };
    Further { diagnostics: report.found, files: report.files, checked, incomplete: None }
}

/// True if the file says for certain which kernels the backend has. Otherwise its mistakes are reported first.
fn is_readable(backend: &Backend, registry: &Registry) -> bool {
    let is_known_key = registry.profile().names.all_dispatch_keys.contains(&backend.backend.value);
    let has_class = is_known_key || backend.class_name.is_some();
    !backend.poisoned && has_class && backend.symint.iter().all(|name| function_of(registry, &name.value).is_some())
}

/// A folder with C++.
struct Folder {
    path: PathBuf,
    /// The path in messages.
    shown: PathBuf,
    /// True if the caller or `opgen.toml` names it.
    is_named: bool,
}

fn folder(backend: &Backend, project: &Project, root: &Root, include: Option<&Path>) -> Option<Folder> {
    if let Some(named) = include.or(project.recipe.cpp_include.as_deref()) {
        return Some(Folder { path: named.to_owned(), shown: named.to_owned(), is_named: true });
    }
    let Root::Tree(root) = root else { return None };
    let yaml = Path::new(project.sources.file(backend.backend.span.file).name());
    let shown = yaml.parent().unwrap_or(Path::new("")).to_owned();
    Some(Folder { path: root.join(&shown), shown, is_named: false })
}

/// The name of the class whose functions are the kernels.
fn class_name(backend: &Backend) -> String {
    let default = || format!("{}NativeFunctions", backend.backend.value);
    backend.class_name.as_ref().map_or_else(default, |name| name.value.clone())
}

struct Report<'a> {
    found: Diagnostics,
    /// The files that findings point to.
    files: Vec<SourceFile>,
    /// Their ids, by their names.
    added: BTreeMap<String, FileId>,
    project: &'a Project,
}

impl Report<'_> {
    fn backend(&mut self, backend: &Backend, files: &[File]) {
        let class = class_name(backend);
        let registry = &self.project.registry;
        let mut wanted: BTreeMap<String, Vec<Wanted>> = BTreeMap::new();
        for operator in operators(backend) {
            if let Some(kernel) = Wanted::of(registry, backend, operator) {
                wanted.entry(kernel.signature.name.clone()).or_default().push(kernel);
            }
        }
        let mut defined: BTreeMap<&str, Vec<(&File, &Kernel)>> = BTreeMap::new();
        for file in files {
            for kernel in file.kernels_of(&class) {
                defined.entry(&kernel.name).or_default().push((file, kernel));
            }
        }
        for (name, kernels) in &wanted {
            let found = defined.get(name.as_str()).map_or(&[][..], Vec::as_slice);
            for (kernel, matched) in compare::pairs(kernels, found) {
                match matched {
                    None => self.missing(kernel, &class, &defined),
                    Some((file, own)) => self.differences(kernel, &class, file, own),
                }
            }
        }
    }

    /// Reports that a folder has C++, but no kernels of a backend.
    fn nothing(&mut self, backend: &Backend, folder: &Folder) {
        let shown = match folder.shown.as_os_str().is_empty() {
            true => "the folder of this file".to_owned(),
            false => folder.shown.display().to_string(),
        };
        let message = format!("{shown} defines no kernel of `{}`", class_name(backend));
        let problem = Diagnostic::new(rules::MISSING_KERNEL, backend.backend.span, message);
        self.found.push(problem.help(
            "define its kernels, write the class as `class_name`, or name the folder with the C++: `--include DIR`",
        ));
    }

    /// Reports a kernel that is not defined. `defined` has all functions of the class.
    fn missing(&mut self, kernel: &Wanted, class: &str, defined: &BTreeMap<&str, Vec<(&File, &Kernel)>>) {
        let Wanted { operator, signature, other_name, .. } = kernel;
        let message = format!("the kernel `{class}::{}` of `{}` is not defined", signature.name, operator.value);
        let mut problem = Diagnostic::new(rules::MISSING_KERNEL, operator.span, message);
        if let Some((file, own)) = defined.get(other_name.as_str()).and_then(|all| all.first()) {
            let text = match kernel.is_symint {
                true => "this takes no symbolic integers, as its name says, but `symint` lists the operator",
                false => "this takes symbolic integers, as its name says, but `symint` does not list the operator",
            };
            problem = problem.label(self.span(file, own.range.clone()), text);
        }
        self.found.push(problem.help(format!("define `{}`", kernel.definition(class))));
    }

    fn differences(&mut self, kernel: &Wanted, class: &str, file: &File, own: &Kernel) {
        let Some(difference) = compare::difference(kernel, own) else { return };
        let Wanted { operator, signature, .. } = kernel;
        let name = format!("{class}::{}", signature.name);
        let (message, range, label) = match difference {
            Difference::Count => {
                let (takes, needs) = (own.parameters.len(), signature.parameters.len());
                let takes = source::count(takes, "parameter");
                let message = format!("the kernel `{name}` has {takes}, but `{}` needs {needs}", operator.value);
                (message, own.range.clone(), "it is defined here".to_owned())
            }
            Difference::Parameter(at) => {
                let wanted = &signature.parameters[at];
                let message =
                    format!("`{}` of `{}` has another type in the kernel `{name}`", wanted.name, operator.value);
                let label = format!("this is `{}`, but must be `{}`", own.parameters[at].written, wanted.ty);
                (message, own.parameters[at].range.clone(), label)
            }
            Difference::Returns => {
                let message = format!("the kernel `{name}` of `{}` returns another type", operator.value);
                let label = format!("this returns `{}`, but must return `{}`", own.returns, signature.returns);
                (message, own.range.clone(), label)
            }
        };
        let problem = Diagnostic::new(rules::KERNEL_SIGNATURE, operator.span, message);
        let problem = problem.label(self.span(file, range), label);
        self.found.push(problem.help(format!("the kernel must be `{}`", kernel.definition(class))));
    }

    /// A place in a file, which is added to those that findings point to.
    fn span(&mut self, file: &File, range: std::ops::Range<usize>) -> Span {
        let first = self.project.sources.next_id().index();
        let files = &mut self.files;
        let id = *self.added.entry(file.name.clone()).or_insert_with(|| {
            files.push(SourceFile::new(file.name.clone(), file.text.clone()));
            FileId::from_index(first + files.len() as u32 - 1)
        });
        Span::new(id, range.start, range.end)
    }
}

/// The operators whose kernels the author writes. One that is listed a second time, which is reported elsewhere, has only one kernel.
fn operators(backend: &Backend) -> impl Iterator<Item = &Spanned<OperatorName>> {
    let Backend { supported, autograd, .. } = backend;
    let mut seen = BTreeSet::new();
    supported.iter().chain(autograd).filter(move |name| seen.insert(name.value.to_string()))
}

/// The function of an operator in the tree.
fn function_of<'a>(registry: &'a Registry, name: &OperatorName) -> Option<&'a torch_registry::Function> {
    registry.of_name(&name.to_string()).map(|id| &registry[id])
}
