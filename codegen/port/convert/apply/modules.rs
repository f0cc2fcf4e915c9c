//! Modules of PyTorch as values, questions about them (`hasattr(nn, "SiLU")`), and decorators that are not needed.

use super::{Converter, Replacement, is_path};
use crate::bind::{self, Value};
use crate::edited::Shape;
use crate::python::{Kind, NodeId, Role};
use crate::report::{Found, Verdict};
use crate::rules::Rule;
use crate::uses::{Use, UseKind};

impl Converter<'_> {
    /// Replaces a module that is used as a value by its counterpart, with a warning, because the names that will be looked up
    /// in it are unknown.
    pub(super) fn package(&mut self, found: &Use) {
        let range = self.tree.node(found.node).range();
        let callee = self.tree.child(self.tree.node(found.node).parent, Role::Callee);
        let sets = callee.is_some_and(|callee| self.tree.text_of(callee) == "setattr");
        let namespace = self.mapping.namespaces.get(&found.api).map(|target| target.value.clone());
        let mut warnings = Vec::new();
        let verdict = match namespace.or_else(|| self.mapping.in_target(&found.api).filter(|_| sets)) {
            Some(target) => {
                if !sets && !self.is_only_looked_at(found.node) {
                    warnings.push(format!(
                        "it is replaced by `{target}`, in which names can be missing or mean something else"
                    ));
                }
                self.need_helper_of(&target);
                self.edited.replace(range.clone(), target, Shape::Atom);
                Verdict::Converted
            }
            None => Verdict::Package,
        };
        let (api, notes) = (found.api.clone(), Vec::new());
        self.found.push(Found { api, range, kind: found.kind, rule: None, verdict, notes, warnings });
    }

    /// Whether no name is looked up in a module: it is compared, or assigned to a variable whose uses are converted.
    fn is_only_looked_at(&self, id: NodeId) -> bool {
        let parent = self.tree.node(id).parent;
        match self.tree.kind(parent) {
            Kind::Compare | Kind::Boolean => true,
            Kind::Assign => self
                .tree
                .child(parent, Role::Target)
                .is_some_and(|target| self.imports.module_variables.contains(self.tree.text_of(target))),
            _ => false,
        }
    }

    /// Converts `hasattr(nn, "SiLU")` to the same question about the counterpart, or to `False` if there is none.
    pub(super) fn has_attr(&mut self, found: &Use, rule: Option<&Rule>) -> Replacement {
        let text = match self.counterpart(found, rule) {
            Some(target) => match target.rsplit_once('.').filter(|_| is_path(&target)) {
                Some((module, name)) => {
                    let quote = if self.tree.text_of(found.node).contains('\'') { '\'' } else { '"' };
                    format!("hasattr({module}, {quote}{name}{quote})")
                }
                None => "True".to_owned(),
            },
            None => "False".to_owned(),
        };
        self.keep_comments_of(found, &text);
        Replacement::Text { text, shape: Shape::Atom }
    }

    /// Moves comments inside a use above the line if the new text does not contain them.
    fn keep_comments_of(&mut self, found: &Use, text: &str) {
        let node = self.tree.node(found.node);
        for comment in self.tree.comments_in(node.range()) {
            let comment = self.tree.slice(comment.clone());
            if !text.contains(comment) {
                self.comments.push((node.start, comment.to_owned()));
            }
        }
    }

    /// Converts `getattr(nn, "SiLU", None)` to the counterpart of `nn.SiLU`, or to the default if there is none.
    pub(super) fn get_attr(&mut self, found: &Use, rule: Option<&Rule>) -> Replacement {
        let (written, _) = bind::written(self.tree, found.node);
        if self.counterpart(found, rule).is_some() || written.len() > 2 {
            self.keep_comments_of(found, "");
        }
        match (self.counterpart(found, rule), written.get(2)) {
            (Some(target), _) => self.named(&target),
            (None, Some(default)) => {
                let value = Value::of(self.tree, &self.edited, default.value, default.value_extent.clone());
                Replacement::Text { text: value.text_for(false, true), shape: Shape::Atom }
            }
            (None, None) => Replacement::Unsupported("there is no rule for it".to_owned()),
        }
    }

    fn counterpart(&self, found: &Use, rule: Option<&Rule>) -> Option<String> {
        let rule = rule.filter(|rule| rule.missing.is_none()).and_then(|rule| rule.target.as_ref());
        let target = rule.or_else(|| self.mapping.namespaces.get(&found.api))?;
        Some(target.value.clone())
    }

    /// Removes a decorator that is not needed. A call of it is replaced by its first argument.
    pub(super) fn undecorate(&mut self, found: &Use) -> Replacement {
        if self.tree.kind(self.tree.node(found.node).parent) == Kind::Decorator {
            self.decorators.push(self.tree.node(found.node).parent);
            return Replacement::Unchanged;
        }
        let written = match found.kind {
            UseKind::Call => bind::written(self.tree, found.node).0,
            _ => Vec::new(),
        };
        let text = match written.first().filter(|first| first.stars == 0 && first.keyword.is_none()) {
            Some(first) => {
                Value::of(self.tree, &self.edited, first.value, first.value_extent.clone()).text_for(false, true)
            }
            None => "(lambda it: it)".to_owned(),
        };
        self.keep_comments_of(found, &text);
        Replacement::Text { text, shape: Shape::Atom }
    }
}
