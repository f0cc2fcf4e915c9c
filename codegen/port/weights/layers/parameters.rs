//! What is passed for the parameters of functions and constructors, at all calls in the project.

use convert::python::{Kind, NodeId, Role};

use super::bindings::{Binding, Variable};
use super::evaluate::{Evaluator, Items, Value};
use super::project::FileId;

impl<'a> Evaluator<'a> {
    /// The values of a parameter: its default, and the arguments of all calls.
    pub(super) fn parameter(
        &mut self,
        file: FileId,
        function: NodeId,
        name: &'a str,
        default: Option<NodeId>,
    ) -> Vec<Value> {
        if let Some(known) = self.parameters.get(&(file, function, name)) {
            return known.clone();
        }
        let mut values: Vec<Value> = default.map_or_else(Vec::new, |default| self.values(file, default));
        let called = self.callable(file, function);
        for (place, call) in self.calls.clone() {
            if self.may_call(place, call, file, function, &called)
                && let Some(argument) = self.argument(place, call, file, function, name)
            {
                values.extend(self.values(place, argument));
            }
        }
        if values.is_empty() {
            values.push(Value::Unknown(format!("`{name}` is a parameter, for which no call passes a known value")));
        }
        values.sort();
        values.dedup();
        self.parameters.insert((file, function, name), values.clone());
        values
    }

    /// The values of `*args`: what all calls pass after some parameters.
    pub(super) fn rest(&mut self, file: FileId, function: NodeId, before: usize) -> Vec<Value> {
        let called = self.callable(file, function);
        let bound = usize::from(self.class_around(file, function).is_some());
        let mut all = Items::default();
        for (place, call) in self.calls.clone() {
            if self.may_call(place, call, file, function, &called) {
                let arguments = self.positional(place, call);
                let rest = arguments.get(before.saturating_sub(bound)..).unwrap_or_default();
                all.merge(self.sequence(place, rest));
            }
        }
        self.new_items(all)
    }

    /// The value that a call of a function or of a constructor calls.
    fn callable(&self, file: FileId, function: NodeId) -> Value {
        match self.class_around(file, function) {
            Some(class) => Value::Class(file, class),
            None => Value::Function(file, function),
        }
    }

    /// Whether a call may be one of a function: by its name, or because a variable may be the function.
    fn may_call(&mut self, place: FileId, call: NodeId, file: FileId, function: NodeId, called: &Value) -> bool {
        let tree = self.tree(place);
        let Some(callee) = tree.child(call, Role::Callee) else { return false };
        let (name, of) = (tree.name_of(callee), self.tree(file));
        let is_constructor = of.name_of(function) == "__init__";
        let names = match called {
            Value::Class(_, class) if is_constructor => of.name_of(*class),
            _ => of.name_of(function),
        };
        if name == names {
            return true;
        }
        let is_variable = tree.kind(callee) == Kind::Name && self.is_variable(place, tree.scope_of(callee), name);
        is_variable && self.values(place, callee).contains(called)
    }

    /// Whether a name is a variable or a parameter, and not a class, a function or an import.
    fn is_variable(&self, file: FileId, scope: NodeId, name: &'a str) -> bool {
        let variable: Variable = (scope, name);
        let bindings = self.bindings[file.0].names.get(&variable);
        bindings.is_some_and(|all| {
            all.iter().any(|one| matches!(one, Binding::Value(_) | Binding::Item(_) | Binding::Parameter(_)))
        })
    }

    /// The argument that a call passes for a parameter.
    fn argument(&self, place: FileId, call: NodeId, file: FileId, function: NodeId, name: &str) -> Option<NodeId> {
        let (tree, of) = (self.tree(place), self.tree(file));
        let arguments: Vec<NodeId> =
            tree.children(call).filter(|child| tree.node(*child).role == Role::Argument).collect();
        let keyword = |id: &&NodeId| tree.kind(**id) == Kind::Keyword && tree.name_of(**id) == name;
        if let Some(keyword) = arguments.iter().find(keyword) {
            return tree.child(*keyword, Role::Value);
        }
        let parameters: Vec<&str> =
            of.children(function).filter(|id| of.kind(*id) == Kind::Parameter).map(|id| of.name_of(id)).collect();
        let bound = usize::from(self.class_around(file, function).is_some());
        let position = parameters.iter().position(|known| *known == name)?.checked_sub(bound)?;
        let before = arguments.get(..=position)?;
        let is_plain = |id: &NodeId| !matches!(tree.kind(*id), Kind::Keyword | Kind::Starred);
        before.iter().all(is_plain).then(|| before[position])
    }
}
