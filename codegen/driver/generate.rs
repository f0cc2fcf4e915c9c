//! The driver: from a loaded project to rendered outputs.

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;

use crate::driver::custom_targets;
use crate::driver::shards::{self, Shards};
use crate::reuse::{Memory, Texts};
use profile::Profile;
use project::Project;
use project::config::OwnTarget;
use project::settings::Recipe;
use registry::{Registry, Specs};
use render::{RenderError, Rendered, Templates};
use source::{Diagnostic, Diagnostics, Sources};
use targets::{self, FilePlan, TARGETS, Target};

/// What is to be made.
#[derive(Debug, Clone)]
pub struct Selection<'a> {
    pub built_in: Vec<&'static Target>,
    pub own: Vec<&'a OwnTarget>,
    pub shards: Shards,
}

/// Targets that cannot be chosen.
#[derive(Debug)]
pub enum SelectionError {
    /// With name and title of each target that there is.
    Unknown {
        name: String,
        known: Vec<(String, String)>,
    },
    Twice(String),
}

impl<'a> Selection<'a> {
    /// What the caller names; else what the project names; else everything.
    ///
    /// # Errors
    /// A name that is no target's, or stands twice.
    pub fn of(recipe: &'a Recipe, names: &[String], shards: Option<Shards>) -> Result<Self, SelectionError> {
        let shards = shards.or(recipe.shards).unwrap_or(Shards::WHOLE);
        if names.is_empty() && recipe.targets.is_empty() {
            let (built_in, own) = (TARGETS.iter().collect(), recipe.own_targets.iter().collect());
            return Ok(Selection { built_in, own, shards });
        }
        let mut selection = Selection { built_in: Vec::new(), own: Vec::new(), shards };
        if names.is_empty() {
            // Reading the project has reported names that there are none of, and that stand twice.
            recipe.targets.iter().for_each(|name| drop(selection.add(recipe, &name.value)));
        } else {
            names.iter().try_for_each(|name| selection.add(recipe, name))?;
        }
        Ok(selection)
    }

    fn add(&mut self, recipe: &'a Recipe, name: &str) -> Result<(), SelectionError> {
        if self.names().any(|chosen| chosen == name) {
            return Err(SelectionError::Twice(name.to_owned()));
        }
        let own = recipe.own_targets.iter().find(|target| target.name.value == name);
        match (targets::find(name), own) {
            (Some(target), _) => self.built_in.push(target),
            (None, Some(target)) => self.own.push(target),
            (None, None) => return Err(SelectionError::unknown(name, recipe)),
        }
        Ok(())
    }

    /// Whether it is up to this run which outputs one of the project's own targets has: the target is chosen, or is no more.
    pub fn decides(&self, target: &str, recipe: &Recipe) -> bool {
        let is_named = |own: &OwnTarget| own.name.value == target;
        self.own.iter().any(|own| is_named(own)) || !recipe.own_targets.iter().any(is_named)
    }

    /// The names of what is chosen.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.built_in.iter().map(|target| target.name).chain(self.own.iter().map(|target| target.name.as_str()))
    }
}

impl SelectionError {
    fn unknown(name: &str, recipe: &Recipe) -> Self {
        let built_in = TARGETS.iter().map(|target| (target.name.to_owned(), target.title.to_owned()));
        let own =
            recipe.own_targets.iter().map(|own| (own.name.value.clone(), format!("from `{}`", own.template.value)));
        SelectionError::Unknown { name: name.to_owned(), known: built_in.chain(own).collect() }
    }
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::Unknown { name, known } => {
                write!(f, "there is no target `{name}`; known:")?;
                known.iter().try_for_each(|(name, title)| write!(f, "\n  {name:<12} {title}"))
            }
            SelectionError::Twice(name) => write!(f, "the target `{name}` is named twice"),
        }
    }
}

impl std::error::Error for SelectionError {}

/// Why outputs cannot be made of sound operators.
#[derive(Debug)]
pub enum GenerateError {
    /// Mistakes in templates of the project's own, or in where their outputs go.
    Findings(Diagnostics),
    Render(RenderError),
}

/// The templates of a project: opgen's own, and those that take their places or stand beside them.
///
/// # Errors
/// One that is none; reading the project reports it too.
pub fn templates(recipe: &Recipe, sources: &Sources) -> Result<Templates, RenderError> {
    let mut templates = Templates::built_in();
    for (name, text) in recipe.templates.texts(sources) {
        templates.add(name, text).map_err(|error| RenderError { path: name.to_owned(), op: None, error })?;
    }
    Ok(templates)
}

/// Plans and renders every output that is chosen, in order. Of `old`, what opgen's own templates have made of the same
/// is used again.
///
/// # Errors
/// A template that does not fit what it is given, and outputs that have one path.
pub fn project(project: &Project, selection: &Selection, old: Texts) -> Result<Vec<Rendered>, GenerateError> {
    let make = || -> Result<_, RenderError> {
        let (templates, memory) =
            rayon::join(|| templates(&project.recipe, &project.sources), || Memory::new(&project.registry, old));
        let templates = templates?;
        let Selection { built_in, own: _, shards } = selection;
        let profile = &project.recipe.profile;
        let rendered = generate(&project.registry, profile, &templates, built_in, *shards, Some(&memory))?;
        Ok((templates, rendered))
    };
    let (templates, mut rendered) = make().map_err(|error| explained(project, error))?;
    if !selection.own.is_empty() {
        for (target, plans) in own_plans(project, selection, &templates)? {
            let outputs = templates.render(plans, None).map_err(|error| explained(project, error))?;
            let of_target = |output| Rendered { target: Some(target.name.value.clone()), ..output };
            rendered.extend(outputs.into_iter().map(of_target));
        }
    }
    refuse_collisions(selection, &rendered)?;
    Ok(rendered)
}

/// The plans of each of the project's own targets.
fn own_plans<'a>(
    project: &Project,
    selection: &Selection<'a>,
    templates: &Templates,
) -> Result<Vec<(&'a OwnTarget, Vec<FilePlan<'static>>)>, GenerateError> {
    let (ops, mut diagnostics) = (own::Ops::of(project), Diagnostics::default());
    let plan = |&target: &&'a OwnTarget| (target, own::plan(target, &ops, templates, &mut diagnostics));
    let plans = selection.own.iter().map(plan).collect();
    if diagnostics.is_empty() { Ok(plans) } else { Err(GenerateError::Findings(diagnostics)) }
}

/// A failure of the project's own template is shown where it is.
fn explained(project: &Project, error: RenderError) -> GenerateError {
    match own::failure(project, &error) {
        Some(finding) => GenerateError::Findings([finding].into_iter().collect()),
        None => GenerateError::Render(error),
    }
}

/// No two outputs have one path. opgen's own never do, so one of the project's is among them.
fn refuse_collisions(selection: &Selection, rendered: &[Rendered]) -> Result<(), GenerateError> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    rendered.iter().for_each(|output| *numbers.entry(&output.path).or_default() += 1);
    let twice = numbers.into_iter().filter(|(_, number)| *number > 1);
    let finding = |(path, _)| {
        let target = selection.own.iter().rev().find(|target| target.output.value == path).or(selection.own.last())?;
        let message = format!("another target writes `{path}`, too");
        Some(
            Diagnostic::new(project::rules::TEMPLATE, target.output.span, message)
                .help("give this one another `output`"),
        )
    };
    let findings: Diagnostics = twice.filter_map(finding).collect();
    if findings.is_empty() { Ok(()) } else { Err(GenerateError::Findings(findings)) }
}

/// Plans and renders every output of some targets of opgen's own, on all cores, in order.
///
/// # Errors
/// A template that does not fit its plan.
pub fn generate(
    registry: &Registry,
    profile: &Profile,
    templates: &Templates,
    targets: &[&Target],
    shards: Shards,
    memory: Option<&Memory>,
) -> Result<Vec<Rendered>, RenderError> {
    let plans = |target: &Target| shards::divide((target.plan)(registry, profile), shards);
    let generate = |target: &&Target| templates.render(plans(target), memory);
    let rendered: Vec<_> = targets.par_iter().with_max_len(1).map(generate).collect();
    let rendered: Vec<Vec<Rendered>> = rendered.into_iter().collect::<Result<_, _>>()?;
    Ok(rendered.into_iter().flatten().collect())
}

/// Which outputs opgen's own targets have.
#[derive(Debug)]
pub struct Outputs {
    /// The paths of all, in order.
    pub paths: Vec<String>,
    /// The paths of the sources that shards may take the place of.
    pub divisible: Vec<String>,
}

/// Which outputs opgen's own targets will have: it is the same for any operators, so also for none.
pub fn outputs(profile: &Profile, selection: &Selection) -> Outputs {
    let registry = Registry::new(Specs::default(), profile);
    let targets = selection.built_in.par_iter();
    let whole: Vec<FilePlan> = targets.flat_map_iter(|target| (target.plan)(&registry, profile)).collect();
    let divisible = whole.iter().filter(|plan| shards::is_divisible(plan)).map(|plan| plan.path.clone()).collect();
    let paths = shards::divide(whole, selection.shards).into_iter().map(|plan| plan.path).collect();
    Outputs { paths, divisible }
}

/// The paths of every output of a project's own targets, in order.
///
/// # Errors
/// As [`project`].
pub fn own_paths(project: &Project, selection: &Selection) -> Result<Vec<String>, GenerateError> {
    let templates = templates(&project.recipe, &project.sources).map_err(|error| explained(project, error))?;
    let plans = own_plans(project, selection, &templates)?.into_iter().flat_map(|(_, plans)| plans);
    Ok(plans.map(|plan| plan.path).collect())
}
