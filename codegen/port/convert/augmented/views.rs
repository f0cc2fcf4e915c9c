//! Changes through views: `x[0].add_(y)`, and `v[0] = y` or `v.add_(y)` if `v` is a view of `x`.

use crate::python::{Kind, NodeId, Role};
use crate::uses::Finder;

use super::analysis::Analysis;
use super::names::NameIndex;
use super::value_kind::ValueKind;

/// Changes through views in a file.
#[derive(Debug, Default)]
pub struct ViewChanges {
    /// Calls of methods that change a view of an expression.
    pub calls: Vec<(NodeId, ChangedView)>,
    /// Statements and calls that change a variable, with the reason why the base differs from PyTorch's.
    pub warned: Vec<(NodeId, String)>,
}

/// A view that a method changes.
#[derive(Debug, Clone, Copy)]
pub struct ChangedView {
    /// The tensor whose memory it shares in PyTorch.
    pub base: NodeId,
    /// Whether the target copies the values of the base.
    pub is_copy: bool,
}

/// Finds changes through views.
pub fn find(finder: &Finder) -> ViewChanges {
    let tree = finder.tree;
    let mut changes = ViewChanges::default();
    let written: Vec<_> = tree.ids().filter(|id| is_written(finder, *id)).collect();
    if written.is_empty() {
        return changes;
    }
    let names = NameIndex::read(tree);
    for id in written {
        let analysis = Analysis::new(finder, &names);
        let (statement, value) = analysis.written_value(id);
        // Values of views that the target copies are lost, with and without gradients.
        let has_gradients = !analysis.is_without_gradients(statement);
        let is_copy = analysis.is_copied_view(value);
        match tree.kind(value) {
            Kind::Name => {
                let warning = analysis.view_warning(value, has_gradients).or_else(|| analysis.lost_loop_change(value));
                changes.warned.extend(warning.map(|warning| (statement, warning)));
            }
            _ if tree.kind(id) == Kind::Call && analysis.base_of(value).is_some() => {
                let base = analysis.base_of(value).filter(|_| has_gradients || is_copy);
                changes.calls.extend(base.map(|base| (id, ChangedView { base, is_copy })));
                changes.warned.extend(analysis.lost_item_change(value).map(|warning| (statement, warning)));
            }
            _ => {
                let warning = if is_copy { analysis.lost_change(value) } else { analysis.lost_item_change(value) };
                changes.warned.extend(warning.map(|warning| (statement, warning)));
            }
        }
    }
    changes
}

/// Whether a node changes a tensor: an item that is assigned, or a call of a method that ends with an underscore.
fn is_written(finder: &Finder, id: NodeId) -> bool {
    let tree = finder.tree;
    match tree.kind(id) {
        Kind::Subscript => tree.node(id).role == Role::Target && tree.kind(tree.node(id).parent) == Kind::Assign,
        Kind::Call => tree.child(id, Role::Callee).is_some_and(|callee| {
            let name = tree.name_of(callee);
            let is_method = tree.kind(callee) == Kind::Attribute && name.ends_with('_') && !name.ends_with("__");
            is_method && finder.path(callee).is_none() && finder.method_of_tensor(name).is_some()
        }),
        _ => false,
    }
}

impl Analysis<'_> {
    /// The statement or call that changes something, and what it changes.
    fn written_value(&self, id: NodeId) -> (NodeId, NodeId) {
        let value = match self.tree.kind(id) {
            Kind::Call => self.tree.child(id, Role::Callee).and_then(|callee| self.tree.child(callee, Role::Value)),
            _ => self.tree.child(id, Role::Value),
        };
        (id, value.unwrap_or(id))
    }

    /// The variable or attribute of which an expression is a view. `None` if it may be an item of a list or dictionary.
    fn base_of(&self, view: NodeId) -> Option<NodeId> {
        let (mut next, mut is_tensor) = (view, false);
        while self.take_step() {
            match self.tree.kind(next) {
                Kind::Subscript => {
                    let index = self.tree.child(next, Role::Index)?;
                    if self.selects_copy(index) {
                        return None;
                    }
                    is_tensor |= self.only_tensors_take(index);
                    next = self.tree.child(next, Role::Value)?;
                }
                Kind::Call if matches!(self.result_kind(next), ValueKind::View(_)) && !self.is_detached(next) => {
                    let callee = self.tree.child(next, Role::Callee)?;
                    if self.finder.path(callee).is_some() {
                        return None;
                    }
                    is_tensor = true;
                    next = self.tree.child(callee, Role::Value)?;
                }
                Kind::Name => {
                    is_tensor |= self.is_new(next);
                    return (is_tensor && next != view).then_some(next);
                }
                Kind::Attribute if self.is_detached(next) => return None,
                Kind::Attribute => return (is_tensor && next != view).then_some(next),
                _ => return None,
            }
        }
        None
    }

    /// Whether an index is a list or a mask, which select a copy.
    fn selects_copy(&self, index: NodeId) -> bool {
        match self.tree.kind(index) {
            Kind::List | Kind::Compare => true,
            Kind::Unary => self.tree.text_of(index).starts_with('~'),
            Kind::Tuple => self.tree.children(index).any(|part| self.selects_copy(part)),
            _ => false,
        }
    }

    /// Whether an attribute or method returns a tensor without a gradient.
    fn is_detached(&self, id: NodeId) -> bool {
        let attribute = match self.tree.kind(id) {
            Kind::Call => self.tree.child(id, Role::Callee).unwrap_or(id),
            _ => id,
        };
        let names = &self.finder.mapping.in_place.without_gradients;
        names.contains(&self.method(self.tree.name_of(attribute)))
    }

    /// A warning if a variable that is changed is a view whose base is used later.
    fn view_warning(&self, name: NodeId, has_gradients: bool) -> Option<String> {
        let text = self.tree.text_of(name);
        let ValueKind::View(Some(base)) = self.unshared_kind(name) else { return None };
        let definitions = self.reaching(name)?.definitions;
        let values: Vec<NodeId> = definitions.iter().filter_map(|id| self.assigned_value(*id)).collect();
        if !self.is_used_later(base, name) {
            return None;
        }
        let is_detached = values.iter().any(|value| self.is_detached(*value));
        self.copy_warning(name, base).or_else(|| {
            if is_detached || !has_gradients {
                return None;
            }
            let base = self.tree.text_of(base);
            Some(format!(
                "`{text}` may be a view of `{base}`: the values of `{base}` change, too, but its gradient stays as it was"
            ))
        })
    }

    /// A warning if a variable is a view in PyTorch, and a copy in the target.
    pub(super) fn copy_warning(&self, name: NodeId, base: NodeId) -> Option<String> {
        let definitions = self.reaching(name)?.definitions;
        let mut values = definitions.iter().filter_map(|id| self.assigned_value(*id));
        let (text, base) = (self.tree.text_of(name), self.tree.text_of(base));
        values.any(|value| self.is_copied_view(value)).then(|| lost_text(text, base))
    }

    /// A warning if an expression that is changed is a view of a variable in PyTorch, and a copy in the target.
    fn lost_change(&self, view: NodeId) -> Option<String> {
        let mut next = view;
        while self.take_step() {
            next = match self.tree.kind(next) {
                Kind::Subscript => self.tree.child(next, Role::Value)?,
                Kind::Call => self.first_operand(next)?,
                Kind::Name | Kind::Attribute => {
                    let (text, base) = (self.tree.text_of(view), self.tree.text_of(next));
                    return Some(lost_text(text, base));
                }
                _ => return None,
            };
        }
        None
    }

    /// A warning if an item of a variable is changed that holds copies, which are views in PyTorch: `parts = x.split(2)`.
    fn lost_item_change(&self, view: NodeId) -> Option<String> {
        let mut name = view;
        while self.tree.kind(name) == Kind::Subscript && self.take_step() {
            name = self.tree.child(name, Role::Value)?;
        }
        if self.tree.kind(name) != Kind::Name {
            return None;
        }
        let ValueKind::View(Some(base)) = self.unshared_kind(name) else { return None };
        self.copy_warning(name, base).filter(|_| self.is_used_later(base, name))
    }

    /// A warning if the variable of a loop is changed that stands for copies, which are views in PyTorch: `for part in x.split(2)`.
    fn lost_loop_change(&self, name: NodeId) -> Option<String> {
        let definitions = self.reaching(name)?.definitions;
        let mut loops = definitions.iter().map(|id| self.tree.node(self.assigned_whole(*id)).parent);
        let iterable =
            loops.find_map(|id| self.tree.child(id, Role::Iterable).filter(|it| self.is_copied_view(*it)))?;
        let base = self.first_operand(iterable).filter(|_| self.tree.kind(iterable) == Kind::Call)?;
        Some(lost_text(self.tree.text_of(name), self.tree.text_of(base)))
    }

    /// The value that an assignment gives to a variable.
    fn assigned_value(&self, target: NodeId) -> Option<NodeId> {
        let statement = self.tree.node(self.assigned_whole(target)).parent;
        self.tree.child(statement, Role::Value)
    }

    /// Whether an expression is a view in PyTorch, which the target copies.
    fn is_copied_view(&self, value: NodeId) -> bool {
        let mapping = self.finder.mapping;
        let is_copy = |id: NodeId| {
            let Some(callee) = self.tree.child(id, Role::Callee).filter(|_| self.tree.kind(id) == Kind::Call) else {
                return false;
            };
            let api = self.finder.path(callee).unwrap_or_else(|| self.method(self.tree.name_of(callee)));
            mapping.in_place.copied_views.contains(mapping.canonical(&api))
        };
        self.tree.below(value).any(is_copy)
    }
}

fn lost_text(view: &str, base: &str) -> String {
    format!("`{view}` is a view of `{base}` in PyTorch, and a copy in the target: `{base}` stays as it was")
}
