//! The helpers: a Python package whose definitions converted code can use.
//!
//! A name is defined once in the package, so that any part of it can become one file: a slice has the definitions that are
//! needed, those that they use, and the imports of both.

mod read;
mod slice;

use std::collections::BTreeSet;

use indexmap::IndexMap;

/// The helpers of a mapping.
#[derive(Debug, Default)]
pub struct Helpers {
    /// Statements at the top of modules. A module comes after those that it uses.
    statements: Vec<Statement>,
    /// The statement that defines each name.
    definitions: IndexMap<String, StatementId>,
}

/// The index of a statement.
type StatementId = usize;

/// A statement at the top of a module.
#[derive(Debug)]
struct Statement {
    /// The module, with dots: `paddle_torch.layers`.
    module: String,
    /// The text, with the comments above it.
    text: String,
    /// Whether blank lines surround it: a function or a class.
    is_block: bool,
    /// Whether it follows the statement before it without a blank line.
    is_adjacent: bool,
    /// The definitions that it uses.
    uses: BTreeSet<StatementId>,
    /// Statements that define nothing, and do something with this definition when the module is imported.
    effects: Vec<StatementId>,
    /// What it uses of other packages.
    imports: BTreeSet<Import>,
}

/// A name that a module imports from another package.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Import {
    /// The module in `from MODULE import NAME`.
    from: Option<String>,
    /// The name, with `as` if the module gives it another one.
    name: String,
}

impl Helpers {
    /// The name of a helper, if there is one of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.definitions.get_key_value(name).map(|(name, _)| name.as_str())
    }

    /// Whether there is a helper of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
    }

    /// The names of all helpers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions.keys().map(String::as_str)
    }

    /// The module that defines a helper, with dots.
    pub fn module_of(&self, name: &str) -> Option<&str> {
        self.definitions.get(name).map(|id| self.statements[*id].module.as_str())
    }

    /// The package, by the name that installs it: that of the folder around its modules, with `-` for `_`.
    pub fn distribution(&self) -> Option<String> {
        let module = &self.statements.first()?.module;
        Some(module.split('.').next().unwrap_or(module).replace('_', "-"))
    }

    /// The names of some helpers, and of everything that they use.
    pub fn all_needed_for(&self, needed: &BTreeSet<&str>) -> impl Iterator<Item = &str> {
        let statements = self.needed_for(needed);
        self.definitions.iter().filter(move |(_, id)| statements.contains(*id)).map(|(name, _)| name.as_str())
    }

    /// The texts of helpers and of everything that they use.
    pub fn texts(&self, needed: &BTreeSet<&str>) -> Vec<&str> {
        self.needed_for(needed).into_iter().map(|id| self.statements[id].text.as_str()).collect()
    }

    /// For each helper the first reason that `reason` gives for its text, or for the text of something that it uses.
    pub fn reasons(&self, reason: impl Fn(&str) -> Option<String>) -> IndexMap<&str, String> {
        let reasons: Vec<_> = self.statements.iter().map(|statement| reason(&statement.text)).collect();
        if reasons.iter().all(Option::is_none) {
            return IndexMap::new();
        }
        let first = |name: &str| {
            let needed = self.needed_for(&BTreeSet::from([name]));
            needed.into_iter().find_map(|id| reasons[id].clone())
        };
        self.names().filter_map(|name| Some((name, first(name)?))).collect()
    }

    /// The statements that define these names, and those that they need.
    fn needed_for(&self, names: &BTreeSet<&str>) -> BTreeSet<StatementId> {
        let mut needed = BTreeSet::new();
        let mut open: Vec<StatementId> = names.iter().filter_map(|name| self.definitions.get(*name).copied()).collect();
        while let Some(id) = open.pop() {
            if needed.insert(id) {
                let statement = &self.statements[id];
                open.extend(statement.uses.iter().chain(&statement.effects));
            }
        }
        needed
    }
}
