//! The declaration that an operator's kernel must have, and the files of a new kernel.

use std::collections::BTreeSet;

use forms::cpp_api::{self, KernelCall, KernelParameter};
use profile::{CppSources, KernelSkeleton, Profile};
use registry::Project;
use serde::Serialize;
use spec::{Op, Param};
use spelling::Spelling;

use crate::link::function_name;

/// A kernel that an operator needs.
#[derive(Debug, Serialize)]
pub struct NewKernel {
    /// The name under which it is registered.
    pub kernel: String,
    /// The declaration of its function.
    pub declaration: String,
    /// The files: paths and texts.
    pub files: Vec<(String, String)>,
}

/// What the templates `kernel/*.j2` need.
#[derive(Serialize)]
pub struct Context<'a> {
    kernel: String,
    function: String,
    header: String,
    parameter_headers: BTreeSet<&'a str>,
    named_parameters: Vec<NamedParameter>,
    input_layouts: Vec<InputLayout<'a>>,
    skeleton: &'a KernelSkeleton,
}

/// The layout that the registration states for an input.
#[derive(Serialize)]
struct InputLayout<'a> {
    index: usize,
    layout: &'a str,
}

#[derive(Serialize)]
struct NamedParameter {
    name: String,
    parameter: KernelParameter,
}

/// The kernels that an operator needs, in the order of the YAML. Empty if it has none, or if the profile has no C++ sources.
pub fn of(op: &Op, project: &Project) -> Vec<NewKernel> {
    let profile = &project.profile;
    let Some(settings) = &profile.cpp_sources else { return Vec::new() };
    let spelling = Spelling::of(project);
    contexts(op, profile, settings).into_iter().map(|context| new_kernel(context, &spelling)).collect()
}

/// What the templates need for each kernel of an operator.
pub fn contexts<'a>(op: &Op, profile: &Profile, settings: &'a CppSources) -> Vec<Context<'a>> {
    let calls = cpp_api::kernels(op, profile).into_iter();
    calls.filter_map(|call| context(op, call, profile, settings)).collect()
}

/// `None` if the profile has no skeleton for the kernel.
fn context<'a>(op: &Op, call: KernelCall, profile: &Profile, settings: &'a CppSources) -> Option<Context<'a>> {
    let KernelCall { kernel, parameters, .. } = call;
    let classes: BTreeSet<&str> = parameters.iter().filter_map(class).collect();
    let is_for_it = |skeleton: &&KernelSkeleton| {
        skeleton.tensors.is_empty() || skeleton.tensors.iter().any(|class| classes.contains(class.as_str()))
    };
    let skeleton = settings.skeletons.values().find(is_for_it)?;
    let header = |parameter: &KernelParameter| match parameter {
        KernelParameter::Attribute { ty, .. } => {
            let words = cpp::tokens::of(profile.cpp.types.get("kernel")?.get(&ty.to_string())?);
            let mut headers = settings.attribute_headers.iter();
            headers.find(|(class, _)| words.contains(&class.as_str())).map(|(_, header)| header)
        }
        tensor => settings.tensor_headers.get(class(tensor)?),
    };
    Some(Context {
        function: function_name(settings, &kernel),
        header: path(&skeleton.header, &kernel),
        parameter_headers: parameters.iter().filter_map(header).map(String::as_str).collect(),
        input_layouts: input_layouts(&parameters, skeleton),
        named_parameters: names(op)
            .zip(parameters)
            .map(|(name, parameter)| NamedParameter { name, parameter })
            .collect(),
        skeleton,
        kernel,
    })
}

fn new_kernel(context: Context, spelling: &Spelling) -> NewKernel {
    let source = path(&context.skeleton.source, &context.kernel);
    let file = |path: String, part| (path, spelling.kernel_skeleton(part, &context));
    NewKernel {
        declaration: spelling.kernel_skeleton("declaration", &context) + ";",
        files: vec![file(context.header.clone(), "header.h"), file(source, "source.cc")],
        kernel: context.kernel,
    }
}

fn path(pattern: &str, kernel: &str) -> String {
    pattern.replace('*', kernel)
}

/// The names of a kernel's parameters: those in the YAML, or a number for a literal. An argument that only C++ knows has no parameter.
fn names(op: &Op) -> impl Iterator<Item = String> {
    let name = |(at, param): (usize, Param)| match param {
        Param::Name(name) => Some(name.value).filter(|name| op.signature.has_arg(name)),
        Param::Literal(_) | Param::Text(_) => Some(format!("value{at}")),
    };
    let arguments = op.kernel_params().into_iter().enumerate().filter_map(name);
    arguments.chain(op.signature.outputs.iter().map(|output| output.name.value.clone()))
}

/// The class of a tensor. `None` for an attribute.
fn class(parameter: &KernelParameter) -> Option<&'static str> {
    match parameter {
        KernelParameter::Input { class, .. } | KernelParameter::Output { class, .. } => Some(class.name()),
        KernelParameter::Attribute { .. } => None,
    }
}

/// The layouts that the registration states.
fn input_layouts<'a>(parameters: &[KernelParameter], skeleton: &'a KernelSkeleton) -> Vec<InputLayout<'a>> {
    let inputs = parameters.iter().filter(|parameter| matches!(parameter, KernelParameter::Input { .. }));
    let layout = |(index, input)| {
        let layout = skeleton.input_layouts.get(class(input)?)?;
        Some(InputLayout { index, layout })
    };
    inputs.enumerate().filter_map(layout).collect()
}
