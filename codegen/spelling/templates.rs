//! The templates of a project: opgen's own, those of the profile, and those that the project puts over them.

use minijinja::value::{Serde, Value};
use profile::{Profile, TemplateFolder};
use project::TemplateTexts;
use project::settings::Recipe;
use render::{RenderError, Syntax, Templates};
use source::Sources;

/// The templates that are part of opgen, as a profile has them.
pub fn built_in(texts: TemplateTexts, profile: &Profile) -> Templates {
    let mut templates = Templates::new(texts);
    for folder in profile.templates.iter().rev() {
        if let TemplateFolder::BuiltIn(folder) = folder {
            templates.prefer(folder);
        }
    }
    templates.set_global("cpp", Value::from(Serde(&profile.cpp)));
    templates.set_global("ns", Value::from(Serde(&profile.cpp.namespaces)));
    templates
}

/// The templates of a project: opgen's own, and those that replace them or stand beside them.
///
/// # Errors
/// One that is not a template; reading the project reports it too.
pub fn of(texts: TemplateTexts, recipe: &Recipe, sources: &Sources) -> Result<Templates, RenderError> {
    let mut templates = built_in(texts, &recipe.profile);
    for (name, text) in recipe.templates.texts(sources) {
        let added = templates.add_in(syntax_of(recipe, name), name, text);
        added.map_err(|error| RenderError { path: name.to_owned(), about: None, cause: error.into() })?;
    }
    let bytes: usize = sources.files().map(|file| file.text().len()).sum();
    templates.set_most_steps(LEAST_BOUND + STEPS_PER_BYTE * bytes as u64);
    Ok(templates)
}

/// How many steps a template may take: so many in any case, and some for each byte of input. Of the built-in templates,
/// none needs more than a sixth of a step for each byte of real YAML. One that is stopped has run for about a second.
const LEAST_BOUND: u64 = 50_000_000;
const STEPS_PER_BYTE: u64 = 100;

/// The syntax of a project's own template: what the target says that uses it, or else what the project says of its ending.
/// Templates that no target uses replace built-in ones, or are included by others, so they are in the usual syntax.
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
