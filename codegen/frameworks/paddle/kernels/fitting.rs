//! The kernels and infer meta functions that an entry may name, and whether they take its arguments.

use std::collections::BTreeMap;

use crate::index::{Declared, DeclaredParameter, Index};
use profile::CppSources;
use registry::Project;
use source::Spanned;
use spec::{InferMeta, Kernel, KernelFn, Op};
use spelling::Spelling;

use crate::compare::{after_context, difference};
use crate::expected::{self, Expected};
use crate::link::{is_kernel, kernel_functions, kernel_name};

/// A function that an entry may name.
#[derive(Debug)]
pub struct Candidate<'i> {
    /// The name in the YAML.
    pub name: String,
    /// A function that has it, if one was read.
    pub function: Option<&'i Declared>,
    /// Whether the function takes the arguments of the entry.
    pub fits: bool,
}

/// The kernels, in the order of their names: those that are registered, or without registrations, those whose functions are declared.
pub fn kernels<'i>(index: &'i Index, settings: &CppSources, op: Option<&Op>, project: &Project) -> Vec<Candidate<'i>> {
    let calls = op.map_or(Vec::new(), |op| expected::of_kernels(&with_calls(op), &Spelling::of(project)));
    let calls: Vec<Vec<Expected>> = calls.into_iter().filter_map(|(_, expected)| expected).collect();
    let candidate = |(name, functions): (String, Vec<&'i Declared>)| {
        let fitting = functions.iter().copied().find(|function| fits(after_context(function), &calls, settings));
        Candidate { name, function: fitting.or(functions.first().copied()), fits: fitting.is_some() }
    };
    named_kernels(index, settings).into_iter().map(candidate).collect()
}

fn named_kernels<'i>(index: &'i Index, settings: &CppSources) -> BTreeMap<String, Vec<&'i Declared>> {
    if index.has_registrations() {
        let functions = |name: &str| (name.to_owned(), kernel_functions(index, settings, name));
        return index.kernels().map(functions).collect();
    }
    let mut named: BTreeMap<String, Vec<&Declared>> = BTreeMap::new();
    for function in index.functions().filter(|function| is_kernel(function, settings)) {
        named.entry(kernel_name(settings, &function.short_name)).or_default().push(function);
    }
    named
}

/// The infer meta functions, in the order of their names.
pub fn infer_meta<'i>(
    index: &'i Index,
    settings: &CppSources,
    op: Option<&Op>,
    project: &Project,
) -> Vec<Candidate<'i>> {
    let call = op.and_then(|op| expected::of_infer_meta(&with_calls(op), &project.profile));
    let calls: Vec<Vec<Expected>> = call.into_iter().collect();
    let takes_meta = |function: &&Declared| {
        let last = function.parameters.iter().rev().find(|parameter| parameter.ty != settings.meta_config);
        last.is_some_and(|last| last.ty.contains(settings.meta_tensor.as_str()))
    };
    let is_there = |function: &&Declared| index.is_in(&function.place, &settings.infer_meta);
    let functions = index.functions().filter(|function| index.is_header(&function.place)).filter(is_there);
    let mut named: BTreeMap<&str, Candidate> = BTreeMap::new();
    for function in functions.filter(takes_meta) {
        let fits = fits(&function.parameters, &calls, settings);
        let name = &function.short_name;
        let candidate = Candidate { name: name.clone(), function: Some(function), fits };
        let known = named.entry(name).or_insert(candidate);
        if fits && !known.fits {
            (known.function, known.fits) = (Some(function), true);
        }
    }
    named.into_values().collect()
}

fn fits(parameters: &[DeclaredParameter], calls: &[Vec<Expected>], settings: &CppSources) -> bool {
    calls.iter().any(|expected| difference(parameters, expected, settings).is_none())
}

/// The operator as if it called a kernel and an infer meta function, which its entry may not name yet.
fn with_calls(op: &Op) -> Op {
    let nameless = || Spanned::new(String::new(), op.name.span);
    let mut op = op.clone();
    op.infer_meta.get_or_insert_with(|| InferMeta {
        func: nameless(),
        param: None,
        spmd_rule: None,
        local_shape: None,
        global_shape: None,
    });
    let kernel = op.kernel.get_or_insert_with(|| Kernel {
        functions: Vec::new(),
        param: None,
        backend: None,
        layout: None,
        data_type: None,
        force_backend: None,
    });
    if kernel.functions.is_empty() {
        kernel.functions.push(KernelFn { name: nameless(), dispatch: None });
    }
    op
}
