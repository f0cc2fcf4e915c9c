//! Which values an expression may have: layers, classes and containers of them. Nothing is run, so a result is a set.

use std::collections::{BTreeMap, BTreeSet};

use convert::python::{Kind, NodeId, Role, Tree};

use super::bindings::{Binding, Bindings, Insertion, Variable, class_of, is_self, self_attribute};
use super::graph::{Graph, Layer, LayerId};
use super::project::{self, File, FileId};

/// A value that an expression may have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Layer(LayerId),
    /// Something of a package outside of the project, by its full name.
    External(String),
    Class(FileId, NodeId),
    Function(FileId, NodeId),
    Module(FileId),
    Items(usize),
    Text(String),
    /// A number, a tensor: nothing that has layers.
    Plain,
    /// The reason why nothing is known.
    Unknown(String),
}

/// The items of a list or a dict: those whose keys are known, and the others.
#[derive(Debug, Clone, Default)]
pub(super) struct Items {
    pub(super) named: BTreeMap<String, Vec<Value>>,
    pub(super) unnamed: Vec<Value>,
}

impl Items {
    /// Adds all items of another container under their names.
    pub(super) fn merge(&mut self, other: Items) {
        other.named.into_iter().for_each(|(name, values)| self.named.entry(name).or_default().extend(values));
        self.unnamed.extend(other.unnamed);
    }

    /// All items, whatever their names are.
    pub(super) fn all(self) -> impl Iterator<Item = Value> {
        self.named.into_values().flatten().chain(self.unnamed)
    }
}

/// A project while it is read.
pub(super) struct Evaluator<'a> {
    pub(super) files: &'a [File<'a>],
    pub(super) bindings: Vec<Bindings<'a>>,
    pub(super) graph: Graph,
    pub(super) classes: BTreeMap<(FileId, NodeId), LayerId>,
    pub(super) items: Vec<Items>,
    /// What is being evaluated, so that recursion ends.
    pub(super) active: BTreeSet<(FileId, NodeId, &'a str)>,
    /// The values that an attribute had before it is assigned again.
    earlier: BTreeMap<(FileId, NodeId, &'a str), Vec<Value>>,
    pub(super) parameters: BTreeMap<(FileId, NodeId, &'a str), Vec<Value>>,
    pub(super) calls: Vec<(FileId, NodeId)>,
    steps: usize,
    /// The number of expressions that are being evaluated, each inside of another.
    depth: usize,
}

/// More steps than any project needs.
const MOST_STEPS: usize = 5_000_000;
/// The deepest nesting of expressions, through all names that they refer to.
const DEEPEST: usize = 400;
/// Methods that return their layer.
const SAME_LAYER: &[&str] =
    &["to", "cuda", "cpu", "eval", "train", "half", "float", "double", "bfloat16", "apply", "requires_grad_"];

impl<'a> Evaluator<'a> {
    pub(super) fn new(files: &'a [File<'a>]) -> Self {
        let bindings: Vec<Bindings> = files.iter().map(|file| Bindings::of(&file.tree)).collect();
        let projects = files.iter().enumerate().filter(|(_, file)| !file.is_helper());
        let calls = projects.flat_map(|(index, file)| {
            let tree = &file.tree;
            tree.ids().filter(|id| tree.kind(*id) == Kind::Call).map(move |id| (FileId(index), id))
        });
        Evaluator {
            files,
            bindings,
            graph: Graph::default(),
            classes: BTreeMap::new(),
            items: Vec::new(),
            active: BTreeSet::new(),
            earlier: BTreeMap::new(),
            parameters: BTreeMap::new(),
            calls: calls.collect(),
            steps: 0,
            depth: 0,
        }
    }

    pub(super) fn tree(&self, file: FileId) -> &'a Tree<'a> {
        &self.files[file.0].tree
    }

    /// The values of an expression, without duplicates.
    pub(super) fn values(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.depth > DEEPEST {
            return vec![Value::Unknown("the code is too long, or nested too deeply".to_owned())];
        }
        self.depth += 1;
        let mut values = self.values_by_kind(file, id);
        self.depth -= 1;
        values.sort();
        values.dedup();
        values
    }

    fn values_by_kind(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        match tree.kind(id) {
            Kind::Name if is_self(tree, id) => self.object(file, id),
            Kind::Name => self.name(file, tree.scope_of(id), tree.name_of(id)),
            Kind::Attribute => self.attribute(file, id),
            Kind::Call => self.call(file, id),
            Kind::Conditional | Kind::Boolean => self.operands(file, id),
            Kind::List | Kind::Tuple | Kind::Set => self.list(file, id),
            Kind::Comprehension | Kind::Generator => self.comprehension(file, id),
            Kind::Dict => self.dict(file, id),
            Kind::Binary => self.concatenation(file, id),
            Kind::Subscript => self.subscript(file, id),
            Kind::Named => tree.child(id, Role::Value).map_or_else(Vec::new, |value| self.values(file, value)),
            Kind::Lambda => vec![Value::Function(file, id)],
            Kind::Strings => vec![text(tree.text_of(id)).map_or(Value::Plain, Value::Text)],
            Kind::Await | Kind::Yield | Kind::Starred => vec![unknown(tree, id)],
            _ => vec![Value::Plain],
        }
    }

    pub(super) fn operands(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        let operands: Vec<NodeId> = tree.children(id).filter(|child| tree.node(*child).role != Role::Test).collect();
        operands.into_iter().flat_map(|operand| self.values(file, operand)).collect()
    }

    fn attribute(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        if let Some((class, name)) = self_attribute(tree, id) {
            return self.own_attribute(file, class, name);
        }
        let name = tree.name_of(id);
        let Some(object) = tree.child(id, Role::Value) else { return vec![unknown(tree, id)] };
        let mut found = Vec::new();
        for value in self.values(file, object) {
            match value {
                Value::External(path) => found.push(Value::External(format!("{path}.{name}"))),
                Value::Module(module) => found.extend(self.name(module, Tree::ROOT, name)),
                Value::Plain | Value::Text(_) => found.push(Value::Plain),
                _ => found.push(unknown(tree, id)),
            }
        }
        found
    }

    /// The values of `self.name` in a class: attributes, methods, and those of bases in the project.
    pub(super) fn own_attribute(&mut self, file: FileId, class: NodeId, name: &'a str) -> Vec<Value> {
        if !self.active.insert((file, class, name)) {
            return self.earlier.get(&(file, class, name)).cloned().unwrap_or_default();
        }
        let variable: Variable = (class, name);
        let bindings = &self.bindings[file.0];
        let mut found: Vec<Binding> = bindings.attributes.get(&variable).cloned().unwrap_or_default();
        found.extend(bindings.names.get(&variable).cloned().unwrap_or_default());
        let insertions = bindings.into_attributes.get(&variable).cloned().unwrap_or_default();
        let mut values = Vec::new();
        for binding in &found {
            values.extend(self.bound(file, class, name, binding));
            self.earlier.insert((file, class, name), values.clone());
        }
        self.insert_all(file, &mut values, &insertions);
        if values.is_empty() {
            for base in self.bases(file, class) {
                if let Value::Class(file, class) = base {
                    values.extend(self.own_attribute(file, class, name));
                }
            }
        }
        self.active.remove(&(file, class, name));
        values
    }

    /// Adds what the code inserts into the containers of a variable.
    fn insert_all(&mut self, file: FileId, values: &mut Vec<Value>, insertions: &[Insertion]) {
        if insertions.is_empty() {
            return;
        }
        let mut added = Items::default();
        insertions.iter().for_each(|insertion| self.put(&mut added, file, insertion));
        for value in values {
            match value {
                Value::Items(index) => {
                    let mut all = self.items[*index].clone();
                    all.merge(added.clone());
                    *index = self.add_items(all);
                }
                Value::Layer(layer) => self.insert_members(*layer, &added),
                _ => {}
            }
        }
    }

    /// The values of a name in a scope, or in one around it.
    pub(super) fn name(&mut self, file: FileId, scope: NodeId, name: &'a str) -> Vec<Value> {
        let tree = self.tree(file);
        let mut scope = Some(scope);
        while let Some(current) = scope {
            let variable: Variable = (current, name);
            if let Some(bindings) = self.bindings[file.0].names.get(&variable).cloned() {
                if !self.active.insert((file, current, name)) {
                    return Vec::new();
                }
                let insertions = self.bindings[file.0].into_names.get(&variable).cloned().unwrap_or_default();
                let mut values: Vec<Value> =
                    bindings.iter().flat_map(|binding| self.bound(file, current, name, binding)).collect();
                self.insert_all(file, &mut values, &insertions);
                self.active.remove(&(file, current, name));
                return values;
            }
            scope = (current != Tree::ROOT).then(|| tree.scope_of(current));
        }
        self.starred_import(file, name).unwrap_or_else(|| vec![Value::External(name.to_owned())])
    }

    fn starred_import(&mut self, file: FileId, name: &'a str) -> Option<Vec<Value>> {
        let stars = self.bindings[file.0].stars.clone();
        stars.iter().find_map(|(module, level)| {
            let module = project::absolute(&self.files[file.0], module, *level);
            let found = project::find(self.files, &self.files[file.0], &module).filter(|found| *found != file)?;
            let is_there = self.bindings[found.0].names.contains_key(&(Tree::ROOT, name));
            is_there.then(|| self.name(found, Tree::ROOT, name))
        })
    }

    fn bound(&mut self, file: FileId, scope: NodeId, name: &'a str, binding: &Binding) -> Vec<Value> {
        match binding {
            Binding::Class(class) => vec![Value::Class(file, *class)],
            Binding::Function(function) => vec![Value::Function(file, *function)],
            Binding::Import { module, level, name } => self.imported(file, module, *level, name.as_deref()),
            Binding::Value(value) => self.values(file, *value),
            Binding::Item(iterable) => self.spread(file, *iterable).all().collect(),
            Binding::Parameter(default) => self.parameter(file, scope, name, *default),
            Binding::Rest(before) => self.rest(file, scope, *before),
            Binding::Part(whole, index) => {
                let values = self.bound(file, scope, name, whole);
                values.into_iter().flat_map(|value| self.part(value, *index, name)).collect()
            }
        }
    }

    fn imported(&mut self, file: FileId, module: &str, level: u32, name: Option<&str>) -> Vec<Value> {
        let files = self.files;
        let module = project::absolute(&files[file.0], module, level);
        let find = |module: &str| project::find(files, &files[file.0], module);
        let Some(name) = name else {
            return vec![find(&module).map_or(Value::External(module), Value::Module)];
        };
        let submodule = if module.is_empty() { name.to_owned() } else { format!("{module}.{name}") };
        let defined = find(&module).and_then(|found| {
            let key = self.bindings[found.0].names.keys().find(|(scope, known)| *scope == Tree::ROOT && *known == name);
            key.map(|(_, name)| (found, *name))
        });
        match (defined, find(&submodule)) {
            (Some((found, name)), _) => self.name(found, Tree::ROOT, name),
            (None, Some(found)) => vec![Value::Module(found)],
            (None, None) => vec![Value::External(submodule)],
        }
    }

    /// The object of a method.
    fn object(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        match class_of(self.tree(file), id) {
            Some(class) => vec![Value::Layer(self.instance(file, class, None))],
            None => vec![unknown(self.tree(file), id)],
        }
    }

    /// The classes that a class is derived from.
    pub(super) fn bases(&mut self, file: FileId, class: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        let is_base = |child: &NodeId| tree.node(*child).role == Role::Base && tree.kind(*child) != Kind::Keyword;
        let bases: Vec<NodeId> = tree.children(class).filter(is_base).collect();
        bases.into_iter().flat_map(|base| self.values(file, base)).collect()
    }

    /// The layer that a method returns, if it returns its object.
    pub(super) fn same_layer(&mut self, file: FileId, callee: NodeId) -> Option<Vec<Value>> {
        let tree = self.tree(file);
        let object = tree.child(callee, Role::Value).filter(|_| tree.kind(callee) == Kind::Attribute)?;
        if !SAME_LAYER.contains(&tree.name_of(callee)) {
            return None;
        }
        let values = self.values(file, object);
        values.iter().any(|value| matches!(value, Value::Layer(_))).then_some(values)
    }

    /// Adds a layer to the result.
    pub(super) fn add_layer(&mut self, layer: Layer) -> LayerId {
        self.graph.layers.push(layer);
        LayerId(self.graph.layers.len() - 1)
    }

    /// The class that a function is a method of.
    pub(super) fn class_around(&self, file: FileId, function: NodeId) -> Option<NodeId> {
        class_of(self.tree(file), function).filter(|class| self.tree(file).scope_of(function) == *class)
    }
}

/// An expression of which nothing is known.
pub(super) fn unknown(tree: &Tree, id: NodeId) -> Value {
    let line = tree.text[..tree.node(id).start as usize].matches('\n').count() + 1;
    let text: String = tree.text_of(id).lines().next().unwrap_or_default().chars().take(60).collect();
    Value::Unknown(format!("nothing is known of `{text}` on line {line}"))
}

/// The text of a literal without escapes.
pub(super) fn text(literal: &str) -> Option<String> {
    let quote = literal.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let text = literal.strip_prefix(quote)?.strip_suffix(quote)?;
    (!text.contains(['\\', quote])).then(|| text.to_owned())
}
