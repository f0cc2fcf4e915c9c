//! The items of `for each`, whose names are resolved.

use std::fmt::{self, Display, Formatter};

use crate::entry::for_each::{ForEach, Items};
use serde::Serialize;

use super::shape::{Resolved, Resolver, SizeForm, size_names};

/// The items for which something holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EachForm {
    /// The name of an item.
    pub item: String,
    /// Where the items come from.
    pub items: ItemsForm,
}

/// Where items come from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ItemsForm {
    /// A list of tensors.
    Tensors {
        /// The input.
        list: String,
    },
    /// A list of integers.
    Values {
        /// The attribute.
        list: String,
    },
    /// The numbers from 0 to the one before this size.
    Range {
        /// How many.
        count: SizeForm,
    },
}

/// The name of an item, within what holds for it.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    pub(super) name: &'a str,
    pub(super) is_tensor: bool,
}

impl EachForm {
    /// The names of the arguments that it depends on: those of the list, and those of what holds for its items.
    pub(super) fn names<'a>(&'a self, inner: Vec<&'a str>) -> Vec<&'a str> {
        let mut names = match &self.items {
            ItemsForm::Tensors { list } | ItemsForm::Values { list } => vec![list.as_str()],
            ItemsForm::Range { count } => {
                let mut names = Vec::new();
                size_names(count, &mut names);
                names
            }
        };
        names.extend(self.without_item(inner));
        names
    }

    /// The names without that of an item.
    pub(super) fn without_item<'a>(&self, names: Vec<&'a str>) -> impl Iterator<Item = &'a str> {
        names.into_iter().filter(|name| *name != self.item)
    }
}

impl Display for EachForm {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match &self.items {
            ItemsForm::Tensors { list } | ItemsForm::Values { list } => {
                write!(f, "for each {} in {list}", self.item)
            }
            ItemsForm::Range { count } => write!(f, "for each {} in range({count})", self.item),
        }
    }
}

impl<'a> Resolver<'a> {
    /// The items of a list, and a resolver that knows the name of one.
    pub(super) fn each<'b>(&self, each: &'b ForEach) -> Resolved<(EachForm, Resolver<'b>)>
    where
        'a: 'b,
    {
        let items = match &each.items {
            Items::List(name) if self.signature.attr(&name.value).is_some() => {
                ItemsForm::Values { list: self.attribute(name, true)? }
            }
            Items::List(name) => ItemsForm::Tensors { list: self.tensor(name, true)? },
            Items::Range(count) => ItemsForm::Range { count: self.size(count)? },
        };
        let item = Item { name: &each.item.value, is_tensor: matches!(items, ItemsForm::Tensors { .. }) };
        Ok((EachForm { item: each.item.value.clone(), items }, Resolver { item: Some(item), ..*self }))
    }
}
