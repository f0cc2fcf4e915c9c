//! The variables of templates, for users who write their own. They are collected from the plans for the built-in operators, or for those
//! of a project.

use std::collections::BTreeMap;

use kernels::skeleton;
use manual::template_fields::{self, Fields, PYTHON_APIS, REGISTERED_OPERATORS};
use operator_docs::Since;
use operator_docs::versions::{VersionPlans, join};
use package_tools::kernels::skeleton as of_package;
use package_tools::samples::TRITON_OPERATORS;
use profile::Holds;
use project::Root;
use project::any::AnyProject;
use project::config::Per;
use project::settings::Options;
use reference::Origin;
use registry::{Inputs, Project};
use render::FilePlan;
use show::{DeclaredKernel, RegisteredKernel, Shown};
use source::Sources;

use super::custom_targets::Ops;
use super::frameworks::{WITH_SHARED_MODEL, sides};
use super::program::PROGRAM;
use super::projects::{load, read};

/// The fields of each built-in template, by the template's name. Included templates are left out, because they see the
/// variables of the template that includes them.
pub fn contexts() -> BTreeMap<String, Fields> {
    let plans: Vec<FilePlan> =
        projects().iter().flat_map(|project| plans(project).into_iter().chain(kernel_plans(project))).collect();
    template_fields::built_in(&plans)
}

/// The fields of each template with which outputs of a project are rendered, by the template's name.
pub fn contexts_of(project: &dyn AnyProject) -> BTreeMap<String, Fields> {
    let targets = project.recipe().version.targets();
    let mut plans: Vec<FilePlan> = targets.iter().flat_map(|target| project.plan(target.name)).collect();
    let paths: Vec<String> = plans.iter().map(|plan| plan.path.clone()).collect();
    plans.extend(project.plan_lists(&paths));
    template_fields::built_in(&plans)
}

/// The fields of a custom target's template, for the built-in operators.
pub fn custom(per: Per) -> Fields {
    custom_of(&load(&Root::BuiltIn), per)
}

/// The fields of a custom target's template.
pub fn custom_of(project: &dyn AnyProject, per: Per) -> Fields {
    let contexts = Ops::of(project).contexts(per);
    template_fields::of(contexts.iter().map(|(_, context)| context))
}

/// Projects that together use every template and every variable: the built-in operators under each profile, with the functions
/// of Python that it has, and once with additional kinds of file.
fn projects() -> Vec<Project> {
    let under = |name: &str| Options { profile: Some(name.to_owned()), ..Options::default() };
    let projects = WITH_SHARED_MODEL.iter().flat_map(|program| program.framework.owner.built_in_profiles());
    let projects = projects.map(|profile| {
        let mut inputs = read(&Root::BuiltIn, &under(&profile.name));
        for input in profile.inputs.iter().filter(|input| input.holds == Holds::PythonApis) {
            inputs.add(&input.key, "functions of Python", PYTHON_APIS);
        }
        for (key, text) in TRITON_OPERATORS.into_iter().filter(|_| profile.package.is_some()) {
            inputs.add(key, "operators with Triton kernels", text);
        }
        inputs.analyse()
    });
    projects.chain([with_all_kinds()]).collect()
}

/// The built-in operators with registered ones, and with their list of primitive operators as the one for PIR.
fn with_all_kinds() -> Project {
    let built_in = PROGRAM.yaml.iter().flat_map(|&(name, text)| {
        let kind = name.strip_suffix(".yaml").unwrap_or(name);
        let of_pir = (kind == "prim_api").then_some(("primitive", "primitive.yaml", text.as_bytes()));
        [(kind, name, text.as_bytes())].into_iter().chain(of_pir)
    });
    let registered = ("op_registry", "op-registry.json", REGISTERED_OPERATORS.as_bytes());
    Inputs::from_texts(built_in.chain([registered]), PROGRAM).analyse()
}

/// The plans of all outputs of a project, and of its reference.
fn plans(project: &Project) -> Vec<FilePlan> {
    let profile = &project.profile;
    let mut plans: Vec<FilePlan> =
        profile.targets().flat_map(|target| AnyProject::plan(project, target.name)).collect();
    // Compared with an empty project, every operator is new, so the page of changes has all its fields.
    let empty = Project::join(Sources::default(), [], project.program);
    let diff = diff::compare(sides(&empty, project));
    let since = Since { name: "v1.0", base: &empty, diff: &diff };
    let address = "https://example.org".parse().ok();
    let origin = Origin { revision: Some("v1.1".to_owned()), is_changed: true, address, folder: String::new() };
    let shown = show::all(project).into_iter().map(|(_, shown)| with_cpp(shown)).collect();
    // Frameworks that describe their operators in words have templates of their own.
    let described = reference::described::plan(project, &origin).into_iter();
    plans.extend(described.filter(|plan| plan.template.starts_with("reference/described")));
    let pages = operator_docs::plan(project, shown, Some(since), &origin, project.program.catalogue);
    let (front, versions) = join(vec![VersionPlans { name: "v1.1".to_owned(), plans: pages }]);
    plans.push(front);
    plans.extend(versions.into_iter().flat_map(|version| version.plans));
    plans
}

/// An operator as if C++ declared and registered its kernels.
fn with_cpp(mut shown: Shown) -> Shown {
    let at = || vec![shown.defined.clone()];
    for kernel in &mut shown.kernels {
        kernel.declared = vec![DeclaredKernel { declaration: kernel.signature.clone(), defined: at() }];
        let (backend, layout) = ("CPU".to_owned(), "ALL_LAYOUT".to_owned());
        let data_types = Some(["float32".to_owned()].into());
        kernel.registered = vec![RegisteredKernel { backend, layout, data_types, defined: at() }];
    }
    shown
}

/// The plans of the declarations and skeletons of kernels.
fn kernel_plans(project: &Project) -> Vec<FilePlan> {
    let profile = &project.profile;
    if profile.package.is_some() {
        return package_plans(project);
    }
    let Some(settings) = &profile.cpp_sources else { return Vec::new() };
    let contexts = project.registry.ops().flat_map(|(_, op)| skeleton::contexts(op, profile, settings));
    let plans = |context| KERNEL_TEMPLATES.map(|template| FilePlan::new("", template, &context));
    contexts.flat_map(plans).collect()
}

const KERNEL_TEMPLATES: [&str; 3] = ["kernel/declaration.j2", "kernel/header.h.j2", "kernel/source.cc.j2"];

/// The plans of the declarations and sources of kernels in a package.
fn package_plans(project: &Project) -> Vec<FilePlan> {
    let plans = |context: &of_package::Context| {
        ["package/kernel.j2", of_package::SOURCE].map(|template| FilePlan::new("", template, context))
    };
    project.registry.ops().flat_map(|(id, _)| of_package::for_each(id, project, plans)).flatten().collect()
}
