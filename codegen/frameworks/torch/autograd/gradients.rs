//! Which operators have which nodes.

use std::borrow::Cow;

use indexmap::IndexMap;
use torch_profile::Profile;
use torch_registry::tags::GENERATED;
use torch_registry::{Function, Registry, ViewGrouped};
use torch_schema::{FunctionSchema, SchemaKind};

use crate::foreach;
use crate::forward::Forward;
use crate::inplace;
use crate::input::is_on_lists;
use crate::node::{Node, class_prefix};

pub use torch_spec::derivative::DEFAULT_KEY;

/// Ends the classes of copies of views.
const COPY: &str = "_copy";

/// The nodes of an operator by dispatch key.
pub(crate) type Nodes = IndexMap<String, Node>;

/// The nodes of all operators, in the order of the file, then those of operators on lists.
#[derive(Debug, Default)]
pub struct Gradients {
    by_name: IndexMap<String, Nodes>,
    /// The names of functional operators by signature.
    functional: IndexMap<String, (FunctionSchema, String)>,
    /// The names of other operators by signature.
    others: IndexMap<String, (FunctionSchema, String)>,
    /// The number of operators whose nodes are not derived from those of others on lists.
    written: usize,
    /// The inplace operators on lists, each with the operator on one tensor whose nodes it has.
    inplace_lists: IndexMap<String, (FunctionSchema, String)>,
}

/// The nodes of an operator.
#[derive(Debug, Clone, Copy)]
pub struct Matched<'a> {
    /// The nodes by dispatch key.
    pub nodes: &'a IndexMap<String, Node>,
    /// True if the formulas are those of the operator itself.
    pub is_exact: bool,
}

impl Gradients {
    /// The nodes of a tree.
    pub fn new(registry: &Registry, profile: &Profile) -> Gradients {
        let mut all = Gradients::default();
        let mut classes: IndexMap<String, usize> = IndexMap::new();
        for (derivative, function) in registry.derivatives().into_iter().flatten() {
            let Some(function) = function.map(|id| &registry[id]) else { continue };
            let mut nodes = Nodes::new();
            for table in &derivative.tables {
                let mut node = Node::new(function, derivative, table);
                let key = table.key.as_str();
                if !node.inputs.is_empty() {
                    let prefix = format!("{}{}", class_prefix(&node.name), if key == DEFAULT_KEY { "" } else { key });
                    let count = classes.entry(prefix.clone()).or_default();
                    node.class = Some(format!("{prefix}{count}"));
                    *count += 1;
                }
                nodes.insert(key.to_owned(), node);
            }
            all.add(function, nodes);
        }
        all.add_copies(registry);
        all.written = all.by_name.len();
        all.add_lists(registry, profile);
        all
    }

    fn add(&mut self, function: &Function, nodes: Nodes) {
        let name = function.name().to_string();
        let func = &function.entry.func;
        let by_signature = if func.kind() == SchemaKind::Functional { &mut self.functional } else { &mut self.others };
        by_signature.insert(signature(func), (func.clone(), name.clone()));
        self.by_name.insert(name, nodes);
    }

    /// A copy of a view has the nodes of the view, under other names, unless it has its own.
    fn add_copies(&mut self, registry: &Registry) {
        let mut copies = IndexMap::new();
        for grouped in registry.grouped_by_view() {
            let ViewGrouped::View(group) = grouped else { continue };
            let Some(copy) = group.view_copy else { continue };
            copies.insert(registry[group.view].name().to_string(), &registry[copy]);
        }
        let added: Vec<_> = self.by_name.iter().filter_map(|(name, nodes)| Some((*copies.get(name)?, nodes))).collect();
        let added: Vec<_> = added.into_iter().map(|(copy, nodes)| (copy, nodes.clone())).collect();
        for (copy, mut nodes) in added {
            if self.by_name.contains_key(&copy.name().to_string()) {
                continue;
            }
            for node in nodes.values_mut() {
                node.name = format!("{}{COPY}.", node.name);
                node.class = node.class.take().map(|class| class + COPY);
            }
            self.add(copy, nodes);
        }
    }

    /// Adds the nodes of operators on lists of tensors.
    fn add_lists(&mut self, registry: &Registry, profile: &Profile) {
        let functions = registry.functions().map(|(_, function)| function);
        let mut functions: Vec<&Function> = functions
            .filter(|function| is_on_lists(function))
            .filter(|function| registry.is_selected_for_training(function) && !lacks_gradients(function))
            .filter(|function| !self.by_name.contains_key(&function.name().to_string()))
            .collect();
        functions.sort_by_key(|function| function.entry.func.cpp_name());
        for function in functions {
            let Some((reference, name)) = self.found_reference(function, profile) else { continue };
            let Some(node) = self.by_name.get(name).and_then(|nodes| nodes.get(DEFAULT_KEY)) else { continue };
            if function.kind == SchemaKind::Inplace {
                let reference = (reference.clone(), name.clone());
                self.inplace_lists.insert(function.name().to_string(), reference);
                continue;
            }
            if let Some(node) = foreach::derived(function, reference, node) {
                let nodes = Nodes::from([(DEFAULT_KEY.to_owned(), node)]);
                self.by_name.insert(function.name().to_string(), nodes);
            }
        }
    }

    /// The operator on one tensor from which the gradients of an operator on lists are derived.
    fn found_reference(&self, function: &Function, profile: &Profile) -> Option<&(FunctionSchema, String)> {
        let of_inplace = foreach::may_have_inplace_reference(function, profile);
        let others = self.others.values().filter(|_| of_inplace && function.kind == SchemaKind::Inplace);
        let mut all = self.functional.values().chain(others);
        all.find(|(schema, _)| foreach::is_reference(function, schema, profile))
    }

    /// The nodes of an operator: its own, those of its functional form, or, for a generated operator, those of any form.
    pub fn of(&self, function: &Function) -> Option<Matched<'_>> {
        if lacks_gradients(function) {
            return None;
        }
        let exact = |name: &str| Some(Matched { nodes: self.by_name.get(name)?, is_exact: true });
        let shared = |name: &str| Some(Matched { is_exact: false, ..exact(name)? });
        let name = function.name().to_string();
        if let Some(matched) = exact(&name) {
            return Some(matched);
        }
        if is_on_lists(function) {
            return shared(&self.inplace_lists.get(&name)?.1);
        }
        let signature = signature(&function.entry.func);
        let functional = self.functional.get(&signature);
        let others = || self.others.get(&signature).filter(|_| function.has_tag(GENERATED));
        shared(&functional.or_else(others)?.1)
    }

    /// The operator on one tensor whose nodes an inplace operator on lists has.
    pub fn reference(&self, function: &Function) -> Option<&FunctionSchema> {
        self.inplace_lists.get(&function.name().to_string()).map(|(schema, _)| schema)
    }

    /// Every node with a class: those of the file, of copies of views and of operators on lists.
    pub fn nodes(&self) -> impl Iterator<Item = (&str, &Node)> {
        with_class(self.by_name.iter())
    }

    /// Every node with a class but those of operators on lists for which no formula is written.
    pub fn written_nodes(&self) -> impl Iterator<Item = (&str, &Node)> {
        with_class(self.by_name.iter().take(self.written))
    }

    /// Every dispatch key with formulas.
    pub fn keys(&self) -> std::collections::BTreeSet<&str> {
        self.by_name.values().flat_map(IndexMap::keys).map(String::as_str).collect()
    }
}

fn with_class<'a>(nodes: impl Iterator<Item = (&'a String, &'a Nodes)>) -> impl Iterator<Item = (&'a str, &'a Node)> {
    let all = nodes.flat_map(|(name, nodes)| nodes.values().map(move |node| (name.as_str(), node)));
    all.filter(|(_, node)| node.class.is_some())
}

impl<'a> Matched<'a> {
    /// The formulas of tangents for a function: those of a functional operator become formulas of the inplace one.
    pub fn forward(&self, function: &Function, node: &'a Node) -> Cow<'a, [Forward]> {
        match node.forward.as_slice() {
            [only] if function.kind == SchemaKind::Inplace => {
                Cow::Owned(vec![inplace::adapted(only, &node.name, self.is_exact)])
            }
            forward => Cow::Borrowed(forward),
        }
    }

    /// True if a node computes the gradient of an argument.
    pub fn has_gradients(&self) -> bool {
        self.nodes.values().any(|node| node.class.is_some())
    }
}

/// True for generated operators with out arguments, through which gradients do not flow.
fn lacks_gradients(function: &Function) -> bool {
    function.has_tag(GENERATED) && function.kind == SchemaKind::Out
}

/// What the forms of an operator have in common, without defaults.
fn signature(func: &FunctionSchema) -> String {
    let mut signature = func.signature();
    let arguments = &mut signature.arguments;
    for argument in arguments.positional.iter_mut().chain(&mut arguments.keyword_only) {
        argument.default = None;
    }
    signature.to_string()
}
