//! `for each x in xs : ...`: what holds for each item of a list, in rules for shapes and in conditions.

use source::fields::invalid_name;
use source::text::Text;
use source::{Diagnostic, Spanned};

use super::size_rule::{Size, SizeReader};
use crate::rules;

/// The items for which something holds.
#[derive(Debug, Clone, PartialEq)]
pub struct ForEach {
    /// The name of an item.
    pub item: Spanned<String>,
    /// Where the items come from.
    pub items: Items,
}

/// Where items come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Items {
    /// A list of tensors, or an attribute that is a list.
    List(Spanned<String>),
    /// The numbers from 0 to the one before this size: `range(n)`.
    Range(Size),
}

const HELP: &str = "write `for each x in xs : ...` or `for each i in range(n) : ...`";

impl ForEach {
    /// Reads `for each x in xs :` at the beginning of a text, and returns it with what follows. `None` if the text begins otherwise.
    ///
    /// # Errors
    /// A diagnostic at the part that is not understood.
    pub fn read(text: Text) -> Result<Option<(ForEach, Text)>, Box<Diagnostic>> {
        let (first, rest) = text.split_word();
        if first.as_str() != "for" {
            return Ok(None);
        }
        let wrong = |text: Text, is: &str| Box::new(invalid_name(text, rules::SHAPE_RULE, is).help(HELP));
        let Some((head, rule)) = rest.split_once(":") else {
            let problem = Diagnostic::new(rules::SHAPE_RULE, text.span(), "a colon and a rule are missing");
            return Err(Box::new(problem.help(HELP)));
        };
        let (each, head) = head.split_word();
        if each.as_str() != "each" {
            return Err(wrong(each, "not `each`"));
        }
        let (item, head) = head.split_word();
        if !item.is_name() {
            return Err(wrong(item, "not a name for an item"));
        }
        let (between, list) = head.split_word();
        if between.as_str() != "in" {
            return Err(wrong(between, "not `in`"));
        }
        let range = list.strip_prefix("range").and_then(|rest| rest.inside('(', ')'));
        let items = match range {
            Some(count) => Items::Range(SizeReader::read(count)?),
            None if list.is_name() => Items::List(list.to_spanned()),
            None => return Err(wrong(list, "not the name of a list")),
        };
        Ok(Some((ForEach { item: item.to_spanned(), items }, rule)))
    }

    /// The names of arguments, in order: those of the list, and those of what holds for its items.
    pub fn names<'a>(&'a self, inner: Vec<&'a Spanned<String>>) -> Vec<&'a Spanned<String>> {
        let own = match &self.items {
            Items::List(name) => vec![name],
            Items::Range(count) => count.names(),
        };
        own.into_iter().chain(inner.into_iter().filter(|name| name.value != self.item.value)).collect()
    }
}
