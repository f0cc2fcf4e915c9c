//! Expands templates with the parts of a call, and evaluates conditions on it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::bind::{Argument, Value};
use crate::edited::Shape;
use crate::rules::{Condition, Ordering, Piece, Template};

/// The values that a template may refer to.
pub struct TemplateScope<'a> {
    pub target: &'a str,
    /// The object of a method.
    pub receiver: Option<&'a Value>,
    /// The arguments that are left.
    pub arguments: &'a [Argument],
    /// The arguments of the original call, for those that are not left.
    pub given: &'a [Argument],
    /// Whether the receiver stands for an argument that is not given.
    pub falls_back: bool,
    /// The call of the target with the arguments that are left.
    pub call: Option<&'a Value>,
    pub variables: &'a Variables,
    /// Other names under which helpers are imported.
    pub aliases: &'a BTreeMap<String, String>,
}

/// The names of the variables in one expansion.
#[derive(Debug, Default)]
pub struct Variables {
    named: IndexMap<String, String>,
}

/// Makes names for new variables.
#[derive(Debug, Default)]
pub struct FreshNames {
    /// Names that the file uses already.
    taken: BTreeSet<String>,
    /// The next number for each name.
    counts: IndexMap<String, usize>,
}

impl FreshNames {
    /// For a file that already uses some names.
    pub fn avoiding(taken: BTreeSet<String>) -> FreshNames {
        FreshNames { taken, counts: IndexMap::new() }
    }

    /// The name with the next number that makes it new.
    pub fn numbered(&mut self, name: &str) -> String {
        loop {
            let count = self.counts.entry(name.to_owned()).or_insert(0);
            let numbered = format!("{name}_{count}");
            *count += 1;
            if !self.taken.contains(&numbered) {
                return numbered;
            }
        }
    }
}

impl Variables {
    /// Names for the variables of some templates: the plain ones, unless they are taken or `avoid` is set.
    pub fn of<'a>(templates: impl Iterator<Item = &'a Template>, names: &mut FreshNames, avoid: bool) -> Variables {
        let mut named = IndexMap::new();
        for piece in templates.flat_map(|template| &template.pieces) {
            let Piece::Variable { name, numbered, .. } = piece else { continue };
            if named.contains_key(name) {
                continue;
            }
            let is_free = !numbered && !avoid && !names.taken.contains(name);
            let variable = if is_free { name.clone() } else { names.numbered(name) };
            named.insert(name.clone(), variable);
        }
        Variables { named }
    }
}

impl Variables {
    pub fn names(&self) -> Vec<String> {
        self.named.values().cloned().collect()
    }

    /// Gives a variable another name.
    pub fn rename(&mut self, variable: &str, name: &str) {
        if let Some(named) = self.named.get_mut(variable) {
            name.clone_into(named);
        }
    }
}

/// A template cannot be expanded, because this argument is not given.
#[derive(Debug)]
pub struct Missing(pub String);

impl TemplateScope<'_> {
    pub fn expand(&self, template: &Template) -> Result<String, Missing> {
        let mut text = String::new();
        let pieces = &template.pieces;
        for (index, piece) in pieces.iter().enumerate() {
            let before_dot = matches!(pieces.get(index + 1), Some(Piece::Text(text)) if text.starts_with('.'));
            match piece {
                Piece::Text(plain) => text.push_str(&with_aliases(plain, self.aliases)),
                Piece::Argument { name, otherwise, item, delimited } => {
                    let mut value = self.value(name, otherwise.as_deref())?;
                    if let Some(index) = item {
                        value = value.item(*index);
                    }
                    text.push_str(&value.text_for(*delimited, before_dot));
                }
                Piece::Receiver { delimited } => {
                    let value = match self.receiver {
                        Some(receiver) => receiver.clone(),
                        None => self.value("self", None)?,
                    };
                    text.push_str(&value.text_for(*delimited, before_dot));
                }
                Piece::Call => {
                    let call = self.call.ok_or_else(|| Missing("call".to_owned()))?;
                    text.push_str(&call.text_for(pieces.len() == 1, before_dot));
                }
                Piece::Rest { without } => {
                    let left =
                        self.arguments.iter().filter(|it| !without.iter().any(|name| it.name.as_ref() == Some(name)));
                    let rest = list(left);
                    if rest.is_empty() {
                        let kept = text.trim_end().trim_end_matches(',').len();
                        text.truncate(if text.trim_end().ends_with(',') { kept } else { text.len() });
                    }
                    text.push_str(&rest);
                }
                Piece::Join { operator } => {
                    let positional = self.arguments.iter().filter(|it| it.name.is_none());
                    let texts: Vec<_> = positional.map(|it| it.value.text_for(false, false)).collect();
                    text.push_str(&texts.join(&format!(" {operator} ")));
                }
                Piece::Target => text.push_str(self.target),
                Piece::Variable { name, .. } => {
                    text.push_str(self.variables.named.get(name).map_or(name.as_str(), String::as_str));
                }
            }
        }
        Ok(text)
    }

    fn value(&self, name: &str, otherwise: Option<&str>) -> Result<Value, Missing> {
        let mut known = self.arguments.iter().chain(self.given);
        if let Some(argument) = known.find(|it| it.name.as_deref() == Some(name)) {
            return Ok(argument.value.clone());
        }
        if let Some(otherwise) = otherwise {
            return Ok(Value::new(otherwise, Shape::Atom));
        }
        match self.receiver {
            Some(receiver) if self.falls_back => Ok(receiver.clone()),
            _ => Err(Missing(name.to_owned())),
        }
    }
}

/// A piece of code with other names for helpers. Attributes keep their names.
pub fn with_aliases<'t>(code: &'t str, aliases: &BTreeMap<String, String>) -> Cow<'t, str> {
    if aliases.is_empty() {
        return Cow::Borrowed(code);
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut text = String::new();
    let mut rest = code;
    while let Some(start) = rest.find(is_part) {
        let length = rest[start..].find(|c| !is_part(c)).unwrap_or(rest.len() - start);
        let (before, word) = (&rest[..start], &rest[start..start + length]);
        text.push_str(before);
        let alias = aliases.get(word).filter(|_| !before.ends_with('.'));
        text.push_str(alias.map_or(word, String::as_str));
        rest = &rest[start + length..];
    }
    Cow::Owned(text + rest)
}

/// Arguments as written in a call.
pub fn list<'a>(arguments: impl Iterator<Item = &'a Argument>) -> String {
    arguments.map(written).collect::<Vec<_>>().join(", ")
}

/// An argument as written in a call.
pub fn written(argument: &Argument) -> String {
    let value = argument.value.text_for(true, false);
    match (&argument.name, argument.stars) {
        (Some(name), _) => format!("{name}={value}"),
        (None, stars) => format!("{}{value}", "*".repeat(usize::from(stars))),
    }
}

/// The facts about a call that conditions ask for.
pub struct CallFacts<'a> {
    pub arguments: &'a [Argument],
    /// The object that it is called on, as it is written.
    pub receiver: Option<&'a str>,
    /// The function that it is an argument of, as it is written.
    pub argument_of: Option<&'a str>,
    /// Whether the result, or a variable among the object and arguments, is changed in place.
    pub is_changed: &'a dyn Fn() -> bool,
    /// Whether an error of the call may be caught.
    pub may_be_caught: &'a dyn Fn() -> bool,
}

impl CallFacts<'_> {
    /// Whether a condition holds.
    pub fn satisfy(&self, condition: &Condition) -> bool {
        let arguments = self.arguments;
        let find = |name: &str| arguments.iter().find(|it| it.name.as_deref() == Some(name));
        match condition {
            Condition::Given(name) => find(name).is_some(),
            Condition::None(name) => find(name).is_some_and(|it| it.value.is_none),
            Condition::Literal(name, text) => find(name).is_some_and(|it| it.value.literal() == text),
            Condition::ArgumentOf(function) => self.argument_of == Some(function.as_str()),
            Condition::Object(text) => self.receiver.is_some_and(|receiver| receiver.contains(text.as_str())),
            Condition::Text(name, text) => find(name).is_some_and(|it| it.value.text.contains(text.as_str())),
            Condition::Number(name) => find(name).is_some_and(|it| it.value.shape == Shape::Number),
            Condition::String(name) => find(name).is_some_and(|it| it.value.is_string()),
            Condition::Any(text) => arguments.iter().any(|it| it.value.literal() == text),
            Condition::Starred => arguments.iter().any(|it| it.stars > 0),
            Condition::Count(Ordering::Less, number) => arguments.len() < *number,
            Condition::Count(Ordering::Equal, number) => arguments.len() == *number,
            Condition::Count(Ordering::More, number) => arguments.len() > *number,
            Condition::Method => self.receiver.is_some(),
            Condition::Changed => (self.is_changed)(),
            Condition::Caught => (self.may_be_caught)(),
            Condition::Not(inner) => !self.satisfy(inner),
            Condition::And(one, other) => self.satisfy(one) && self.satisfy(other),
            Condition::Or(one, other) => self.satisfy(one) || self.satisfy(other),
        }
    }
}
