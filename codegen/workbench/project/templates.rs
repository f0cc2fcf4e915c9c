//! The templates of a project: the built-in ones, with those of the version and of the project in front of them.

use render::{RenderError, Syntax, Templates, Value};
use source::Sources;

use crate::TemplateTexts;
use crate::framework::{TemplateFolder, Version};
use crate::settings::Recipe;

/// The built-in templates, with the folders that the version prefers, and variables that every template has.
pub fn built_in(texts: TemplateTexts, version: &dyn Version, globals: Vec<(&'static str, Value)>) -> Templates {
    let mut templates = Templates::new(texts);
    for folder in version.templates().iter().rev() {
        if let TemplateFolder::BuiltIn(folder) = folder {
            templates.prefer(folder);
        }
    }
    for (name, value) in globals {
        templates.set_global(name, value);
    }
    templates
}

/// Adds the project's own templates, which may replace the built-in ones.
///
/// # Errors
/// If one of the project's templates cannot be parsed. Reading the project has reported that already.
pub fn with_own(mut templates: Templates, recipe: &Recipe, sources: &Sources) -> Result<Templates, RenderError> {
    for (name, text) in recipe.templates.texts(sources) {
        let added = templates.add_in(syntax_of(recipe, name), name, text);
        added.map_err(|error| RenderError { path: name.to_owned(), about: None, cause: error.into() })?;
    }
    // The built-in templates need no limit.
    if recipe.templates.texts(sources).next().is_none() {
        return Ok(templates);
    }
    let bytes: usize = sources.files().map(|file| file.text().len()).sum();
    templates.set_max_steps(MIN_STEPS + STEPS_PER_BYTE * bytes as u64);
    Ok(templates)
}

/// The steps that every template may take, regardless of the input. They pay for 160 MB of text, of which a filter may take
/// half as much again while it works.
const MIN_STEPS: u64 = 2_500_000;

/// The additional steps for each byte of input.
const STEPS_PER_BYTE: u64 = 20;

/// The syntax of a project's own template, as set by the target that uses it, or else by the project for its file extension.
/// A template without a target replaces a built-in one or is included by another, so it has the default syntax.
pub fn syntax_of(recipe: &Recipe, template: &str) -> Syntax {
    let mut users = recipe.custom_targets.iter().filter(|target| target.template.value == template).peekable();
    if users.peek().is_none() {
        return Syntax::default();
    }
    let of_ending = || {
        let fitting = recipe.syntaxes.iter().filter(|(ending, _)| template.ends_with(ending.as_str()));
        fitting.max_by_key(|(ending, _)| ending.value.len()).map(|(_, name)| name)
    };
    let named = users.find_map(|target| target.syntax.as_ref()).or_else(of_ending);
    named.and_then(|name| Syntax::of_name(name.as_str())).unwrap_or_default()
}
