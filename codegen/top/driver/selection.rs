//! Selects the targets of a run.

use std::fmt;

use project::config::CustomTarget;
use project::framework::Target;
use project::settings::Recipe;
use project::shards::Shards;
use source::suggest;

/// The targets that the caller asks for.
#[derive(Debug, Clone, Default)]
pub struct WantedTargets {
    /// Their names. If there are none, the project's settings decide.
    pub names: Vec<String>,
    /// The names of targets that are left out.
    pub without: Vec<String>,
}

impl WantedTargets {
    /// These targets, or those of the settings if there are none.
    pub fn named(names: &[String]) -> Self {
        WantedTargets { names: names.to_vec(), without: Vec::new() }
    }
}

/// The targets to generate, and the number of shards.
#[derive(Debug, Clone)]
pub struct Selection<'a> {
    /// The built-in targets.
    pub built_in: Vec<Target>,
    /// The targets that the project defines.
    pub custom: Vec<&'a CustomTarget>,
    /// The number of files into which each large source is divided.
    pub shards: Shards,
}

/// Why targets or operators cannot be selected.
#[derive(Debug)]
pub enum SelectionError {
    /// There is no such target.
    Unknown {
        /// The name that was given.
        name: String,
        /// The name and title of each existing target.
        known: Vec<(String, String)>,
    },
    /// The target with this name is given twice.
    Twice(String),
    /// The caller names the target with this name, and also leaves it out.
    NamedAndLeftOut(String),
    /// An operator, a list of operators or a saved program that the caller names does not exist.
    Operators(String),
}

impl<'a> Selection<'a> {
    /// Selects the targets that the caller names, or else those that the project names, or else all, without those that the caller
    /// leaves out.
    ///
    /// # Errors
    /// If a target does not exist, is given twice, or is both named and left out.
    pub fn of(recipe: &'a Recipe, wanted: &WantedTargets, shards: Option<Shards>) -> Result<Self, SelectionError> {
        let WantedTargets { names, without } = wanted;
        let shards = shards.or(recipe.shards).unwrap_or(Shards::WHOLE);
        let mut selection = Selection { built_in: Vec::new(), custom: Vec::new(), shards };
        if !names.is_empty() {
            names.iter().try_for_each(|name| selection.add(recipe, name))?;
        } else if recipe.targets.is_empty() {
            (selection.built_in, selection.custom) = (recipe.version.targets(), recipe.custom_targets.iter().collect());
        } else {
            for name in &recipe.targets {
                // Unknown and repeated names were reported when the project was read.
                let _ = selection.add(recipe, &name.value);
            }
        }
        for name in without {
            if names.contains(name) {
                return Err(SelectionError::NamedAndLeftOut(name.clone()));
            }
            selection.remove(recipe, name)?;
        }
        Ok(selection)
    }

    fn remove(&mut self, recipe: &Recipe, name: &str) -> Result<(), SelectionError> {
        let is_known = recipe.version.targets().iter().any(|target| target.name == name)
            || recipe.custom_targets.iter().any(|target| target.name.value == name);
        if !is_known {
            return Err(SelectionError::unknown(name, recipe));
        }
        self.built_in.retain(|target| target.name != name);
        self.custom.retain(|target| target.name.value != name);
        Ok(())
    }

    fn add(&mut self, recipe: &'a Recipe, name: &str) -> Result<(), SelectionError> {
        if self.names().any(|chosen| chosen == name) {
            return Err(SelectionError::Twice(name.to_owned()));
        }
        let custom = recipe.custom_targets.iter().find(|target| target.name.value == name);
        match (recipe.version.targets().into_iter().find(|target| target.name == name), custom) {
            (Some(target), _) => self.built_in.push(target),
            (None, Some(target)) => self.custom.push(target),
            (None, None) => return Err(SelectionError::unknown(name, recipe)),
        }
        Ok(())
    }

    /// Whether this run determines all outputs of a custom target, because the target is selected or no longer exists.
    pub fn decides(&self, target: &str, recipe: &Recipe) -> bool {
        let is_named = |custom: &CustomTarget| custom.name.value == target;
        self.custom.iter().any(|custom| is_named(custom)) || !recipe.custom_targets.iter().any(is_named)
    }

    /// The names of the selected targets.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.built_in.iter().map(|target| target.name).chain(self.custom.iter().map(|target| target.name.as_str()))
    }
}

impl SelectionError {
    fn unknown(name: &str, recipe: &Recipe) -> Self {
        let built_in =
            recipe.version.targets().into_iter().map(|target| (target.name.to_owned(), target.title.to_owned()));
        let custom = recipe
            .custom_targets
            .iter()
            .map(|custom| (custom.name.value.clone(), format!("from `{}`", custom.template.value)));
        SelectionError::Unknown { name: name.to_owned(), known: built_in.chain(custom).collect() }
    }
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::Unknown { name, known } => {
                if let Some(near) = suggest::nearest(name, known.iter().map(|(name, _)| name.as_str())) {
                    return write!(f, "there is no target `{name}`; did you mean `{near}`?");
                }
                write!(f, "there is no target `{name}`; the targets are:")?;
                known.iter().try_for_each(|(name, title)| write!(f, "\n  {name:<14} {title}"))
            }
            SelectionError::Operators(message) => f.write_str(message),
            SelectionError::NamedAndLeftOut(name) => {
                write!(f, "the target `{name}` is given with `--target` and with `--without`")
            }
            SelectionError::Twice(name) => write!(f, "the target `{name}` is given twice"),
        }
    }
}

impl std::error::Error for SelectionError {}
