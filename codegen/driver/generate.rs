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

/// The targets to generate, and the number of shards.
#[derive(Debug, Clone)]
pub struct Selection<'a> {
    pub built_in: Vec<&'static Target>,
    pub own: Vec<&'a OwnTarget>,
    pub shards: Shards,
}

/// Why targets cannot be selected.
#[derive(Debug)]
pub enum SelectionError {
    /// With the name and title of every target that exists.
    Unknown {
        name: String,
        known: Vec<(String, String)>,
    },
    Twice(String),
}

impl<'a> Selection<'a> {
    /// The caller's targets; if there are none, the project's; if there are none, all targets.
    ///
    /// # Errors
    /// A target does not exist, or is given twice.
    pub fn of(recipe: &'a Recipe, names: &[String], shards: Option<Shards>) -> Result<Self, SelectionError> {
        let shards = shards.or(recipe.shards).unwrap_or(Shards::WHOLE);
        if names.is_empty() && recipe.targets.is_empty() {
            let (built_in, own) = (TARGETS.iter().collect(), recipe.own_targets.iter().collect());
            return Ok(Selection { built_in, own, shards });
        }
        let mut selection = Selection { built_in: Vec::new(), own: Vec::new(), shards };
        if names.is_empty() {
            // Unknown and repeated names have been reported when the project was read.
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

    /// Whether this run decides which outputs one of the project's own targets has: the target is selected, or no longer
    /// exists.
    pub fn decides(&self, target: &str, recipe: &Recipe) -> bool {
        let is_named = |own: &OwnTarget| own.name.value == target;
        self.own.iter().any(|own| is_named(own)) || !recipe.own_targets.iter().any(is_named)
    }

    /// The names of the selected targets.
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
                write!(f, "there is no target `{name}`; the targets are:")?;
                known.iter().try_for_each(|(name, title)| write!(f, "\n  {name:<12} {title}"))
            }
            SelectionError::Twice(name) => write!(f, "the target `{name}` is given twice"),
        }
    }
}

impl std::error::Error for SelectionError {}

/// Why outputs cannot be generated, although the operators have no errors.
#[derive(Debug)]
pub enum GenerateError {
    /// Mistakes in the project's own templates, or in the paths of their outputs.
    Findings(Diagnostics),
    Render(RenderError),
}

/// The templates of a project: the built-in ones, and those of the project, which replace them or add to them.
///
/// # Errors
/// A template is not valid. That is also reported when the project is read.
pub fn templates(recipe: &Recipe, sources: &Sources) -> Result<Templates, RenderError> {
    let mut templates = Templates::built_in();
    for (name, text) in recipe.templates.texts(sources) {
        templates.add(name, text).map_err(|error| RenderError { path: name.to_owned(), op: None, error })?;
    }
    Ok(templates)
}

/// Plans and renders every selected output, in order. Texts in `old` that built-in templates would render in the same way
/// are reused.
///
/// # Errors
/// A template does not fit its context, or two outputs have the same path.
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

/// Turns a failure in one of the project's own templates into a diagnostic in that template.
fn explained(project: &Project, error: RenderError) -> GenerateError {
    match own::failure(project, &error) {
        Some(finding) => GenerateError::Findings([finding].into_iter().collect()),
        None => GenerateError::Render(error),
    }
}

/// Checks that no two outputs have the same path. Built-in targets never do, so one of the two is the project's.
fn refuse_collisions(selection: &Selection, rendered: &[Rendered]) -> Result<(), GenerateError> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    rendered.iter().for_each(|output| *numbers.entry(&output.path).or_default() += 1);
    let twice = numbers.into_iter().filter(|(_, number)| *number > 1);
    let finding = |(path, _)| {
        let target = selection.own.iter().rev().find(|target| target.output.value == path).or(selection.own.last())?;
        let message = format!("another target also writes `{path}`");
        Some(
            Diagnostic::new(project::rules::TEMPLATE, target.output.span, message)
                .help("give this target another `output`"),
        )
    };
    let findings: Diagnostics = twice.filter_map(finding).collect();
    if findings.is_empty() { Ok(()) } else { Err(GenerateError::Findings(findings)) }
}

/// Plans and renders every output of some built-in targets, in parallel. The result is in order.
///
/// # Errors
/// A template does not fit its plan.
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

/// The outputs of built-in targets.
#[derive(Debug)]
pub struct Outputs {
    /// All paths, in order.
    pub paths: Vec<String>,
    /// The paths of the sources that may be split into shards.
    pub divisible: Vec<String>,
}

/// The outputs that built-in targets will have. They do not depend on the operators, so they are planned without any.
pub fn outputs(profile: &Profile, selection: &Selection) -> Outputs {
    let registry = Registry::new(Specs::default(), profile);
    let targets = selection.built_in.par_iter();
    let whole: Vec<FilePlan> = targets.flat_map_iter(|target| (target.plan)(&registry, profile)).collect();
    let divisible = whole.iter().filter(|plan| shards::is_divisible(plan)).map(|plan| plan.path.clone()).collect();
    let paths = shards::divide(whole, selection.shards).into_iter().map(|plan| plan.path).collect();
    Outputs { paths, divisible }
}

/// The paths of all outputs of a project's own targets, in order.
///
/// # Errors
/// As for [`project`].
pub fn own_paths(project: &Project, selection: &Selection) -> Result<Vec<String>, GenerateError> {
    let templates = templates(&project.recipe, &project.sources).map_err(|error| explained(project, error))?;
    let plans = own_plans(project, selection, &templates)?.into_iter().flat_map(|(_, plans)| plans);
    Ok(plans.map(|plan| plan.path).collect())
}
