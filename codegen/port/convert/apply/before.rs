//! Lines before the statement with a call: whether they can be inserted, and whether their variables are free.

use std::ops::Range;

use super::Converter;
use crate::place;
use crate::python::{Kind, NodeId, Role};

impl Converter<'_> {
    /// Whether lines already inserted before a statement assign one of these variables, unless they are the same lines.
    pub(super) fn is_assigned(&self, statement: NodeId, variables: &[String], texts: &[String]) -> bool {
        let lines = &texts[..texts.len().saturating_sub(1)];
        let same = self.assigned.iter().rev().take_while(|(other, ..)| *other == statement);
        same.filter(|(_, _, earlier)| earlier != lines)
            .any(|(_, names, _)| names.iter().any(|name| variables.contains(name)))
    }

    pub(super) fn put_before(&mut self, node: NodeId, lines: Vec<String>) -> Result<(), String> {
        if lines.is_empty() {
            return Ok(());
        }
        let statement = place::runs_once(self.tree, node)
            .map_err(|reason| format!("it needs a statement of its own, but {reason}"))?;
        self.reject_reordering(statement, node)?;
        for line in lines {
            let mut same = self.before.iter().rev().take_while(|(other, _)| *other == statement);
            let is_there = same.any(|(_, earlier)| *earlier == line);
            if !is_there {
                self.before.push((statement, line));
            }
        }
        Ok(())
    }

    /// Refuses to move a call to lines before its statement if the statement evaluates something earlier that may change the
    /// call's arguments.
    pub(super) fn reject_reordering(&self, statement: NodeId, node: NodeId) -> Result<(), String> {
        let start = self.tree.node(node).start;
        let first = self.tree.node(statement).start;
        // A method whose name ends in `_` changes its object.
        let is_ours = |range: &Range<u32>| {
            self.found
                .iter()
                .rev()
                .take_while(|it| it.range.end > first)
                .any(|it| it.range == *range && !it.api.ends_with('_'))
        };
        let is_assigned = self.tree.kind(statement) == Kind::Assign;
        let mut earlier = self.tree.below(statement).take_while(|id| self.tree.node(*id).start < start).filter(|id| {
            let it = self.tree.node(*id);
            it.end <= start && !(is_assigned && self.is_in_target(*id))
        });
        let changes = earlier.any(|id| match self.tree.kind(id) {
            Kind::Named | Kind::Await | Kind::Yield => true,
            Kind::Call => !is_ours(&self.tree.node(id).range()),
            _ => false,
        });
        match changes {
            true => Err("it needs a statement of its own, but something earlier in this one may change its arguments"
                .to_owned()),
            false => Ok(()),
        }
    }

    pub(super) fn is_in_target(&self, id: NodeId) -> bool {
        let parts = std::iter::once(id).chain(self.tree.ancestors(id));
        parts
            .take_while(|part| !self.tree.kind(*part).is_statement())
            .any(|part| self.tree.node(part).role == Role::Target)
    }
}
