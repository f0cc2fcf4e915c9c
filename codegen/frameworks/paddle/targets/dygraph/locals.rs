//! Names of local variables in generated functions, which must differ from those of arguments.

use std::collections::BTreeMap;

use crate::names::Locals;

/// Maps the names that a template uses for its variables to their names in the generated code. Other names are undefined.
pub type TemplateLocals = BTreeMap<&'static str, String>;

/// The variables of a template, with as many underscores as make all of them differ from the arguments.
pub fn template_locals<'a>(arguments: impl IntoIterator<Item = &'a str>, wanted: &[&'static str]) -> TemplateLocals {
    let tail = Locals::new(arguments).tail(wanted);
    wanted.iter().map(|&name| (name, format!("{name}{tail}"))).collect()
}
