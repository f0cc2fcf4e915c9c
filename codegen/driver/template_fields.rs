//! What templates are given, for those who write others: shown by what the built-in operators become.

use std::collections::BTreeMap;

use diff::Sides;
use manual::template_fields::{self, Fields};
use minijinja::context;
use minijinja::value::{Serde, Value};
use operator_docs::Since;
use profile::Profile;
use project::config::Per;
use project::{Project, Root};
use render::FilePlan;
use source::Sources;

use super::custom_targets::Ops;
use super::{PROGRAM, templates};

/// The fields of each template's context, by the template's name. Included templates are not listed: they get the context
/// of the template that includes them.
pub fn contexts() -> BTreeMap<String, Fields> {
    let project = super::load(&Root::BuiltIn);
    let profile = &project.recipe.profile;
    let mut plans: Vec<FilePlan> =
        targets::of(profile).flat_map(|target| (target.plan)(&project.registry, profile)).collect();
    // What changed since there was nothing is every operator.
    let nothing = Project::join(Sources::default(), [], PROGRAM);
    let diff = diff::compare(Sides { base: &nothing, head: &project });
    plans.extend(operator_docs::plan(&project, Some(Since { name: "v1.0", base: &nothing, diff: &diff })));
    template_fields::built_in(&plans)
}

/// The fields that the template of a custom target is given.
pub fn custom(per: Per) -> Fields {
    let contexts = Ops::of(&super::load(&Root::BuiltIn)).contexts(per);
    template_fields::of(contexts.iter().map(|(_, context)| context))
}

/// The page that lists them all.
///
/// # Panics
/// Never: its template is part of opgen, and a test renders it.
pub fn page() -> String {
    let own: BTreeMap<_, _> = Per::ALL.iter().map(|per| (per.name(), custom(*per))).collect();
    let context = context! { own => Value::from(Serde(own)), built_in => Value::from(Serde(contexts())) };
    templates::built_in(&Profile::default()).render_text(template_fields::PAGE, context).expect("the template fits")
}
