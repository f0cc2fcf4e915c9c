//! What the names and attributes of a file are bound to.

use std::collections::BTreeMap;

use convert::python::{Kind, NodeId, Role, Tree, dotted_name};

/// What a name may mean.
#[derive(Debug, Clone)]
pub(super) enum Binding {
    Class(NodeId),
    Function(NodeId),
    /// A module, with the dots of a relative import, and a name in it.
    Import {
        module: String,
        level: u32,
        name: Option<String>,
    },
    /// The value of an expression.
    Value(NodeId),
    /// An item of an expression.
    Item(NodeId),
    /// A parameter, with its default value.
    Parameter(Option<NodeId>),
    /// `*args`, and the number of parameters before it.
    Rest(usize),
    /// One of the values that are assigned together, and its position.
    Part(Box<Binding>, usize),
}

/// A value that is put into a container after it was made.
#[derive(Debug, Clone)]
pub(super) struct Insertion {
    /// The expression for the key. `None` if the value is added at the end.
    pub(super) key: Option<NodeId>,
    pub(super) value: NodeId,
    /// The value is a container, whose items are added.
    pub(super) is_many: bool,
}

/// A variable: a name in a scope, or an attribute of `self` in a class.
pub(super) type Variable<'a> = (NodeId, &'a str);

/// The bindings of a file.
#[derive(Debug, Default)]
pub(super) struct Bindings<'a> {
    pub(super) names: BTreeMap<Variable<'a>, Vec<Binding>>,
    /// By the node of the class.
    pub(super) attributes: BTreeMap<Variable<'a>, Vec<Binding>>,
    pub(super) into_names: BTreeMap<Variable<'a>, Vec<Insertion>>,
    pub(super) into_attributes: BTreeMap<Variable<'a>, Vec<Insertion>>,
    /// What a class inserts into itself: `self.add_module(name, layer)`, `setattr(self, name, layer)`.
    pub(super) into_self: BTreeMap<NodeId, Vec<Insertion>>,
    /// Names that are not layers: `self.register_buffer(name, tensor)`.
    pub(super) buffers: BTreeMap<NodeId, Vec<NodeId>>,
    /// The calls of `super().__init__`.
    pub(super) inits: BTreeMap<NodeId, Vec<NodeId>>,
    /// The modules of `from m import *`.
    pub(super) stars: Vec<(String, u32)>,
}

const APPEND: &[&str] = &["append"];
const EXTEND: &[&str] = &["extend"];
const ADD_NAMED: &[&str] = &["add_module", "register_module", "add_sublayer", "insert"];
const ADD_BUFFER: &[&str] = &["register_buffer", "register_parameter", "add_parameter"];

impl<'a> Bindings<'a> {
    pub(super) fn of(tree: &Tree<'a>) -> Self {
        let mut bindings = Bindings::default();
        for id in tree.ids() {
            match tree.kind(id) {
                Kind::Class => bindings.bind(tree, id, tree.name_of(id), Binding::Class(id)),
                Kind::Function => bindings.bind(tree, id, tree.name_of(id), Binding::Function(id)),
                Kind::Parameter => bindings.add_parameter(tree, id),
                Kind::Alias => bindings.add_import(tree, id),
                Kind::Assign | Kind::AnnotatedAssign | Kind::AugmentedAssign | Kind::Named => {
                    bindings.add_assignment(tree, id);
                }
                Kind::For | Kind::Clause => bindings.add_loop(tree, id),
                Kind::Call => bindings.add_call(tree, id),
                _ => {}
            }
        }
        bindings
    }

    fn bind(&mut self, tree: &Tree<'a>, at: NodeId, name: &'a str, binding: Binding) {
        self.names.entry((tree.scope_of(at), name)).or_default().push(binding);
    }

    /// The parser puts the default value of a parameter right after it.
    fn add_parameter(&mut self, tree: &Tree<'a>, id: NodeId) {
        let function = tree.node(id).parent;
        let mut after = tree.children(function).skip_while(|child| *child != id).skip(1);
        let default = after.next().filter(|next| tree.node(*next).role == Role::Default);
        let is_before = |child: &NodeId| *child < id && tree.kind(*child) == Kind::Parameter;
        let before = tree.children(function).filter(is_before).count();
        let from = tree.text[..tree.node(id).start as usize].trim_end();
        let is_rest = |text: &str| text.starts_with('*') && !text.starts_with("**");
        let is_rest = is_rest(tree.text_of(id)) || (from.ends_with('*') && !from.ends_with("**"));
        let binding = if is_rest { Binding::Rest(before) } else { Binding::Parameter(default) };
        self.names.entry((function, tree.name_of(id))).or_default().push(binding);
    }

    fn add_import(&mut self, tree: &Tree<'a>, id: NodeId) {
        let (statement, alias) = (tree.node(id).parent, tree.node(id));
        let imported = dotted_name(tree.text_of(id));
        if tree.kind(statement) == Kind::ImportFrom {
            let (module, level) = (tree.name_of(statement).to_owned(), tree.node(statement).level);
            if imported == "*" {
                self.stars.push((module, level));
                return;
            }
            self.bind(tree, id, tree.name_of(id), Binding::Import { module, level, name: Some(imported) });
            return;
        }
        let local = tree.name_of(id);
        let (local, module) = match alias.level {
            1 => (local, imported),
            _ => {
                let first = local.split('.').next().unwrap_or(local).trim();
                (first, first.to_owned())
            }
        };
        self.bind(tree, id, local, Binding::Import { module, level: 0, name: None });
    }

    fn add_assignment(&mut self, tree: &Tree<'a>, id: NodeId) {
        let Some(value) = tree.child(id, Role::Value) else { return };
        let is_augmented = tree.kind(id) == Kind::AugmentedAssign;
        for target in tree.children(id).filter(|child| tree.node(*child).role == Role::Target) {
            if is_augmented {
                self.insert(tree, target, Insertion { key: None, value, is_many: true });
            } else {
                self.add_target(tree, target, &Binding::Value(value));
            }
        }
    }

    fn add_target(&mut self, tree: &Tree<'a>, target: NodeId, binding: &Binding) {
        match tree.kind(target) {
            Kind::Name => self.bind(tree, target, tree.name_of(target), binding.clone()),
            Kind::Attribute => {
                if let Some(attribute) = self_attribute(tree, target) {
                    self.attributes.entry(attribute).or_default().push(binding.clone());
                }
            }
            Kind::Subscript => {
                let (object, index) = (tree.child(target, Role::Value), tree.child(target, Role::Index));
                if let (Some(object), Some(_), Binding::Value(value)) = (object, index, binding) {
                    self.insert(tree, object, Insertion { key: index, value: *value, is_many: false });
                }
            }
            Kind::Tuple | Kind::List => {
                for (index, part) in tree.children(target).enumerate() {
                    self.add_target(tree, part, &Binding::Part(Box::new(binding.clone()), index));
                }
            }
            _ => {}
        }
    }

    fn add_loop(&mut self, tree: &Tree<'a>, id: NodeId) {
        let (target, iterable) = (tree.child(id, Role::Target), tree.child(id, Role::Iterable));
        if let (Some(target), Some(iterable)) = (target, iterable) {
            self.add_target(tree, target, &Binding::Item(iterable));
        }
    }

    /// Calls that put values into containers, or call the constructor of a base.
    fn add_call(&mut self, tree: &Tree<'a>, id: NodeId) {
        let Some(callee) = tree.child(id, Role::Callee) else { return };
        let is_positional =
            |child: &NodeId| tree.node(*child).role == Role::Argument && tree.kind(*child) != Kind::Keyword;
        let arguments: Vec<NodeId> = tree.children(id).filter(is_positional).collect();
        if tree.kind(callee) == Kind::Name {
            if let ("setattr", [object, key, value]) = (tree.name_of(callee), &arguments[..]) {
                self.insert(tree, *object, Insertion { key: Some(*key), value: *value, is_many: false });
            }
            return;
        }
        let Some(object) = tree.child(callee, Role::Value).filter(|_| tree.kind(callee) == Kind::Attribute) else {
            return;
        };
        let method = tree.name_of(callee);
        let is_init = method == "__init__" && tree.text_of(object).starts_with("super(");
        if is_init && let Some(class) = class_of(tree, id) {
            self.inits.entry(class).or_default().push(id);
        }
        match &arguments[..] {
            [value] if APPEND.contains(&method) => {
                self.insert(tree, object, Insertion { key: None, value: *value, is_many: false });
            }
            [value] if EXTEND.contains(&method) => {
                self.insert(tree, object, Insertion { key: None, value: *value, is_many: true });
            }
            [key, value] if ADD_NAMED.contains(&method) => {
                self.insert(tree, object, Insertion { key: Some(*key), value: *value, is_many: false });
            }
            [key, ..] if ADD_BUFFER.contains(&method) => {
                if let Some(class) = class_of(tree, id).filter(|_| is_self(tree, object)) {
                    self.buffers.entry(class).or_default().push(*key);
                }
            }
            _ => {}
        }
    }

    fn insert(&mut self, tree: &Tree<'a>, object: NodeId, insertion: Insertion) {
        if is_self(tree, object) {
            if let Some(class) = class_of(tree, object) {
                self.into_self.entry(class).or_default().push(insertion);
            }
        } else if tree.kind(object) == Kind::Name {
            self.into_names.entry((tree.scope_of(object), tree.name_of(object))).or_default().push(insertion);
        } else if let Some(attribute) = self_attribute(tree, object) {
            self.into_attributes.entry(attribute).or_default().push(insertion);
        }
    }
}

/// Whether an expression is the object of a method.
pub(super) fn is_self(tree: &Tree, id: NodeId) -> bool {
    tree.kind(id) == Kind::Name && tree.name_of(id) == "self"
}

/// The class around a node.
pub(super) fn class_of(tree: &Tree, id: NodeId) -> Option<NodeId> {
    tree.ancestors(id).find(|ancestor| tree.kind(*ancestor) == Kind::Class)
}

/// The class and the name of `self.name`.
pub(super) fn self_attribute<'a>(tree: &Tree<'a>, id: NodeId) -> Option<Variable<'a>> {
    let object = tree.child(id, Role::Value).filter(|_| tree.kind(id) == Kind::Attribute)?;
    is_self(tree, object).then(|| Some((class_of(tree, id)?, tree.name_of(id))))?
}
