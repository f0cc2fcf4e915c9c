//! Finds the uses of PyTorch in a file: its functions, classes and modules, and methods and attributes of values that may be
//! PyTorch's.

use std::collections::BTreeMap;

use crate::imports::Imports;
use crate::python::{Kind, NodeId, Role, Tree};
use crate::rules::{Mapping, Receivers, RuleKind};
use crate::shadows::Shadows;

/// A use of PyTorch.
#[derive(Debug, Clone)]
pub struct Use {
    /// The call, attribute or name.
    pub node: NodeId,
    /// The full name of what is used.
    pub api: String,
    /// How it is used.
    pub kind: UseKind,
}

/// How something of PyTorch is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseKind {
    /// A call of a function or class.
    Call,
    /// `super().__init__(...)` in a class whose only base is PyTorch's.
    SuperInit,
    /// A function, class or constant that is not called.
    Reference,
    /// A call of a method.
    Method,
    /// An attribute of a value.
    Attribute,
    /// A package or module as a value.
    Package,
    /// `x += y`, which changes a tensor in place.
    InPlace,
    /// `hasattr(module, "name")`.
    HasAttr,
    /// `getattr(module, "name")`.
    GetAttr,
}

/// A name that `hasattr` or `getattr` looks up in a module.
struct ModuleLookup {
    path: String,
    is_hasattr: bool,
    has_default: bool,
}

/// Finds the uses in one file.
pub struct Finder<'a> {
    pub tree: &'a Tree<'a>,
    pub mapping: &'a Mapping,
    pub imports: &'a Imports,
    pub shadows: &'a Shadows,
    /// Variables that stand for an imported name: `my = relu`.
    variables: BTreeMap<String, String>,
    /// All names, in order.
    names: Vec<NodeId>,
    /// The callees from other packages, in order.
    foreign_callees: Vec<NodeId>,
}

impl<'a> Finder<'a> {
    pub fn new(tree: &'a Tree<'a>, mapping: &'a Mapping, imports: &'a Imports, shadows: &'a Shadows) -> Self {
        let variables = BTreeMap::new();
        let mut finder =
            Finder { tree, mapping, imports, shadows, variables, names: Vec::new(), foreign_callees: Vec::new() };
        finder.names = tree.ids().filter(|id| tree.kind(*id) == Kind::Name).collect();
        finder.foreign_callees = tree.ids().filter(|id| finder.is_foreign_callee(*id)).collect();
        finder
    }

    fn is_foreign_callee(&self, id: NodeId) -> bool {
        let name = match self.tree.kind(id) {
            Kind::Name => self.tree.text_of(id),
            Kind::Attribute => self.tree.name_of(id),
            _ => return false,
        };
        self.tree.node(id).role == Role::Callee && self.is_foreign(name)
    }

    /// Every use, and the augmented assignments that were found before. Inner uses come before those around them.
    pub fn uses(mut self, augmented: Vec<Use>) -> Vec<Use> {
        let mut uses = augmented;
        for id in self.tree.ids() {
            let found = match self.tree.kind(id) {
                Kind::Call => self.call(id),
                Kind::Attribute => self.attribute(id),
                Kind::Name => self.name(id),
                _ => None,
            };
            uses.extend(found);
        }
        let place = |it: &Use| (self.tree.node(it.node).end, std::cmp::Reverse(self.tree.node(it.node).start));
        uses.sort_by_key(place);
        uses
    }

    fn call(&self, id: NodeId) -> Option<Use> {
        if let Some(lookup) = self.module_lookup(id) {
            let kind = if lookup.is_hasattr { UseKind::HasAttr } else { UseKind::GetAttr };
            let parent = self.tree.node(id).parent;
            let is_part = self.tree.node(id).role == Role::Callee || self.tree.kind(parent) == Kind::Attribute;
            let is_found = self.is_of_package(&lookup.path) && (lookup.is_hasattr || !is_part || lookup.has_default);
            return is_found.then_some(Use { node: id, api: lookup.path, kind });
        }
        let callee = self.tree.child(id, Role::Callee)?;
        if let Some(path) = self.path(callee).or_else(|| self.unimported(callee)) {
            let is_use = self.is_of_package(&path) || self.mapping.function(&path).is_some();
            if is_use {
                return Some(Use { node: id, api: path, kind: UseKind::Call });
            }
        }
        if self.tree.kind(callee) != Kind::Attribute {
            return None;
        }
        if let Some(base) = self.base_that_is_made(callee) {
            return Some(Use { node: id, api: base, kind: UseKind::SuperInit });
        }
        let classes = self.classes_of(callee, &self.mapping.methods)?;
        let method = self.tree.name_of(callee);
        let apis = classes.iter().map(|class| format!("{class}.{method}"));
        let api = apis.into_iter().find(|api| self.mapping.function(api).is_some())?;
        Some(Use { node: id, api, kind: UseKind::Method })
    }

    /// The only base of the class around `super().__init__`, if its arguments change.
    fn base_that_is_made(&self, callee: NodeId) -> Option<String> {
        let object = self.tree.child(callee, Role::Value)?;
        let is_super = self.tree.name_of(callee) == "__init__" && self.tree.text_of(object).starts_with("super(");
        let class = self.tree.ancestors(callee).find(|id| is_super && self.tree.kind(*id) == Kind::Class)?;
        let mut bases = self.tree.children(class).filter(|child| self.tree.node(*child).role == Role::Base);
        let (Some(base), None) = (bases.next(), bases.next()) else { return None };
        let path = self.path(base)?;
        let rule = self.mapping.function(&path)?;
        (rule.kind == RuleKind::Bound && rule.signature.is_some()).then_some(path)
    }

    fn attribute(&self, id: NodeId) -> Option<Use> {
        let node = self.tree.node(id);
        if node.role == Role::Callee {
            return None;
        }
        let is_inner = self.tree.kind(node.parent) == Kind::Attribute;
        if let Some(path) = self.path(id) {
            let is_use = !is_inner && self.is_of_package(&path) && !self.is_looked_up_in(id);
            let kind = if self.is_module(&path) { UseKind::Package } else { UseKind::Reference };
            return is_use.then_some(Use { node: id, api: path, kind });
        }
        // In `x.a.b`, `a` is only a use if the mapping says that `a` is a tensor.
        if is_inner && !self.is_through(self.tree.name_of(id)) {
            return None;
        }
        let classes = self.classes_of(id, &self.mapping.attributes_of)?;
        let attribute = self.tree.name_of(id);
        let apis = classes.iter().map(|class| format!("{class}.{attribute}"));
        let api = apis.into_iter().find(|api| self.mapping.attribute(api).is_some())?;
        Some(Use { node: id, api, kind: UseKind::Attribute })
    }

    fn name(&mut self, id: NodeId) -> Option<Use> {
        let node = self.tree.node(id);
        let parent = self.tree.kind(node.parent);
        let is_part = node.role == Role::Callee || parent == Kind::Attribute || self.tree.is_target(id);
        if is_part {
            return None;
        }
        let path = self.path(id).or_else(|| self.unimported_package(id))?;
        if self.is_looked_up_in(id) {
            return None;
        }
        if self.mapping.packages.contains_key(&path) || self.is_module(&path) {
            return Some(Use { node: id, api: path, kind: UseKind::Package });
        }
        if !self.is_of_package(&path) {
            return None;
        }
        self.remember_variable(id, &path);
        Some(Use { node: id, api: path, kind: UseKind::Reference })
    }

    /// The package in `hasattr(package, ...)`, if the file does not import it itself.
    fn unimported_package(&self, id: NodeId) -> Option<String> {
        let name = self.tree.text_of(id);
        let call = self.tree.node(id).parent;
        let is_package = self.mapping.packages.contains_key(name) && !self.shadows.defined.contains(name);
        let is_asked = self.tree.kind(call) == Kind::Call
            && self.tree.child(call, Role::Callee).is_some_and(|callee| self.tree.text_of(callee) == "hasattr");
        (is_package && is_asked && !self.imports.foreign.contains(name)).then(|| name.to_owned())
    }

    /// Notes the variable in `my = relu`.
    fn remember_variable(&mut self, id: NodeId, path: &str) {
        let node = self.tree.node(id);
        if self.tree.kind(node.parent) != Kind::Assign || node.role != Role::Value {
            return;
        }
        let mut targets = self.tree.children(node.parent).filter(|child| self.tree.node(*child).role == Role::Target);
        if let (Some(target), None) = (targets.next(), targets.next())
            && self.tree.kind(target) == Kind::Name
        {
            self.variables.insert(self.tree.text_of(target).to_owned(), path.to_owned());
        }
    }

    /// The full path that a name or a chain of attributes stands for, if it begins with something imported.
    pub fn path(&self, id: NodeId) -> Option<String> {
        let mut parts = Vec::new();
        let mut next = id;
        loop {
            match self.tree.kind(next) {
                Kind::Attribute => {
                    if let Some(path) = self.imports.members.get(self.tree.text_of(next)) {
                        parts.reverse();
                        return Some(std::iter::once(path.as_str()).chain(parts).collect::<Vec<_>>().join("."));
                    }
                    parts.push(self.tree.name_of(next));
                    next = self.tree.child(next, Role::Value)?;
                }
                Kind::Call => {
                    let (function, module, name, default) = self.literal_lookup(next)?;
                    if function != "getattr" || default.is_some() {
                        return None;
                    }
                    parts.push(name);
                    next = module;
                }
                _ => break,
            }
        }
        if self.tree.kind(next) != Kind::Name {
            return None;
        }
        let root = self.tree.text_of(next);
        let root_path = self.root(root, next, parts.is_empty(), id)?;
        parts.reverse();
        Some(std::iter::once(root_path.as_str()).chain(parts).collect::<Vec<_>>().join("."))
    }

    /// The path of a callee that begins with a package that the file does not import itself.
    fn unimported(&self, callee: NodeId) -> Option<String> {
        let text = self.tree.text_of(callee);
        let root = text.split('.').next().unwrap_or(text);
        let is_package = self.mapping.packages.contains_key(root) && !self.shadows.defined.contains(root);
        let is_known = is_package && !self.imports.foreign.contains(root) && self.mapping.function(text).is_some();
        is_known.then(|| text.to_owned())
    }

    fn root(&self, root: &str, node: NodeId, is_whole: bool, whole: NodeId) -> Option<String> {
        let is_imported = self.imports.names.contains_key(root) || self.imports.packages.contains(root);
        if is_imported {
            if self.shadows.hide(self.tree, node, root) {
                return None;
            }
            return Some(self.imports.names.get(root).cloned().unwrap_or_else(|| root.to_owned()));
        }
        if is_whole
            && self.tree.node(whole).role == Role::Callee
            && let Some(path) = self.variables.get(root)
        {
            return Some(path.clone());
        }
        self.starred(root)
    }

    /// The path of a name that only `from module import *` can define.
    fn starred(&self, name: &str) -> Option<String> {
        if self.imports.stars.is_empty() || self.shadows.defined.contains(name) || self.imports.foreign.contains(name) {
            return None;
        }
        let paths = self.imports.stars.iter().map(|module| format!("{module}.{name}"));
        paths.into_iter().find(|path| self.mapping.function(path).is_some() || self.mapping.attribute(path).is_some())
    }

    /// The function, module, name and default of `hasattr(module, "name")` or `getattr(module, "name", default)`.
    fn literal_lookup(&self, call: NodeId) -> Option<(&'a str, NodeId, &'a str, Option<NodeId>)> {
        let callee = self.tree.child(call, Role::Callee).filter(|callee| self.tree.kind(*callee) == Kind::Name)?;
        let function = self.tree.text_of(callee);
        if !matches!(function, "hasattr" | "getattr") {
            return None;
        }
        let mut arguments = self.tree.children(call).filter(|child| self.tree.node(*child).role == Role::Argument);
        let (module, name, default) = (arguments.next()?, arguments.next()?, arguments.next());
        let name = literal(self.tree.text_of(name)).filter(|_| self.tree.kind(name) == Kind::Strings)?;
        Some((function, module, name, default))
    }

    /// The name that a call of `hasattr` or `getattr` looks up in a module.
    fn module_lookup(&self, call: NodeId) -> Option<ModuleLookup> {
        let (function, module, name, default) = self.literal_lookup(call)?;
        let module = self.path(module).filter(|path| self.is_module(path))?;
        Some(ModuleLookup {
            path: format!("{module}.{name}"),
            is_hasattr: function == "hasattr",
            has_default: default.is_some(),
        })
    }

    /// Whether a node is the module in a `hasattr` or `getattr` that is replaced as a whole.
    fn is_looked_up_in(&self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        node.role == Role::Argument
            && self.tree.kind(node.parent) == Kind::Call
            && self.literal_lookup(node.parent).is_some_and(|(_, module, ..)| module == id)
            && self.module_lookup(node.parent).is_some()
    }

    /// The full name of a method of tensors, if it has a rule.
    pub fn method_of_tensor(&self, name: &str) -> Option<String> {
        let class = self.mapping.methods.value.first()?;
        Some(format!("{class}.{name}")).filter(|api| self.mapping.function(api).is_some())
    }

    fn is_module(&self, path: &str) -> bool {
        self.mapping.namespaces.contains_key(path)
    }

    fn is_of_package(&self, path: &str) -> bool {
        path.split_once('.').is_some_and(|(first, _)| self.imports.packages.contains(first))
    }

    /// The classes that the object of an attribute may belong to. `None` if it cannot be one of PyTorch's.
    fn classes_of(&self, attribute: NodeId, receivers: &'a Receivers) -> Option<&'a [String]> {
        if !self.imports.is_relevant() || self.is_foreign(self.tree.name_of(attribute)) {
            return None;
        }
        let mut through = false;
        let mut length = 1;
        let mut next = self.tree.child(attribute, Role::Value)?;
        while self.tree.kind(next) == Kind::Attribute {
            let name = self.tree.name_of(next);
            if self.is_foreign(name) {
                return None;
            }
            through |= receivers.names.iter().any(|known| known == name);
            length += 1;
            next = self.tree.child(next, Role::Value)?;
        }
        let root = self.tree.text_of(next);
        let is_self = match self.tree.kind(next) {
            Kind::Name if self.is_foreign(root) => return None,
            Kind::Name => root == "self",
            Kind::Call | Kind::Compare | Kind::Binary | Kind::Unary | Kind::Subscript => {
                if self.is_from_another_package(next) {
                    return None;
                }
                false
            }
            _ => return None,
        };
        let list = match (length, is_self) {
            (1, false) => &receivers.value,
            (1, true) => &receivers.this,
            (_, true) => &receivers.member,
            (_, false) if through => &receivers.through,
            _ => return None,
        };
        Some(list)
    }

    fn is_through(&self, name: &str) -> bool {
        self.mapping.attributes_of.names.iter().any(|known| known == name)
    }

    fn is_foreign(&self, name: &str) -> bool {
        self.imports.foreign.contains(name) || self.mapping.foreign.iter().any(|foreign| foreign == name)
    }

    /// Whether an expression begins with something from another package, or calls something from one.
    fn is_from_another_package(&self, id: NodeId) -> bool {
        let begins = self.tree.first_of(&self.names, id).filter(|name| {
            let is_start = self.tree.node(*name).start == self.tree.node(id).start;
            let is_used = matches!(self.tree.node(*name).role, Role::Callee)
                || self.tree.kind(self.tree.node(*name).parent) == Kind::Attribute;
            is_start && is_used && self.is_foreign(self.tree.text_of(*name))
        });
        begins.is_some() || self.tree.first_of(&self.foreign_callees, id).is_some()
    }
}

/// The name in a plain string literal.
fn literal(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let name = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')).then_some(name)
}
