//! A list whose items have names, and are found by name as fast in a long list as in a short one.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// Something that a [`Named`] list finds by its name.
pub trait HasName {
    fn name(&self) -> &str;
}

impl<T: HasName> HasName for &T {
    fn name(&self) -> &str {
        (*self).name()
    }
}

/// Items in order. If two have the same name, the first is found.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Named<T> {
    items: Vec<T>,
    /// The position of each name, once the list is long and a name is looked up.
    #[serde(skip)]
    positions: OnceLock<BTreeMap<String, usize>>,
}

/// A shorter list is searched from the start, which is faster than to sort its names.
const LONG: usize = 64;

impl<T: HasName> Named<T> {
    pub fn by_name(&self, name: &str) -> Option<&T> {
        self.position_of(name).map(|at| &self.items[at])
    }

    /// The item of a name, to change anything but the name.
    pub fn by_name_mut(&mut self, name: &str) -> Option<&mut T> {
        self.position_of(name).map(|at| &mut self.items[at])
    }

    pub fn position_of(&self, name: &str) -> Option<usize> {
        if self.items.len() < LONG {
            return self.items.iter().position(|item| item.name() == name);
        }
        self.positions.get_or_init(|| self.sorted()).get(name).copied()
    }

    fn sorted(&self) -> BTreeMap<String, usize> {
        let mut positions = BTreeMap::new();
        for (at, item) in self.items.iter().enumerate() {
            positions.entry(item.name().to_owned()).or_insert(at);
        }
        positions
    }

    pub fn push(&mut self, item: T) {
        if let Some(positions) = self.positions.get_mut() {
            positions.entry(item.name().to_owned()).or_insert(self.items.len());
        }
        self.items.push(item);
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.positions.take();
        self.items.iter_mut()
    }

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
        for at in 0..3 * LONG {
            let name = format!("a{}", at % (2 * LONG));
            let expected = (at >= 2 * LONG).then_some(at % (2 * LONG));
            assert_eq!(list.position_of(&name), expected, "{at}");
            list.push((name, at));
        }
        assert_eq!(list.by_name("a3"), Some(&("a3".to_owned(), 3)));
        assert_eq!(list.pop().map(|(_, at)| at), Some(3 * LONG - 1));
        assert!(list.by_name("a").is_none() && list.by_name("a0").is_some());
    }
}
