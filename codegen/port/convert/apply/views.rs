//! Changes through views: the gradient of the base changes, too, or there is a warning.

use super::Converter;
use crate::augmented::views::ChangedView;
use crate::edited::{Edit, Shape};
use crate::expand;
use crate::python::{Kind, NodeId, Role};
use crate::report::{Found, Verdict};
use crate::uses::UseKind;

/// The name of the base in the function that makes a view of it.
const BASE: &str = "it";

impl Converter<'_> {
    /// `x[0].add_(y)` becomes `through(x, lambda it: it[0]).add_(y)`, if the mapping has a function for it.
    pub(super) fn change_through_base(&mut self, call: NodeId) {
        let Some(ChangedView { base, is_copy }) = self.views.get(&call).copied() else { return };
        let Some(function) = self.mapping.in_place.through.clone() else { return };
        if let Some(text) = self.mapping.styles.without.get(&function) {
            return self.note_difference(&text.value);
        }
        let Some(view) = self.tree.child(call, Role::Callee).and_then(|callee| self.tree.child(callee, Role::Value))
        else {
            return;
        };
        let (whole, base) = (self.tree.node(view).range(), self.tree.node(base).range());
        let has_comments = !self.tree.comments_in(whole.clone()).is_empty();
        let uses_name =
            self.tree.below(view).any(|id| self.tree.kind(id) == Kind::Name && self.tree.text_of(id) == BASE);
        if has_comments || uses_name || self.tree.slice(whole.clone()).contains('\n') {
            return;
        }
        let object = self.edited.slice(base.clone()).into_owned();
        let made = self.edited.splice(whole.clone(), &[Edit::new(base, BASE)]);
        let aliases = self.aliases_of(vec![function.clone()]);
        let name = expand::with_aliases(&function, &aliases).into_owned();
        self.helpers.insert(function);
        let copied = if is_copy { ", is_copy=True" } else { "" };
        self.edited.replace(whole, format!("{name}({object}, lambda {BASE}: {made}{copied})"), Shape::Atom);
    }

    /// Reports changes of views whose bases differ from PyTorch's afterwards.
    pub fn warn_of_views(&mut self, changes: Vec<(NodeId, String)>) {
        for (node, warning) in changes {
            let range = self.tree.node(node).range();
            let known = self.found.iter_mut().find(|found| found.range == range);
            if let Some(found) = known {
                found.warnings.push(warning);
                continue;
            }
            let (notes, warnings) = (Vec::new(), vec![warning]);
            let api = "[...] =".to_owned();
            let kind = UseKind::InPlace;
            self.found.push(Found { api, range, kind, rule: None, verdict: Verdict::Converted, notes, warnings });
        }
    }
}
