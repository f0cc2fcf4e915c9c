//! Turns a loaded project into the texts of all outputs.

use std::collections::BTreeMap;

use emit::OutputFile;
use parallel::prelude::*;
use project::any::{AnyInputs, AnyProject};
use project::config::CustomTarget;
use project::framework::Target;
use project::shards::Shards;
use render::{FilePlan, RenderError, Rendered, Templates};
use source::{Diagnostic, Diagnostics};

use super::custom_targets::{CustomPlan, Purpose};
use super::selection::Selection;
use super::{custom_targets, shards, templates};

/// Why outputs cannot be generated although the operators have no errors.
#[derive(Debug)]
pub enum GenerateError {
    /// The project's own templates, or the paths of their outputs, have errors.
    Findings(Diagnostics),
    /// A built-in template failed.
    Render(RenderError),
}

/// Plans and renders all outputs of the selected targets, in order.
///
/// # Errors
/// If a template does not fit its context, or two outputs have the same path.
pub fn project(project: &dyn AnyProject, selection: &Selection) -> Result<Vec<OutputFile>, GenerateError> {
    let explained = |error| explained(project, error);
    let templates = project.templates().map_err(explained)?;
    let rendered = built_in(project, &templates, &selection.built_in, selection.shards);
    let mut files = rendered.map_err(explained)?;
    if !selection.custom.is_empty() {
        for (target, plans) in custom_plans(project, selection, &templates, Purpose::Render)? {
            let plans = plans.into_iter().map(|custom| custom.plan).collect();
            let rendered = templates.render(plans).map_err(explained)?;
            let of_target = |file| OutputFile { group: Some(target.name.value.clone()), ..file };
            files.extend(rendered.into_iter().map(output_file).map(of_target));
        }
    }
    refuse_collisions(selection, files.iter().map(|file| file.path.as_str()))?;
    Ok(files)
}

pub(super) fn output_file(Rendered { path, text }: Rendered) -> OutputFile {
    OutputFile::new(path, text)
}

/// The plans of the selected custom targets.
fn custom_plans<'a>(
    project: &dyn AnyProject,
    selection: &Selection<'a>,
    templates: &Templates,
    purpose: Purpose,
) -> Result<Vec<(&'a CustomTarget, Vec<CustomPlan>)>, GenerateError> {
    let (ops, mut diagnostics) = (custom_targets::Ops::of(project), Diagnostics::default());
    let mut plan_one = |target| custom_targets::plan(target, &ops, templates, purpose, &mut diagnostics);
    let plan = |&target: &&'a CustomTarget| (target, plan_one(target));
    let plans = selection.custom.iter().map(plan).collect();
    if diagnostics.is_empty() { Ok(plans) } else { Err(GenerateError::Findings(diagnostics)) }
}

/// Turns a failure in one of the project's own templates into a diagnostic at its position there.
pub(super) fn explained(project: &dyn AnyProject, error: RenderError) -> GenerateError {
    match templates::failure(project, &error) {
        Some(finding) => GenerateError::Findings([finding].into_iter().collect()),
        None => GenerateError::Render(error),
    }
}

/// Reports outputs with the same path. Those of built-in targets are distinct, so one of the two belongs to a custom target.
fn refuse_collisions<'a>(selection: &Selection, paths: impl Iterator<Item = &'a str>) -> Result<(), GenerateError> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        *numbers.entry(path).or_default() += 1;
    }
    let twice = numbers.into_iter().filter(|(_, number)| *number > 1);
    let finding = |(path, _)| {
        let named = selection.custom.iter().rev().find(|target| target.output.value == path);
        let target = named.or(selection.custom.last())?;
        let message = format!("another target also writes `{path}`");
        let problem = Diagnostic::new(project::rules::TEMPLATE, target.output.span, message);
        Some(problem.help("give this target another `output`"))
    };
    let findings: Diagnostics = twice.filter_map(finding).collect();
    if findings.is_empty() { Ok(()) } else { Err(GenerateError::Findings(findings)) }
}

/// Plans and renders all outputs of built-in targets, in parallel. The result is in order.
///
/// # Errors
/// If a template does not fit its plan.
pub fn built_in(
    project: &dyn AnyProject,
    templates: &Templates,
    targets: &[Target],
    shards: Shards,
) -> Result<Vec<OutputFile>, RenderError> {
    let plans = |target: &Target| shards::divide(project.plan(target.name), shards);
    let generate = |target: &&Target| templates.render(plans(target));
    let is_list = |target: &&Target| project.listing_target() == Some(target.name);
    let (listing, others): (Vec<_>, Vec<_>) = targets.iter().partition(is_list);
    let rendered: Vec<_> = others.par_iter().with_max_len(1).map(generate).collect();
    let rendered = rendered.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<Rendered> = rendered.into_iter().flatten().collect();
    if !listing.is_empty() {
        let further: Vec<Target> = project.recipe().version.targets();
        let further = further.par_iter().filter(|target| !targets.contains(target));
        let mut paths: Vec<String> = further.flat_map_iter(|target| project.listed_paths(target.name)).collect();
        paths.extend(files.iter().map(|file| file.path.clone()));
        files.extend(templates.render(project.plan_lists(&paths))?);
    }
    Ok(files.into_iter().map(output_file).collect())
}

/// The outputs of built-in targets.
#[derive(Debug)]
pub struct Outputs {
    /// All paths, in order.
    pub paths: Vec<String>,
    /// The paths of the sources that can be divided into shards.
    pub divisible: Vec<String>,
}

/// The outputs of the selected built-in targets, as if there were no operators.
pub fn outputs(inputs: &dyn AnyInputs, selection: &Selection) -> Outputs {
    let names: Vec<&str> = selection.built_in.iter().map(|target| target.name).collect();
    outputs_of(inputs.plan_without_operators(&names), selection.shards)
}

fn outputs_of(plans: Vec<FilePlan>, shards: Shards) -> Outputs {
    let divisible = plans.iter().filter(|plan| shards::is_divisible(plan)).map(|plan| plan.path.clone()).collect();
    let paths = shards::divide(plans, shards).into_iter().map(|plan| plan.path).collect();
    Outputs { paths, divisible }
}

/// The paths of all outputs that build systems should know: first those of built-in targets, then those of custom ones. Only
/// the paths are rendered. The outputs of built-in targets are planned, unless they are known already.
///
/// # Errors
/// As for [`project`].
pub fn all_paths(
    project: &dyn AnyProject,
    selection: &Selection,
    built_in: Option<Outputs>,
) -> Result<Vec<String>, GenerateError> {
    let templates = project.templates().map_err(|error| explained(project, error))?;
    let with_operators = || {
        let plans = selection.built_in.par_iter().flat_map_iter(|target| project.plan(target.name)).collect();
        outputs_of(plans, selection.shards)
    };
    let mut paths = built_in.unwrap_or_else(with_operators).paths;
    let (mut all, mut listed) = (paths.clone(), Vec::new());
    for (_, plans) in custom_plans(project, selection, &templates, Purpose::List)? {
        all.extend(plans.iter().map(|custom| custom.plan.path.clone()));
        listed.extend(plans.into_iter().filter(|custom| custom.is_listed).map(|custom| custom.plan.path));
    }
    refuse_collisions(selection, all.iter().map(String::as_str))?;
    paths.extend(listed);
    Ok(paths)
}
