//! The names of variables in generated functions, which must differ from the names of arguments.

use std::collections::BTreeMap;

use crate::names::Locals;

/// The variables of a template, by the names that it uses for them. Strict templates cannot use any other.
pub type TemplateLocals = BTreeMap<&'static str, String>;

/// The variables that a template wants, each with as many underscores as make all of them differ from the arguments.
pub fn template_locals<'a>(arguments: impl IntoIterator<Item = &'a str>, wanted: &[&'static str]) -> TemplateLocals {
    let tail = Locals::new(arguments).tail(wanted);
    wanted.iter().map(|&name| (name, format!("{name}{tail}"))).collect()
}
