//! The arguments of functions that Python calls by keyword.

use profile::Keywords;
use serde::Serialize;
use spec::PythonApi;

/// How a function takes its arguments by keyword.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedArguments {
    /// For each argument the names by which it can be passed, its own first.
    pub names: Vec<Vec<String>>,
    /// Whether arguments of other names are errors.
    pub rejects_others: bool,
}

impl NamedArguments {
    /// The names of these arguments.
    pub fn new<'a>(arguments: impl Iterator<Item = &'a str>, api: &PythonApi, keywords: &Keywords) -> Self {
        let names =
            arguments.map(|name| std::iter::once(name.to_owned()).chain(aliases(name, api, keywords)).collect());
        NamedArguments { names: names.collect(), rejects_others: api.aliases.is_some() }
    }
}

/// The further names of an argument.
pub fn aliases(argument: &str, api: &PythonApi, keywords: &Keywords) -> Vec<String> {
    let Some(aliases) = &api.aliases else { return Vec::new() };
    match aliases.args.iter().find(|alias| alias.arg.value == argument) {
        Some(own) => own.names.iter().map(|name| name.value.clone()).collect(),
        None => keywords.usual.get(argument).filter(|_| aliases.usual).cloned().unwrap_or_default(),
    }
}
