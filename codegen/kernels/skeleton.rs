//! The declaration that an operator's kernel must have, and the files of a new kernel.

use std::collections::BTreeSet;

use forms::cpp_api::{self, KernelCall, KernelParameter};
use profile::{CppSources, KernelSkeleton, Profile};
use project::Project;
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
    tensor_headers: Vec<&'a str>,
    named_parameters: Vec<NamedParameter>,
    skeleton: &'a KernelSkeleton,
}

#[derive(Serialize)]
struct NamedParameter {
    name: String,
    parameter: KernelParameter,
}

/// The kernels that an operator needs, in the order of the YAML. Empty if it has none, or if the profile has no C++ sources.
pub fn of(op: &Op, project: &Project) -> Vec<NewKernel> {
    let profile = &project.recipe.profile;
    let Some(settings) = &profile.cpp_sources else { return Vec::new() };
    let spelling = Spelling::of(project);
    contexts(op, profile, settings).into_iter().map(|context| new_kernel(context, &spelling)).collect()
}

/// What the templates need for each kernel of an operator.
pub fn contexts<'a>(op: &Op, profile: &Profile, settings: &'a CppSources) -> Vec<Context<'a>> {
    let skeleton = &settings.skeleton;
    let context = |KernelCall { kernel, parameters, .. }: KernelCall| Context {
        function: function_name(settings, &kernel),
        header: path(&skeleton.header, &kernel),
        tensor_headers: tensor_headers(&parameters, skeleton),
        named_parameters: names(op)
            .zip(parameters)
            .map(|(name, parameter)| NamedParameter { name, parameter })
            .collect(),
        skeleton,
        kernel,
    };
    cpp_api::kernels(op, profile).into_iter().map(context).collect()
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

/// The headers of the classes of tensors that a kernel takes or returns, in the order of the profile.
fn tensor_headers<'a>(parameters: &[KernelParameter], skeleton: &'a KernelSkeleton) -> Vec<&'a str> {
    let classes: BTreeSet<&str> = parameters
        .iter()
        .filter_map(|parameter| match parameter {
            KernelParameter::Input { class, .. } | KernelParameter::Output { class, .. } => Some(class.name()),
            KernelParameter::Attribute { .. } => None,
        })
        .collect();
    let headers = skeleton.tensor_headers.iter().filter(|(class, _)| classes.contains(class.as_str()));
    headers.map(|(_, header)| header.as_str()).collect()
}
