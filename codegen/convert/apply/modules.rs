//! Modules of PyTorch as values, questions about them (`hasattr(nn, "SiLU")`), and decorators that are not needed.

use super::{Becomes, Converter, is_path};
use crate::bind::{self, Value};
use crate::edited::Shape;
use crate::python::{Kind, NodeId, Role};
use crate::report::{Found, Verdict};
use crate::rules::Rule;
use crate::uses::{Use, UseKind};

impl Converter<'_> {
    /// A module that is passed on is replaced by its counterpart. What is then looked up in it is not known.
    pub(super) fn package(&mut self, found: &Use) {
        let range = self.tree.node(found.node).range();
        let callee = self.tree.child(self.tree.node(found.node).parent, Role::Callee);
        let sets = callee.is_some_and(|callee| self.tree.text_of(callee) == "setattr");
        let namespace = self.mapping.namespaces.get(&found.api).map(|target| target.value.clone());
        let mut warnings = Vec::new();
        let verdict = match namespace.or_else(|| self.mapping.in_target(&found.api).filter(|_| sets)) {
            Some(target) => {
                if !sets && !self.is_only_looked_at(found.node) {
                    warnings
                        .push(format!("`{target}` takes its place, where names can be missing or mean something else"));
                }
                self.edited.replace(range.clone(), target, Shape::Atom);
                Verdict::Converted
            }
            None => Verdict::Package,
        };
        let (api, notes) = (found.api.clone(), Vec::new());
        self.found.push(Found { api, range, kind: found.kind, rule: None, verdict, notes, warnings });
    }

    /// Whether nothing is looked up in a module: it is compared, or a variable stands for it whose uses are converted.
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

    /// `hasattr(nn, "SiLU")` asks whether the counterpart is there.
    pub(super) fn question(&mut self, found: &Use, rule: Option<&Rule>) -> Becomes {
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
        Becomes::Text { text, shape: Shape::Atom }
    }

    /// Comments in what is replaced as a whole go above the line.
    fn keep_comments_of(&mut self, found: &Use, text: &str) {
        let node = self.tree.node(found.node);
        for comment in self.tree.comments_in(node.range()) {
            let comment = self.tree.slice(comment.clone());
            if !text.contains(comment) {
                self.comments.push((node.start, comment.to_owned()));
            }
        }
    }

    /// `getattr(nn, "SiLU", None)` is its counterpart, or else the default.
    pub(super) fn by_name(&mut self, found: &Use, rule: Option<&Rule>) -> Becomes {
        let (written, _) = bind::written(self.tree, found.node);
        if self.counterpart(found, rule).is_some() || written.len() > 2 {
            self.keep_comments_of(found, "");
        }
        match (self.counterpart(found, rule), written.get(2)) {
            (Some(target), _) => self.named(&target),
            (None, Some(default)) => {
                let value = Value::of(self.tree, &self.edited, default.value, default.value_extent.clone());
                Becomes::Text { text: value.in_place(false, true), shape: Shape::Atom }
            }
            (None, None) => Becomes::Unsupported("there is no rule for it".to_owned()),
        }
    }

    fn counterpart(&self, found: &Use, rule: Option<&Rule>) -> Option<String> {
        let rule = rule.filter(|rule| rule.missing.is_none()).and_then(|rule| rule.target.as_ref());
        let target = rule.or_else(|| self.mapping.namespaces.get(&found.api))?;
        Some(target.value.clone())
    }

    /// A decorator goes, and a call becomes what is decorated.
    pub(super) fn undecorate(&mut self, found: &Use) -> Becomes {
        if self.tree.kind(self.tree.node(found.node).parent) == Kind::Decorator {
            self.decorators.push(self.tree.node(found.node).parent);
            return Becomes::Leave;
        }
        let written = match found.kind {
            UseKind::Call => bind::written(self.tree, found.node).0,
            _ => Vec::new(),
        };
        let text = match written.first().filter(|first| first.stars == 0 && first.keyword.is_none()) {
            Some(first) => {
                Value::of(self.tree, &self.edited, first.value, first.value_extent.clone()).in_place(false, true)
            }
            None => "(lambda it: it)".to_owned(),
        };
        self.keep_comments_of(found, &text);
        Becomes::Text { text, shape: Shape::Atom }
    }
}
