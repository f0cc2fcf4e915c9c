//! Names for local variables that do not collide with others.

use std::collections::BTreeSet;

/// The names that are taken in a function.
#[derive(Debug, Clone, Default)]
pub struct Locals {
    taken: BTreeSet<String>,
}

impl Locals {
    pub fn new<'a>(taken: impl IntoIterator<Item = &'a str>) -> Self {
        Locals { taken: taken.into_iter().map(str::to_owned).collect() }
    }

    /// The wanted name, with as many underscores at its end as make it unique.
    pub fn fresh(&mut self, wanted: impl Into<String>) -> String {
        let mut name = wanted.into();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// The underscores that make all of these names unique when appended.
    pub fn tail<T: AsRef<str>>(&self, names: &[T]) -> String {
        let mut tail = String::new();
        while names.iter().any(|name| self.taken.contains(&format!("{}{tail}", name.as_ref()))) {
            tail.push('_');
        }
        tail
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_name_is_not_given_again() {
        let mut locals = Locals::new(["out"]);
        assert_eq!(locals.fresh("out"), "out_");
        assert_eq!(locals.fresh("out"), "out__");
        assert_eq!(locals.fresh("x"), "x");
    }

    #[test]
    fn a_tail_makes_all_names_free() {
        assert_eq!(Locals::new(["out"]).tail(&["call", "x"]), "");
        assert_eq!(Locals::new(["call", "x_"]).tail(&["call", "x"]), "__");
    }
}
