//! The file of aliases: a JSON object from each alias to its API.

use std::collections::BTreeMap;

use source::{Diagnostic, Diagnostics, FileId, Span, Spanned};

use crate::index::command::alias_row;
use crate::{ByApi, rules};

#[derive(Debug)]
pub(crate) struct Aliases {
    /// Each alias with its API.
    pairs: Vec<(Spanned<String>, Spanned<String>)>,
}

impl Aliases {
    /// Reads the file.
    pub fn read(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Aliases {
        let mut pairs: Vec<(Spanned<String>, Spanned<String>)> = Vec::new();
        if let Err(error) = serde_json::from_str::<BTreeMap<String, String>>(text) {
            diagnostics.push(unreadable(text, file, &error));
            return Aliases { pairs };
        }
        let mut literals = literals(text, file);
        while let (Some(alias), Some(api)) = (literals.next(), literals.next()) {
            if let Some((first, _)) = pairs.iter().find(|(first, _)| *first == alias) {
                let message = format!("the alias `{}` appears twice", alias.value);
                let problem = Diagnostic::new(source::rules::DUPLICATE_KEY, alias.span, message);
                diagnostics.push(problem.label(first.span, "the first"));
            }
            pairs.push((alias, api));
        }
        Aliases { pairs }
    }

    /// The arguments of an alias command. The one of the two names that has a document comes second. `None` if neither has one.
    fn command<'a>(by_api: &ByApi, alias: &'a str, api: &'a str) -> Option<(&'a str, &'a str)> {
        match (by_api.contains_key(api), by_api.contains_key(alias)) {
            (true, _) => Some((alias, api)),
            (false, true) => Some((api, alias)),
            (false, false) => None,
        }
    }

    /// A command for each alias, ordered by alias.
    pub fn commands(&self, by_api: &ByApi) -> String {
        let commands = self.pairs.iter().filter_map(|(alias, api)| Self::command(by_api, alias.as_str(), api.as_str()));
        let sorted: BTreeMap<&str, &str> = commands.collect();
        sorted.into_iter().map(|(alias, api)| alias_row(alias, api) + "\n").collect()
    }

    pub fn check(&self, by_api: &ByApi, diagnostics: &mut Diagnostics) {
        for (alias, api) in &self.pairs {
            if Self::command(by_api, alias.as_str(), api.as_str()).is_none() {
                let message = format!("neither `{}` nor its alias `{}` has a mapping document", api.value, alias.value);
                diagnostics.push(Diagnostic::new(rules::ALIAS_OF_NOTHING, api.span, message));
            }
        }
    }
}

fn unreadable(text: &str, file: FileId, error: &serde_json::Error) -> Diagnostic {
    let line = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let at = (line + error.column().saturating_sub(1)).min(text.len());
    let message = format!("the aliases are not a JSON object of names: {error}");
    let problem = Diagnostic::new(source::rules::WRONG_NODE, Span::new(file, at, at), message);
    problem.help("write `{ \"alias\": \"api\" }`")
}

/// The string literals in JSON text, with their spans.
fn literals(text: &str, file: FileId) -> impl Iterator<Item = Spanned<String>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find('"')?;
        let mut is_escaped = false;
        let end = text[start + 1..].find(|letter| {
            let ends = letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            ends
        })?;
        at = start + 1 + end + 1;
        let value = serde_json::from_str(&text[start..at]).unwrap_or_default();
        Some(Spanned::new(value, Span::new(file, start + 1, at - 1)))
    })
}
