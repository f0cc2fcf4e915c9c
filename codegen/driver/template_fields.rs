//! The variables of templates, for users who write their own: read off what the templates get for the built-in operators.

use std::collections::BTreeMap;

use diff::Sides;
use manual::template_fields::{self, Fields, REGISTERED_OPERATORS};
use operator_docs::Since;
use profile::built_in_profiles;
use project::config::Per;
use project::settings::Options;
use project::{Inputs, Project, Root};
use render::FilePlan;
use source::Sources;

use super::PROGRAM;
use super::custom_targets::Ops;

/// The fields of each built-in template, by the template's name. Templates that others include are missing: they have the
/// variables of the template that includes them.
pub fn contexts() -> BTreeMap<String, Fields> {
    let plans: Vec<FilePlan> = projects().iter().flat_map(plans).collect();
    template_fields::built_in(&plans)
}

/// The fields of a template of a custom target.
pub fn custom(per: Per) -> Fields {
    let contexts = Ops::of(&super::load(&Root::BuiltIn)).contexts(per);
    template_fields::of(contexts.iter().map(|(_, context)| context))
}

/// Projects that together need every template: the built-in operators under each profile, and once with kinds of file that
/// they do not have.
fn projects() -> Vec<Project> {
    let under = |name: &str| Options { profile: Some(name.to_owned()), ..Options::default() };
    let projects = built_in_profiles().map(|profile| super::read(&Root::BuiltIn, &under(&profile.name)).analyse());
    projects.chain([with_all_kinds()]).collect()
}

/// The built-in operators with registered ones, and with their list of primitive operators as that of PIR.
fn with_all_kinds() -> Project {
    let built_in = PROGRAM.yaml.iter().flat_map(|&(name, text)| {
        let kind = name.strip_suffix(".yaml").unwrap_or(name);
        let of_pir = (kind == "prim_api").then_some(("primitive", "primitive.yaml", text.as_bytes()));
        [(kind, name, text.as_bytes())].into_iter().chain(of_pir)
    });
    let registered = ("op_registry", "op-registry.json", REGISTERED_OPERATORS.as_bytes());
    Inputs::from_texts(built_in.chain([registered]), PROGRAM).analyse()
}

/// Everything that is generated for a project, and its reference.
fn plans(project: &Project) -> Vec<FilePlan> {
    let profile = &project.recipe.profile;
    let mut plans: Vec<FilePlan> =
        targets::of(profile).flat_map(|target| (target.plan)(&project.registry, profile)).collect();
    // Compared with an empty project, every operator has changed.
    let empty = Project::join(Sources::default(), [], PROGRAM);
    let diff = diff::compare(Sides { base: &empty, head: project });
    let since = Since { name: "v1.0", base: &empty, diff: &diff };
    plans.extend(operator_docs::plan(project, Some(since), PROGRAM.catalogue));
    plans
}
