//! Looks up built-in templates by name.

use anyhow::Context;
use opgen::driver::PROGRAM;
use opgen::render::Templates;
use opgen::source::suggest::Known;

/// The names of all built-in templates.
pub fn all() -> Vec<&'static str> {
    PROGRAM.templates.iter().map(|(name, _)| *name).collect()
}

/// The text of the template with this name. If there is none, the error suggests the nearest of the `known` names.
pub fn text(templates: &Templates, name: &str, known: Vec<&str>) -> anyhow::Result<String> {
    templates.text(name).with_context(|| {
        let near = Known::new(known).nearest(name);
        let help =
            near.map_or("`opgen templates list` prints all names".to_owned(), |near| format!("did you mean `{near}`?"));
        format!("there is no template `{name}`; {help}")
    })
}
