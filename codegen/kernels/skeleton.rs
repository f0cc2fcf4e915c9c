//! The declaration that an operator's kernel must have, and the files of a new kernel.

use forms::cpp_api::{self, KernelCall, KernelParameter};
use profile::{CppSources, KernelSkeleton, Profile};
use project::Project;
use serde::Serialize;
use spec::Op;
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
        named_parameters: names(op, parameters.len())
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

/// The names of a kernel's parameters: those in the YAML, or a number for a literal.
fn names(op: &Op, count: usize) -> impl Iterator<Item = String> {
    let params = op.kernel_params();
    let is_argument = |name: &&str| op.signature.has_arg(name);
    let name = |(at, param): (usize, &spec::Param)| {
        param.name().filter(is_argument).map_or_else(|| format!("value{at}"), str::to_owned)
    };
    let arguments: Vec<String> = params.iter().enumerate().map(name).collect();
    let outputs = op.signature.outputs.iter().map(|output| output.name.value.clone());
    // An argument that only C++ knows has no parameter here.
    let skipped = (arguments.len() + op.signature.outputs.len()).saturating_sub(count);
    arguments.into_iter().take(params.len() - skipped.min(params.len())).chain(outputs).collect::<Vec<_>>().into_iter()
}
