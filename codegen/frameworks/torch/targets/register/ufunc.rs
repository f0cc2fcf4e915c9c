//! Kernels that apply a function to each element.

use std::collections::{BTreeMap, BTreeSet};

use render::FilePlan;
use serde::Serialize;
use torch_cpp::{Parameter, impl_arguments};
use torch_profile::Profile;
use torch_registry::{Function, FunctionGroup, Grouped, Registry};
use torch_schema::{Argument, BaseType, Type};
use torch_spec::ufunc::UfuncLoop;

use crate::frame::{File, in_aten};
use crate::headers::{kernels, meta};

/// An operator whose kernels apply a function to each element.
#[derive(Debug, Serialize)]
struct ElementKernel {
    name: String,
    dispatch_key: &'static str,
    /// The structured kernel, and its parameters.
    kernel: String,
    parameters: String,
    /// The numbers that are the same for all elements, as the loops get them.
    scalars: Vec<String>,
    /// The tensors whose elements are taken.
    tensors: Vec<String>,
    /// The types of elements, each with its functions.
    cases: Vec<Case>,
    /// The function that functors call.
    functor: String,
}

/// The functions for a type of elements.
#[derive(Debug, Serialize)]
struct Case {
    dtype: String,
    scalar: String,
    /// The function for vectors of elements, if there is one.
    vector: Option<String>,
}

/// The classes of types of elements.
const CLASSES: [(&str, &[&str]); 5] = [
    ("Integral", INTEGRAL),
    ("FloatingTypes", FLOATING),
    ("All", &["Byte", "Char", "Int", "Long", "Short", "Double", "Float"]),
    ("FloatingAndComplex", &["Double", "Float", "ComplexDouble", "ComplexFloat"]),
    ("AllAndComplex", &["Byte", "Char", "Int", "Long", "Short", "Double", "Float", "ComplexDouble", "ComplexFloat"]),
];
const INTEGRAL: &[&str] = &["Byte", "Char", "Int", "Long", "Short"];
const FLOATING: &[&str] = &["Double", "Float"];

/// The frames of the sources, with the template of what stands inside and the dispatch key.
const SOURCES: [(&str, &str, &str, &str); 3] = [
    ("UfuncCPU", "cpp", "torch/register/ufunc_cpu.j2", "CPU"),
    ("UfuncCPUKernel", "cpp", "torch/register/ufunc_cpu_kernel.j2", "CPU"),
    ("UfuncCUDA", "cu", "torch/register/ufunc_cuda.j2", "CUDA"),
];

/// The sources.
pub fn plan<'a>(registry: &'a Registry, profile: &'a Profile) -> impl Iterator<Item = FilePlan> + 'a {
    groups(registry).flat_map(move |group| SOURCES.map(|source| self::source(registry, profile, group, source)))
}

/// The paths of the sources.
pub fn paths(registry: &Registry, profile: &Profile) -> Vec<String> {
    let of_group = |group: FunctionGroup| {
        let name = &registry[group.out].entry.func.name.value.name.base;
        SOURCES.map(|(frame, extension, ..)| path(profile, frame, name, extension))
    };
    groups(registry).flat_map(of_group).collect()
}

fn path(profile: &Profile, frame: &str, name: &str, extension: &str) -> String {
    in_aten(profile, &format!("{frame}_{name}.{extension}"))
}

/// The forms of operators whose kernels apply a function to each element.
fn groups(registry: &Registry) -> impl Iterator<Item = FunctionGroup> {
    registry.grouped().iter().filter_map(|grouped| match grouped {
        Grouped::Group(group) if !registry[group.out].entry.ufunc_loops.is_empty() => Some(*group),
        _ => None,
    })
}

fn source(
    registry: &Registry,
    profile: &Profile,
    group: FunctionGroup,
    (frame, extension, template, key): (&'static str, &str, &'static str, &'static str),
) -> FilePlan {
    let kernel = ElementKernel::new(&registry[group.out], key);
    let grouped = Grouped::Group(group);
    let path = path(profile, frame, &kernel.name, extension);
    let declared = kernels::of_key(registry, profile, grouped, key);
    let headers: Vec<_> = profile.cuda_headers().iter().map(|header| format!("#include <{header}>")).collect();
    File::new(&path, &format!("{frame}.{extension}"))
        .with("name", kernel.name.clone())
        .with("cuda_headers", headers)
        .with_texts("meta_declaration", "torch/meta.j2", frame, meta::classes(registry, &[grouped]))
        .with_texts("native_declaration", "torch/register/ufunc_declaration.j2", frame, declared)
        .with_texts("native_definitions", template, frame, [kernel])
        .plan()
}

impl ElementKernel {
    fn new(out: &Function, key: &'static str) -> ElementKernel {
        let func = &out.entry.func;
        let is_scalar = |argument: &&Argument| argument.ty.value == Type::Base(BaseType::Scalar);
        let names = |arguments: Vec<&Argument>| arguments.iter().map(|argument| argument.name.value.clone()).collect();
        let kernel = out.kernel(key).map(|found| found.kernel.name.clone()).unwrap_or_default();
        let parameters: Vec<_> = impl_arguments(out).iter().map(Parameter::defined).collect();
        let cases = cases(&out.entry.ufunc_loops, key);
        ElementKernel {
            name: func.name.value.name.base.clone(),
            dispatch_key: key,
            kernel,
            parameters: parameters.join(", "),
            scalars: names(func.arguments.without_out().filter(is_scalar).collect()),
            tensors: names(
                func.arguments.without_out().filter(|argument| argument.ty.value.is_tensor_like()).collect(),
            ),
            functor: cases.first().map(|case| case.scalar.clone()).unwrap_or_default(),
            cases,
        }
    }
}

/// The functions for each type of elements. Those for one use come before those for all.
fn cases(loops: &[UfuncLoop], key: &str) -> Vec<Case> {
    let (scalar, vector): (&[&str], &[&str]) = match key {
        "CPU" => (&["CPUScalar", "ScalarOnly", "Generic"], &["CPUVector", "Generic"]),
        _ => (&["CUDAFunctor", "ScalarOnly", "Generic"], &[]),
    };
    let (scalars, vectors) = (by_dtype(loops, scalar), by_dtype(loops, vector));
    let case = |(dtype, name): (&String, &String)| Case {
        dtype: dtype.clone(),
        scalar: name.clone(),
        vector: vectors.get(dtype).cloned(),
    };
    scalars.iter().map(case).collect()
}

fn by_dtype(loops: &[UfuncLoop], keys: &[&str]) -> BTreeMap<String, String> {
    let mut by_dtype = BTreeMap::new();
    for key in keys {
        for applied in loops.iter().filter(|applied| applied.key.value == *key) {
            for dtype in applied.dtypes.iter().flat_map(|dtype| types(&dtype.value)) {
                by_dtype.entry(dtype).or_insert_with(|| applied.name.clone());
            }
        }
    }
    by_dtype
}

/// The types in a class, or the type itself.
fn types(name: &str) -> BTreeSet<String> {
    match CLASSES.iter().find(|(class, _)| *class == name) {
        Some((_, types)) => types.iter().map(|ty| (*ty).to_owned()).collect(),
        None => BTreeSet::from([name.to_owned()]),
    }
}
