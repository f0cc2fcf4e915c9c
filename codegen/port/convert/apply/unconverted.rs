//! Keeps a module importable if it mentions something that is not converted. Annotations are written as strings. Base
//! classes, defaults, decorators and values of the module are replaced by a placeholder that fails when it is used.

use super::Converter;
use crate::edited::Shape;
use crate::place;
use crate::python::{Kind, NodeId, Role, Tree};
use crate::uses::{Use, UseKind};

/// A place with code that runs when the module is imported.
enum Site {
    Annotation(NodeId),
    Decorator,
    Value,
}

impl Converter<'_> {
    /// Replaces an unconverted use by the placeholder if the module could not be imported otherwise.
    pub(super) fn insert_placeholder(&mut self, found: &Use) -> bool {
        if !matches!(found.kind, UseKind::Call | UseKind::Reference | UseKind::GetAttr) {
            return false;
        }
        let placeholder = &self.mapping.placeholder;
        let template = match self.site(found.node) {
            None => return false,
            Some(Site::Annotation(annotation)) => {
                self.annotations.insert(annotation);
                return false;
            }
            Some(Site::Decorator) => &placeholder.decorator,
            Some(Site::Value) => &placeholder.value,
        };
        let helper = placeholder.helper.as_str();
        // In `torch.a.b = x`, the placeholder is `torch.a`.
        let is_target = self.tree.node(found.node).role == Role::Target;
        let replaced = if is_target { self.tree.child(found.node, Role::Value) } else { Some(found.node) };
        let mut described = self.described(found);
        if is_target {
            described.truncate(described.rfind('.').unwrap_or_default());
        }
        let Some(replaced) = replaced.filter(|_| !template.is_empty() && !self.defined.contains(helper)) else {
            return false;
        };
        let node = self.tree.node(replaced);
        let text = template.replace("{text}", &string_literal(&described));
        let Ok(text) = place::fit_into_string(self.tree, replaced, text) else { return false };
        self.helpers.insert(helper.to_owned());
        for comment in self.tree.comments_in(node.range()) {
            self.comments.push((node.start, self.tree.slice(comment.clone()).to_owned()));
        }
        self.edited.replace(node.range(), text, Shape::Atom);
        true
    }

    /// The code of a use on one line, with its full name.
    fn described(&self, found: &Use) -> String {
        let path = self.mapping.canonical(&found.api);
        let mut arguments = String::new();
        if let Some(callee) = self.tree.child(found.node, Role::Callee).filter(|_| found.kind == UseKind::Call) {
            let (mut at, end) = (self.tree.node(callee).end, self.tree.node(found.node).end);
            for comment in self.tree.comments_in(at..end) {
                arguments.push_str(self.tree.slice(at..comment.start));
                at = comment.end;
            }
            arguments.push_str(self.tree.slice(at..end));
        }
        let words: Vec<_> = arguments.split_whitespace().collect();
        format!("{path}{}", words.join(" "))
    }

    fn site(&self, node: NodeId) -> Option<Site> {
        if is_tested_class(self.tree, node) {
            return Some(Site::Value);
        }
        let mut below = node;
        let mut statement = None;
        for parent in self.tree.ancestors(node) {
            let role = self.tree.node(below).role;
            match (self.tree.kind(parent), role) {
                (Kind::Lambda, Role::Conditional) | (Kind::Function, Role::Body) => return None,
                (_, Role::Annotation) => {
                    return (!self.imports.postpones_annotations).then_some(Site::Annotation(below));
                }
                (Kind::Function, Role::Default) | (Kind::Class, Role::Base) => statement = Some(Site::Value),
                (Kind::Assign | Kind::AnnotatedAssign, Role::Value | Role::Target) if self.imports.is_imported => {
                    statement = Some(Site::Value);
                }
                (Kind::If, Role::Body) if is_main_guard(self.tree, parent) => return None,
                _ if self.tree.kind(below) == Kind::Decorator => statement = Some(Site::Decorator),
                _ => {}
            }
            below = parent;
        }
        statement
    }

    /// The annotations to write as strings, and these strings.
    pub fn quoted_annotations(&self) -> Vec<(NodeId, String)> {
        let quoted = |id: &NodeId| {
            let text = self.edited.slice(self.tree.node(*id).range()).into_owned();
            let words: Vec<_> = text.split_whitespace().collect();
            let has_both_quotes = text.contains('\'') && text.contains('"');
            let is_plain = !has_both_quotes && !text.contains(['#', '\\']);
            is_plain.then(|| (*id, string_literal(&words.join(" "))))
        };
        self.annotations.iter().filter_map(quoted).collect()
    }
}

/// Whether a node is the class in `isinstance(x, CLASS)`. The placeholder is right there: nothing is an instance of it.
fn is_tested_class(tree: &Tree, node: NodeId) -> bool {
    let outer = std::iter::once(node)
        .chain(tree.ancestors(node))
        .find(|id| tree.kind(tree.node(*id).parent) != Kind::Tuple)
        .unwrap_or(node);
    let call = tree.node(outer).parent;
    tree.kind(call) == Kind::Call
        && tree
            .child(call, Role::Callee)
            .is_some_and(|callee| matches!(tree.text_of(callee), "isinstance" | "issubclass"))
        && tree.children(call).filter(|child| tree.node(*child).role == Role::Argument).nth(1) == Some(outer)
}

/// Whether an `if` tests `__name__ == "__main__"`.
fn is_main_guard(tree: &Tree, statement: NodeId) -> bool {
    tree.child(statement, Role::Test).is_some_and(|test| tree.text_of(test).contains("__main__"))
}

/// A string literal.
fn string_literal(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\");
    match (text.contains('"'), text.contains('\'')) {
        (true, false) => format!("'{escaped}'"),
        (true, true) => format!("\"{}\"", escaped.replace('"', "\\\"")),
        (false, _) => format!("\"{escaped}\""),
    }
}
