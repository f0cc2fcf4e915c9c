//! A list whose items have names. Finding an item by name is fast however long the list is.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use source::Shift;

/// An item of a [`Named`] list.
pub trait HasName {
    /// The name to find the item by.
    fn name(&self) -> &str;
}

impl<T: HasName> HasName for &T {
    fn name(&self) -> &str {
        (*self).name()
    }
}

/// Items in order. If two have the same name, only the first is found by it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Named<T> {
    items: Vec<T>,
    /// The position of each name, built at the first look-up if the list is long.
    #[serde(skip)]
    positions: OnceLock<BTreeMap<String, usize>>,
}

/// The length from which on a list has an index. Building one costs more than searching a shorter list.
const MIN_INDEXED: usize = 64;

impl<T: Shift> Shift for Named<T> {
    fn shift(&mut self, bytes: i64) {
        self.items.shift(bytes);
    }
}

impl<T: HasName> Named<T> {
    /// The item with a name.
    pub fn by_name(&self, name: &str) -> Option<&T> {
        self.position_of(name).map(|at| &self.items[at])
    }

    /// The item with a name, mutably. Its name must not change.
    pub fn by_name_mut(&mut self, name: &str) -> Option<&mut T> {
        self.position_of(name).map(|at| &mut self.items[at])
    }

    /// The position of the item with a name.
    pub fn position_of(&self, name: &str) -> Option<usize> {
        if self.items.len() < MIN_INDEXED {
            return self.items.iter().position(|item| item.name() == name);
        }
        self.positions.get_or_init(|| self.index()).get(name).copied()
    }

    fn index(&self) -> BTreeMap<String, usize> {
        let mut positions = BTreeMap::new();
        for (at, item) in self.items.iter().enumerate() {
            positions.entry(item.name().to_owned()).or_insert(at);
        }
        positions
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        if let Some(positions) = self.positions.get_mut() {
            positions.entry(item.name().to_owned()).or_insert(self.items.len());
        }
        self.items.push(item);
    }

    /// All items, mutably. Their names may change, so the index is dropped.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.positions.take();
        self.items.iter_mut()
    }

    /// Removes the last item.
    pub fn pop(&mut self) -> Option<T> {
        self.positions.take();
        self.items.pop()
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for Named<T> {
    fn from(items: Vec<T>) -> Self {
        Named { items, positions: OnceLock::new() }
    }
}

impl<T> From<Named<T>> for Vec<T> {
    fn from(list: Named<T>) -> Self {
        list.items
    }
}

impl<T> Deref for Named<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<'a, T> IntoIterator for &'a Named<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, T: HasName> IntoIterator for &'a mut Named<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: PartialEq> PartialEq for Named<T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl HasName for (String, usize) {
        fn name(&self) -> &str {
            &self.0
        }
    }

    #[test]
    fn names_are_found_in_long_lists_as_in_short_ones() {
        let mut list = Named::default();
        for at in 0..3 * MIN_INDEXED {
            let name = format!("a{}", at % (2 * MIN_INDEXED));
            let expected = (at >= 2 * MIN_INDEXED).then_some(at % (2 * MIN_INDEXED));
            assert_eq!(list.position_of(&name), expected, "{at}");
            list.push((name, at));
        }
        assert_eq!(list.by_name("a3"), Some(&("a3".to_owned(), 3)));
        assert_eq!(list.pop().map(|(_, at)| at), Some(3 * MIN_INDEXED - 1));
        assert!(list.by_name("a").is_none() && list.by_name("a0").is_some());
    }
}
