//! The kernels of a tree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use project::Root;
use source::Diagnostic;
use source::fix::Help;
use source::suggest::Known;
use torch_check::rules;
use torch_registry::{Project, Registry};

use crate::compare::{self, Difference};
use crate::files::Folders;
use crate::functions::{CppFunctions, Located};
use crate::native::{NativeKernel, NativeKind, kernels};
use crate::report::{Mismatch, Report};
use crate::signature::Kernel;

/// Compares the kernels that entries name with the C++ of the tree. Returns true if there is such C++.
///
/// # Errors
/// If C++ cannot be read.
pub fn check(report: &mut Report, root: &Root, folders: &mut Folders) -> Result<bool, String> {
    let (Root::Tree(root), Some(shown)) = (root, folder(report.project)) else { return Ok(false) };
    if !root.join(&shown).is_dir() {
        return Ok(false);
    }
    let files = folders.read(&root.join(&shown), &shown)?;
    let functions = CppFunctions::of(&files);
    let kernels = kernels(&report.project.registry);
    let (found, missing): (Vec<_>, Vec<_>) = kernels.iter().partition(|kernel| functions.may_have(kernel));
    if functions.names(NATIVE_NAMESPACE).next().is_none() {
        return Ok(false);
    }
    let used: BTreeSet<&str> = found.iter().map(|kernel| kernel.name.as_str()).collect();
    let unused = Known::new(functions.names(NATIVE_NAMESPACE).filter(|name| !used.contains(name)));
    let reported = Reported { registry: &report.project.registry, found: &found, unused: &unused };
    for kernel in missing.into_iter().filter(|kernel| reported.is_expected(kernel)) {
        report_missing(report, kernel, &functions, &unused);
    }
    let mut by_function: BTreeMap<(&str, &str), Vec<&NativeKernel>> = BTreeMap::new();
    for kernel in found {
        by_function.entry((&kernel.scope, &kernel.read.name)).or_default().push(kernel);
    }
    by_function.values().for_each(|kernels| report_differences(report, kernels, functions.defining(kernels[0])));
    Ok(true)
}

/// The folder of the tree's C++: `ATen`, below which the entries are, too.
pub fn folder(project: &Project) -> Option<PathBuf> {
    let (_, function) = project.registry.functions().next()?;
    let yaml = Path::new(project.sources.file(function.entry.func_span.file).name());
    let folder = yaml.parent().filter(|folder| folder.ends_with(NATIVE))?;
    folder.parent().map(Path::to_owned)
}

/// The folder of the entries and of most kernels.
const NATIVE: &str = "native";
/// The namespace of kernels whose names have none.
const NATIVE_NAMESPACE: &str = "at::native";

/// Which missing kernels are reported.
struct Reported<'a> {
    registry: &'a Registry,
    found: &'a [&'a NativeKernel<'a>],
    /// The names of functions that are no kernels.
    unused: &'a Known<'a>,
}

impl Reported<'_> {
    /// False if the kernels of its dispatch keys are in another repository. If the tree has none for these keys, only a typing error is
    /// reported.
    fn is_expected(&self, kernel: &NativeKernel) -> bool {
        let elsewhere = &self.registry.profile().names.backends_elsewhere;
        let is_here = |key: &&&str| !elsewhere.iter().any(|backend| key.ends_with(backend.as_str()));
        let has_key = |key: &&str| self.found.iter().any(|found| found.keys.contains(key));
        let mut here = kernel.keys.iter().filter(is_here).peekable();
        let is_misspelt = || self.unused.typo_of(&kernel.name).is_some();
        kernel.keys.is_empty() || (here.peek().is_some() && (here.any(has_key) || is_misspelt()))
    }
}

fn report_missing(report: &mut Report, kernel: &NativeKernel, functions: &CppFunctions, unused: &Known) {
    let message = format!("{} of `{}` is not defined", kernel.shown(), kernel.function.name());
    let mut problem = Diagnostic::new(rules::MISSING_KERNEL, kernel.span, message);
    let mut help = Help::from(format!("define `{}`", kernel.definition()));
    if let Some((file, own)) = functions.in_another_scope(kernel) {
        let label = match own.scope.as_str() {
            "" => "this is in no namespace".to_owned(),
            scope => format!("this is in `{scope}`"),
        };
        problem = problem.label(report.span(file, own.range.clone()), label);
    } else if kernel.kind == NativeKind::Named
        && let Some(near) = unused.nearest(&kernel.name)
        && let Some((file, own)) = functions.first(NATIVE_NAMESPACE, near)
    {
        problem = problem.label(report.span(file, own.range.clone()), "a similar name");
        help = Help {
            text: format!("did you mean `{near}`? Otherwise, {}", help.text),
            ..Help::meant(&kernel.name, near)
        };
        help = help.certain(false);
    }
    report.push(problem.help(help));
}

/// Reports the kernels of one name for which no definition fits. Nothing is known if macros or templates may define one.
fn report_differences(report: &mut Report, kernels: &[&NativeKernel], functions: &[Located]) {
    let defined: Vec<Located> = functions.iter().filter(|(_, own)| own.has_body).copied().collect();
    if defined.iter().any(|(_, own)| own.is_generic) {
        return;
    }
    let fits = |kernel: &NativeKernel, own: &Kernel| difference(kernel, own).is_none();
    let is_free = |(_, own): &&Located| !kernels.iter().any(|kernel| fits(kernel, own));
    let mut free: Vec<Located> = defined.iter().filter(is_free).copied().collect();
    let mut unmatched: Vec<&NativeKernel> =
        kernels.iter().filter(|kernel| !defined.iter().any(|(_, own)| fits(kernel, own))).copied().collect();
    // The nearest pairs belong together.
    while !unmatched.is_empty() {
        let candidates = if free.is_empty() { &defined } else { &free };
        let pairs = (0..unmatched.len()).flat_map(|kernel| (0..candidates.len()).map(move |own| (kernel, own)));
        let distance = |(kernel, own): &(usize, usize)| compare::distance(&unmatched[*kernel].read, candidates[*own].1);
        let is_cheap = unmatched.len() * candidates.len() <= MOST_PAIRS;
        let nearest = if is_cheap { pairs.min_by_key(distance) } else { Some((0, 0)) };
        let Some((kernel, own)) = nearest else { return };
        let (kernel, definition) = (unmatched.remove(kernel), candidates[own]);
        if !free.is_empty() {
            free.remove(own);
        }
        report_difference(report, kernel, definition);
    }
}

/// With more pairs than PyTorch has of any name, the nearest ones are not looked for.
const MOST_PAIRS: usize = 10_000;

fn report_difference(report: &mut Report, kernel: &NativeKernel, (file, own): Located) {
    let Some(difference) = difference(kernel, own) else { return };
    let mismatch = Mismatch {
        span: kernel.span,
        kernel: &kernel.shown(),
        operator: &kernel.function.name().to_string(),
        signature: &kernel.signature,
        definition: kernel.definition(),
        difference,
    };
    report.mismatch(mismatch, file, own);
}

/// The first difference of a definition. Macros give structured kernels their results.
fn difference(kernel: &NativeKernel, own: &Kernel) -> Option<Difference> {
    let has_result = matches!(kernel.kind, NativeKind::Named | NativeKind::Implicit);
    compare::difference(&kernel.read, own).filter(|found| has_result || *found != Difference::Returns)
}
