//! Lists and dicts of layers, and what is put into them.

use std::collections::BTreeMap;

use convert::python::{Kind, NodeId, Role};

use super::bindings::Insertion;
use super::evaluate::{Evaluator, Items, Value, text, unknown};
use super::project::FileId;

impl Evaluator<'_> {
    pub(super) fn add_items(&mut self, items: Items) -> usize {
        self.items.push(items);
        self.items.len() - 1
    }

    /// A container as the only value.
    pub(super) fn new_items(&mut self, items: Items) -> Vec<Value> {
        vec![Value::Items(self.add_items(items))]
    }

    /// All items of a container.
    pub(super) fn all_items(&self, items: usize) -> Vec<Value> {
        self.items[items].clone().all().collect()
    }

    pub(super) fn list(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let elements: Vec<NodeId> = self.tree(file).children(id).collect();
        let items = self.sequence(file, &elements);
        self.new_items(items)
    }

    /// The items of a list or of arguments. After `*x`, the positions are not known.
    pub(super) fn sequence(&mut self, file: FileId, elements: &[NodeId]) -> Items {
        let tree = self.tree(file);
        let mut items = Items::default();
        let mut is_exact = true;
        for (index, element) in elements.iter().enumerate() {
            if tree.kind(*element) == Kind::Starred {
                let Some(inner) = tree.children(*element).next() else { continue };
                let spread = self.spread(file, inner);
                if elements.len() == 1 {
                    return spread;
                }
                is_exact = false;
                items.unnamed.extend(spread.all());
            } else if is_exact {
                let values = self.values(file, *element);
                items.named.insert(index.to_string(), values);
            } else {
                let values = self.values(file, *element);
                items.unnamed.extend(values);
            }
        }
        items
    }

    /// The items of the containers that an expression may be.
    pub(super) fn spread(&mut self, file: FileId, id: NodeId) -> Items {
        let values = self.values(file, id);
        let mut all = Items::default();
        for value in &values {
            match value {
                Value::Items(index) => all.merge(self.items[*index].clone()),
                Value::Plain => {}
                _ => all.unnamed.push(unknown(self.tree(file), id)),
            }
        }
        all
    }

    pub(super) fn comprehension(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        let element = tree.children(id).filter(|child| tree.kind(*child) != Kind::Clause).last();
        let unnamed = element.map_or_else(Vec::new, |element| self.values(file, element));
        self.new_items(Items { named: BTreeMap::new(), unnamed })
    }

    pub(super) fn dict(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let parts: Vec<NodeId> = self.tree(file).children(id).collect();
        let mut items = Items::default();
        if parts.len() % 2 == 1 {
            items.unnamed.push(unknown(self.tree(file), id));
        }
        for pair in parts.chunks_exact(2) {
            self.put(&mut items, file, &Insertion { key: Some(pair[0]), value: pair[1], is_many: false });
        }
        self.new_items(items)
    }

    /// Puts a value into a container.
    pub(super) fn put(&mut self, items: &mut Items, file: FileId, insertion: &Insertion) {
        if insertion.is_many {
            let spread = self.spread(file, insertion.value);
            items.unnamed.extend(spread.all());
            return;
        }
        let key = insertion.key.map(|key| self.values(file, key));
        let values = self.values(file, insertion.value);
        match key.as_deref() {
            Some([Value::Text(key)]) => items.named.entry(key.clone()).or_default().extend(values),
            _ => items.unnamed.extend(values),
        }
    }

    /// `a + b` and `a * n` of lists.
    pub(super) fn concatenation(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let operands = self.operands(file, id);
        let lists = operands.iter().filter_map(|value| match value {
            Value::Items(index) => Some(self.all_items(*index)),
            _ => None,
        });
        let unnamed: Vec<Value> = lists.flatten().collect();
        if operands.iter().any(|value| matches!(value, Value::Items(_))) {
            return self.new_items(Items { named: BTreeMap::new(), unnamed });
        }
        vec![Value::Plain]
    }

    pub(super) fn subscript(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        let Some(object) = tree.child(id, Role::Value) else { return vec![unknown(tree, id)] };
        let key = tree.child(id, Role::Index).and_then(|index| match tree.kind(index) {
            Kind::Number => Some(tree.text_of(index).to_owned()),
            Kind::Strings => text(tree.text_of(index)),
            _ => None,
        });
        let mut found = Vec::new();
        for value in self.values(file, object) {
            match value {
                Value::Items(index) => {
                    let exact = key.as_ref().and_then(|key| self.items[index].named.get(key));
                    found.extend(exact.cloned().unwrap_or_else(|| self.all_items(index)));
                }
                Value::Plain => found.push(Value::Plain),
                _ => found.push(unknown(tree, id)),
            }
        }
        found
    }

    /// The item of a container at a position.
    pub(super) fn part(&self, value: Value, index: usize, name: &str) -> Vec<Value> {
        match value {
            Value::Items(items) => match self.items[items].named.get(&index.to_string()) {
                Some(exact) => exact.clone(),
                None => self.all_items(items),
            },
            Value::Plain | Value::Text(_) => vec![Value::Plain],
            Value::Unknown(reason) => vec![Value::Unknown(reason)],
            _ => vec![Value::Unknown(format!("`{name}` is assigned together with other names"))],
        }
    }

    /// The result of a function of Python that gives the items of its arguments in another form. `None` for other functions.
    pub(super) fn iterated(&mut self, function: &str, file: FileId, arguments: &[NodeId]) -> Option<Vec<Value>> {
        let unnamed = match (function, arguments) {
            ("reversed" | "sorted" | "iter", [items, ..]) | ("filter", [_, items]) => {
                self.spread(file, *items).all().collect()
            }
            ("enumerate", [items, ..]) => {
                let items = self.spread(file, *items).all().collect();
                self.tuple(vec![vec![Value::Plain], items])
            }
            ("zip", _) => {
                let parts = arguments.iter().map(|items| self.spread(file, *items).all().collect()).collect();
                self.tuple(parts)
            }
            ("map", [function, _]) => {
                let functions = self.values(file, *function);
                functions.into_iter().flat_map(|function| self.called(function, None)).collect()
            }
            _ => return None,
        };
        Some(self.new_items(Items { named: BTreeMap::new(), unnamed }))
    }

    fn tuple(&mut self, parts: Vec<Vec<Value>>) -> Vec<Value> {
        let named = parts.into_iter().enumerate().map(|(index, values)| (index.to_string(), values)).collect();
        self.new_items(Items { named, unnamed: Vec::new() })
    }
}
