//! The values that stand for variables, by scope.

use indexmap::IndexMap;

use crate::pir::ValueId;

/// The value that stands for a variable.
#[derive(Debug, Clone, Copy)]
pub struct Definition {
    /// `None` if the operator that writes the variable has faults.
    pub value: Option<ValueId>,
    /// The place in the value, if that is a vector.
    pub index: Option<usize>,
}

/// For each variable, its definitions in order. The variables are in the order in which they were first defined.
type Scope = IndexMap<String, Vec<Definition>>;

/// The outermost scope, and the inner ones that are being translated.
#[derive(Debug)]
pub struct Scopes {
    scopes: Vec<Scope>,
}

impl Scopes {
    pub fn new() -> Self {
        Scopes { scopes: vec![Scope::new()] }
    }

    pub fn enter(&mut self) {
        self.scopes.push(Scope::new());
    }

    pub fn leave(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    /// The current definition of a variable.
    pub fn get(&self, variable: &str) -> Option<Definition> {
        self.scopes.iter().rev().find_map(|scope| scope.get(variable)?.last().copied())
    }

    pub fn has(&self, variable: &str) -> bool {
        self.get(variable).is_some()
    }

    pub fn define(&mut self, variable: &str, definition: Definition) {
        let innermost = self.scopes.len() - 1;
        push(&mut self.scopes[innermost], variable, definition);
    }

    /// Defines a variable in the outermost scope.
    pub fn define_outside(&mut self, variable: &str, definition: Definition) {
        push(&mut self.scopes[0], variable, definition);
    }

    /// Removes the last definition of a variable.
    pub fn forget(&mut self, variable: &str) {
        for scope in self.scopes.iter_mut().rev() {
            if let Some(list) = scope.get_mut(variable) {
                list.pop();
                return;
            }
        }
    }

    /// All definitions of the outermost scope.
    pub fn outermost(&self) -> impl Iterator<Item = (&str, &[Definition])> {
        self.scopes[0].iter().map(|(name, list)| (name.as_str(), list.as_slice()))
    }
}

fn push(scope: &mut Scope, variable: &str, definition: Definition) {
    match scope.get_mut(variable) {
        Some(list) => list.push(definition),
        None => {
            scope.insert(variable.to_owned(), vec![definition]);
        }
    }
}

impl Definition {
    pub fn of(value: ValueId) -> Self {
        Definition { value: Some(value), index: None }
    }

    pub fn poisoned() -> Self {
        Definition { value: None, index: None }
    }
}
