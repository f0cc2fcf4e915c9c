//! The definitions and uses of a variable that may come before a statement.

use std::ops::Range;

use crate::python::{Kind, NodeId, Role, Tree};

use super::analysis::Analysis;

/// The occurrences of a variable that may run before a statement, after the last definition that certainly runs.
#[derive(Debug, Default)]
pub(super) struct Reaching {
    /// Occurrences that are assigned to.
    pub definitions: Vec<NodeId>,
    /// Occurrences that are read.
    pub uses: Vec<NodeId>,
    /// The parameter of that name, if no definition certainly runs.
    pub parameter: Option<NodeId>,
}

impl Reaching {
    fn add(&mut self, id: NodeId, is_definition: bool) {
        let list = if is_definition { &mut self.definitions } else { &mut self.uses };
        if !list.contains(&id) {
            list.push(id);
        }
    }
}

impl Analysis<'_> {
    /// The function, class or lambda that a node is in, or else the module.
    pub(super) fn scope(&self, id: NodeId) -> NodeId {
        let is_scope = |id: &NodeId| matches!(self.tree.kind(*id), Kind::Function | Kind::Class | Kind::Lambda);
        self.tree.ancestors(id).find(is_scope).unwrap_or(Tree::ROOT)
    }

    /// The parameter that a name refers to, if it is one of the function around it.
    pub(super) fn parameter(&self, name: NodeId) -> Option<NodeId> {
        let text = self.tree.text_of(name);
        let mut parts = self.tree.children(self.scope(name)).take_while(|id| !self.tree.kind(*id).is_statement());
        parts.find(|id| self.tree.kind(*id) == Kind::Parameter && self.tree.name_of(*id) == text)
    }

    pub(super) fn is_inside(&self, id: NodeId, outer: NodeId) -> bool {
        let (id, outer) = (self.tree.node(id), self.tree.node(outer));
        outer.start <= id.start && id.end <= outer.end
    }

    /// The occurrences that may run before the statement with a name. `None` if they cannot be known.
    pub(super) fn reaching(&self, name: NodeId) -> Option<Reaching> {
        let text = self.tree.text_of(name);
        let scope = self.scope(name);
        if self.names.defined_otherwise.contains(text) || matches!(self.tree.kind(scope), Kind::Class | Kind::Lambda) {
            return None;
        }
        let mut reaching = Reaching::default();
        self.nested_uses(text, scope, &mut reaching);
        let mut statement = self.tree.statement_of(name);
        loop {
            let parent = self.tree.node(statement).parent;
            if self.before_in_block(text, statement, parent, &mut reaching)? {
                return Some(reaching);
            }
            if parent == scope || parent == Tree::ROOT {
                break;
            }
            if self.around_block(text, statement, parent, &mut reaching)? {
                return Some(reaching);
            }
            statement = parent;
        }
        reaching.parameter = self.parameter(name);
        (reaching.parameter.is_some() || !reaching.definitions.is_empty()).then_some(reaching)
    }

    /// Adds occurrences in earlier statements of the same block, from the nearest. True if one of them certainly defines the name.
    fn before_in_block(&self, text: &str, statement: NodeId, parent: NodeId, reaching: &mut Reaching) -> Option<bool> {
        let start = self.tree.node(parent).start;
        let role = self.tree.node(statement).role;
        let all = self.names.of(text);
        let end = all.partition_point(|id| self.tree.node(*id).start < self.tree.node(statement).start);
        let before = all[..end].iter().rev().take_while(|id| self.tree.node(**id).start >= start);
        for id in before {
            if !self.take_step() {
                return None;
            }
            let outer = std::iter::once(*id).chain(self.tree.ancestors(*id));
            let sibling = outer.into_iter().find(|outer| self.tree.node(*outer).parent == parent)?;
            if self.tree.node(sibling).role != role {
                continue;
            }
            let is_simple = matches!(self.tree.kind(sibling), Kind::Assign | Kind::AnnotatedAssign);
            reaching.add(*id, self.is_assigned(*id));
            if is_simple && self.is_assigned(*id) && self.tree.node(self.assigned_whole(*id)).parent == sibling {
                // This statement reads the old value.
                reaching.uses.retain(|it| !self.is_inside(*it, sibling));
                return Some(true);
            }
        }
        Some(false)
    }

    /// Adds occurrences in the statement around a block. True if it certainly defines the name.
    fn around_block(&self, text: &str, block: NodeId, outer: NodeId, reaching: &mut Reaching) -> Option<bool> {
        let whole = self.tree.node(outer).range();
        match self.tree.kind(outer) {
            Kind::For => {
                let definitions = reaching.definitions.len();
                if let Some(target) = self.tree.child(outer, Role::Target)
                    && self.tree.node(block).role == Role::Body
                {
                    self.add(text, self.tree.node(target).range(), reaching)?;
                }
                if reaching.definitions.len() > definitions {
                    return Some(true);
                }
                self.add(text, whole, reaching)?;
            }
            Kind::While => self.add(text, whole, reaching)?,
            Kind::Try => self.add(text, whole.start..self.tree.node(block).start, reaching)?,
            _ => {
                let is_part = |id: &NodeId| !self.tree.kind(*id).is_statement() && !self.is_branch(*id);
                let mut parts = self.tree.children(outer).take_while(is_part);
                parts.try_for_each(|part| self.add(text, self.tree.node(part).range(), reaching))?;
            }
        }
        Some(false)
    }

    fn is_branch(&self, id: NodeId) -> bool {
        matches!(self.tree.kind(id), Kind::ElifOrElse | Kind::Handler | Kind::Case)
    }

    /// Adds the occurrences in a range. `None` if there are too many.
    fn add(&self, text: &str, range: Range<u32>, reaching: &mut Reaching) -> Option<()> {
        for id in self.within(text, range) {
            if !self.take_step() {
                return None;
            }
            reaching.add(*id, self.is_assigned(*id));
        }
        Some(())
    }

    /// The occurrences of a name in a range.
    fn within(&self, text: &str, range: Range<u32>) -> impl Iterator<Item = &NodeId> {
        let all = self.names.of(text);
        let first = all.partition_point(|id| self.tree.node(*id).start < range.start);
        all[first..].iter().take_while(move |id| self.tree.node(**id).end <= range.end)
    }

    /// Adds uses in nested functions, which may run at any time.
    fn nested_uses(&self, text: &str, scope: NodeId, reaching: &mut Reaching) {
        let inside = self.within(text, self.tree.node(scope).range());
        let is_nested = |id: &&NodeId| self.scope(**id) != scope && !self.is_assigned(**id);
        reaching.uses.extend(inside.take_while(|_| self.take_step()).filter(is_nested));
    }

    /// Whether a name is assigned to, alone or in a tuple or list.
    pub(super) fn is_assigned(&self, id: NodeId) -> bool {
        self.tree.node(self.assigned_whole(id)).role == Role::Target
    }

    /// The outermost tuple or list around a name, or the name itself.
    pub(super) fn assigned_whole(&self, id: NodeId) -> NodeId {
        let is_part = |id: &NodeId| matches!(self.tree.kind(*id), Kind::Tuple | Kind::List | Kind::Starred);
        self.tree.ancestors(id).take_while(is_part).last().unwrap_or(id)
    }
}
