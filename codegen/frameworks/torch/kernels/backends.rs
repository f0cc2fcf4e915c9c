//! The kernels of backends outside of PyTorch.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use project::Root;
use source::{Diagnostic, Spanned};
use torch_check::rules;
use torch_registry::{Project, Registry};
use torch_schema::OperatorName;
use torch_spec::Backend;

use crate::compare;
use crate::files::{File, Folders};
use crate::function_of;
use crate::report::{Mismatch, Report};
use crate::signature::{Kernel, Wanted};

/// Compares the kernels of backends with their C++. A backend without C++ is left out, and so is the lazy one of the tree itself. Returns
/// true if a backend could be checked.
///
/// # Errors
/// If C++ cannot be read.
pub fn check(report: &mut Report, root: &Root, include: Option<&Path>, folders: &mut Folders) -> Result<bool, String> {
    let project = report.project;
    let mut is_checked = false;
    let mut elsewhere = Vec::new();
    for backend in project.registry.backends().iter().filter(|backend| is_readable(backend, &project.registry)) {
        let Some(folder) = folder(backend, project, root, include) else { continue };
        let files = folders.read(&folder.path, &folder.shown)?;
        let class = class_name(backend);
        if files.iter().any(|file| file.kernels_of(&class).next().is_some()) {
            is_checked = true;
            check_one(report, backend, &files);
        } else if folder.is_named || !files.is_empty() {
            elsewhere.push((backend, folder));
        }
    }
    let lazy = &project.registry.profile().names.lazy_dispatch_keys;
    elsewhere.retain(|(backend, _)| !lazy.contains(&backend.backend.value));
    if !is_checked {
        elsewhere.iter().for_each(|(backend, folder)| nothing(report, backend, folder));
    }
    Ok(is_checked || !elsewhere.is_empty())
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

fn check_one(report: &mut Report, backend: &Backend, files: &[Arc<File>]) {
    let class = class_name(backend);
    let registry = &report.project.registry;
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
                None => missing(report, kernel, &class, &defined),
                Some((file, own)) => differences(report, kernel, &class, file, own),
            }
        }
    }
}

/// Reports that a folder has C++, but no kernels of a backend.
fn nothing(report: &mut Report, backend: &Backend, folder: &Folder) {
    let shown = match folder.shown.as_os_str().is_empty() {
        true => "the folder of this file".to_owned(),
        false => folder.shown.display().to_string(),
    };
    let message = format!("{shown} defines no kernel of `{}`", class_name(backend));
    let problem = Diagnostic::new(rules::MISSING_KERNEL, backend.backend.span, message);
    report.push(
        problem.help(
            "define its kernels, write the class as `class_name`, or name the folder with the C++: `--include DIR`",
        ),
    );
}

/// Reports a kernel that is not defined. `defined` has all functions of the class.
fn missing(report: &mut Report, kernel: &Wanted, class: &str, defined: &BTreeMap<&str, Vec<(&File, &Kernel)>>) {
    let Wanted { operator, signature, other_name, .. } = kernel;
    let message = format!("the kernel `{class}::{}` of `{}` is not defined", signature.name, operator.value);
    let mut problem = Diagnostic::new(rules::MISSING_KERNEL, operator.span, message);
    if let Some((file, own)) = defined.get(other_name.as_str()).and_then(|all| all.first()) {
        let text = match kernel.is_symint {
            true => "this takes no symbolic integers, as its name says, but `symint` lists the operator",
            false => "this takes symbolic integers, as its name says, but `symint` does not list the operator",
        };
        problem = problem.label(report.span(file, own.range.clone()), text);
    }
    report.push(problem.help(format!("define `{}`", kernel.definition(class))));
}

fn differences(report: &mut Report, kernel: &Wanted, class: &str, file: &File, own: &Kernel) {
    let Some(difference) = compare::difference(&kernel.read, own) else { return };
    let Wanted { operator, signature, .. } = kernel;
    let mismatch = Mismatch {
        span: operator.span,
        kernel: &format!("the kernel `{class}::{}`", signature.name),
        operator: &operator.value.to_string(),
        signature,
        definition: kernel.definition(class),
        difference,
    };
    report.mismatch(mismatch, file, own);
}

/// The operators whose kernels the author writes. One that is listed a second time, which is reported elsewhere, has only one kernel.
fn operators(backend: &Backend) -> impl Iterator<Item = &Spanned<OperatorName>> {
    let Backend { supported, autograd, .. } = backend;
    let mut seen = BTreeSet::new();
    supported.iter().chain(autograd).filter(move |name| seen.insert(name.value.to_string()))
}
