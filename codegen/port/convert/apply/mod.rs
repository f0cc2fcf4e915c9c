//! Applies the rules to the uses of a file. Each file here handles one kind of use, or one step of converting a call.

mod augmented;
mod before;
mod call;
mod changes;
mod edit_call;
mod expand_call;
mod matched_call;
mod modules;
mod operators;
mod shared_memory;
mod unconverted;

use std::collections::{BTreeMap, BTreeSet};

use crate::augmented::InPlaceChange;
use crate::bind::{self, Value};
use crate::edited::{Edit, Edited, Shape};
use crate::expand::FreshNames;
use crate::imports::Imports;
use crate::place;
use crate::python::{NodeId, Role, Tree};
use crate::report::{Found, Verdict};
use crate::rules::{Mapping, Rule, RuleKind};
use crate::shadows::Shadows;
use crate::uses::{Use, UseKind};

/// Converts the uses of a file one after the other, and collects what else must change in the file.
pub struct Converter<'a> {
    pub tree: &'a Tree<'a>,
    pub mapping: &'a Mapping,
    pub imports: &'a Imports,
    pub edited: Edited<'a>,
    /// Lines to insert before statements, in order.
    pub before: Vec<(NodeId, String)>,
    /// The variables that inserted lines assign: the statement after the lines, the variables, and the lines.
    assigned: Vec<(NodeId, Vec<String>, Vec<String>)>,
    /// Comments inside replaced code, by the offset of that code.
    pub comments: Vec<(u32, String)>,
    pub found: Vec<Found>,
    pub helpers: BTreeSet<String>,
    pub modules: BTreeSet<String>,
    /// Warnings about the use that is being converted. They become part of its entry in `found`.
    pub warnings: Vec<String>,
    /// Decorators to remove.
    pub decorators: Vec<NodeId>,
    /// Annotations to write as strings.
    annotations: BTreeSet<NodeId>,
    pub names: FreshNames,
    /// The augmented assignments that change a tensor in place.
    in_place: BTreeMap<NodeId, InPlaceChange>,
    /// Names that the file defines or imports itself.
    defined: BTreeSet<String>,
}

/// The result of converting one use.
enum Replacement {
    Text {
        text: String,
        shape: Shape,
    },
    /// The use cannot be converted, for this reason.
    Unsupported(String),
    /// The use is not one of PyTorch, for this reason.
    NotTorch(String),
    /// The code stays as it is, and counts as converted.
    Unchanged,
}

impl<'a> Converter<'a> {
    pub fn new(
        tree: &'a Tree<'a>,
        mapping: &'a Mapping,
        imports: &'a Imports,
        shadows: &Shadows,
        in_place: BTreeMap<NodeId, InPlaceChange>,
    ) -> Self {
        Converter {
            tree,
            mapping,
            imports,
            edited: Edited::new(tree.text),
            before: Vec::new(),
            assigned: Vec::new(),
            comments: Vec::new(),
            found: Vec::new(),
            helpers: BTreeSet::new(),
            modules: BTreeSet::new(),
            warnings: Vec::new(),
            decorators: Vec::new(),
            annotations: BTreeSet::new(),
            in_place,
            names: FreshNames::avoiding(shadows.names.clone()),
            defined: shadows.defined.union(&imports.foreign).cloned().collect(),
        }
    }

    pub fn convert(&mut self, found: &Use) {
        let mut notes = Vec::new();
        let rule = match found.kind {
            UseKind::Attribute => self.mapping.attribute(&found.api),
            UseKind::Reference | UseKind::HasAttr | UseKind::GetAttr => {
                self.mapping.attribute(&found.api).or_else(|| self.mapping.function(&found.api))
            }
            _ => self.mapping.function(&found.api),
        };
        let result = match (found.kind, rule) {
            (UseKind::Package, _) => return self.package(found),
            (UseKind::HasAttr, rule) => self.has_attr(found, rule),
            (UseKind::GetAttr, rule) => self.get_attr(found, rule),
            (UseKind::Call | UseKind::Reference, Some(rule)) if rule.undecorates() => self.undecorate(found),
            (UseKind::InPlace, _) => self.augmented(found),
            (UseKind::Call | UseKind::Method, Some(rule)) => self.call(found, rule, &mut notes),
            (UseKind::Reference, rule) => self.reference(found, rule, &mut notes),
            (UseKind::Attribute, Some(rule)) => self.attribute(found, rule),
            (_, None) => Replacement::Unsupported("there is no rule for it".to_owned()),
        };
        self.finish(found, rule, result, notes);
    }

    fn finish(&mut self, found: &Use, rule: Option<&Rule>, result: Replacement, mut notes: Vec<String>) {
        let range = self.tree.node(found.node).range();
        let result = match result {
            Replacement::Text { text, shape } => match place::fit_into_string(self.tree, found.node, text) {
                Ok(text) => Replacement::Text { text, shape },
                Err(reason) => Replacement::Unsupported(reason),
            },
            other => other,
        };
        let verdict = match result {
            Replacement::Text { text, shape } => {
                self.edited.replace(range.clone(), text, shape);
                Verdict::Converted
            }
            Replacement::Unchanged => Verdict::Converted,
            Replacement::Unsupported(reason) => {
                if !self.insert_placeholder(found) {
                    self.write_full_path(found);
                }
                Verdict::Unsupported(reason)
            }
            Replacement::NotTorch(reason) => {
                let is_function = found.kind == UseKind::Call && self.is_of_package(&found.api);
                if !(is_function && self.insert_placeholder(found)) {
                    self.write_full_path(found);
                }
                if is_function { Verdict::Unsupported(reason) } else { Verdict::NotTorch(reason) }
            }
        };
        if verdict == Verdict::Converted {
            self.helpers.extend(self.mapping.extensions_for(&found.api).into_iter().map(str::to_owned));
        }
        notes.dedup();
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.dedup();
        let (api, rule) = (found.api.clone(), rule.map(|rule| rule.span));
        self.found.push(Found { api, range, kind: found.kind, rule, verdict, notes, warnings });
    }

    fn is_of_package(&self, api: &str) -> bool {
        api.split_once('.').is_some_and(|(first, _)| self.imports.packages.contains(first))
    }

    /// Writes the full path of something that is not converted, because its import is removed.
    fn write_full_path(&mut self, found: &Use) {
        let node = match found.kind {
            UseKind::Call => self.tree.child(found.node, Role::Callee),
            UseKind::Reference | UseKind::GetAttr => Some(found.node),
            _ => None,
        };
        let path = self.mapping.canonical(&found.api).to_owned();
        let Some(node) = node.filter(|node| self.tree.text_of(*node) != path) else { return };
        let range = self.tree.node(found.node).range();
        let text = self.edited.splice(range.clone(), &[Edit::new(self.tree.node(node).range(), path)]);
        self.edited.replace(range, text, bind::shape_of(self.tree, found.node));
    }

    fn reference(&mut self, found: &Use, rule: Option<&Rule>, notes: &mut Vec<String>) -> Replacement {
        if let Some(rule) = rule
            && rule.kind != RuleKind::Unsupported
        {
            if let Some(reason) = &rule.missing {
                return Replacement::Unsupported(reason.clone());
            }
            return match &rule.target {
                Some(target) if !is_path(target.as_str()) && self.tree.node(found.node).role == Role::Target => {
                    Replacement::Unsupported("the target is an expression, which cannot be assigned to".to_owned())
                }
                Some(target) => {
                    if rule.kind == RuleKind::Bound {
                        notes.push(format!("it is replaced by `{}`, which takes other arguments", target.as_str()));
                    }
                    self.named(target.as_str())
                }
                None => Replacement::Unsupported("its rule converts calls only".to_owned()),
            };
        }
        // In `torch.nn.Module.add = add`, only the class has a counterpart.
        let (class, attribute) = found.api.rsplit_once('.').unwrap_or_default();
        let class = self.mapping.function(class).and_then(|rule| rule.target.as_ref());
        match class {
            Some(class) if found.api.matches('.').count() >= 2 => {
                self.named(&format!("{}.{attribute}", class.as_str()))
            }
            _ => Replacement::Unsupported("there is no rule for it".to_owned()),
        }
    }

    fn named(&mut self, target: &str) -> Replacement {
        if let Some(name) = self.mapping.helper_of(target).filter(|name| self.defined.contains(*name)) {
            return Replacement::Unsupported(defined_already(name));
        }
        self.need_helper_of(target);
        let value = Value::of_code(target.to_owned());
        Replacement::Text { text: value.text, shape: value.shape }
    }

    fn need_helper_of(&mut self, target: &str) {
        if let Some(helper) = self.mapping.helper_of(target) {
            self.helpers.insert(helper.to_owned());
        }
    }

    fn attribute(&mut self, found: &Use, rule: &Rule) -> Replacement {
        if let Some(reason) = &rule.missing {
            return Replacement::Unsupported(reason.clone());
        }
        let method = match (&rule.kind, &rule.target) {
            (RuleKind::Unsupported, _) | (_, None) => {
                return Replacement::Unsupported("the target has no counterpart".to_owned());
            }
            (RuleKind::Same, _) => return Replacement::Unchanged,
            (_, Some(target)) => target.as_str().rsplit('.').next().unwrap_or(target.as_str()),
        };
        if rule.kind == RuleKind::Method && self.tree.node(found.node).role == Role::Target {
            return Replacement::Unsupported("its counterpart is a method, which cannot be assigned to".to_owned());
        }
        let brackets = if rule.kind == RuleKind::Method { "()" } else { "" };
        let node = self.tree.node(found.node);
        let edit = Edit::new(node.name.0..node.name.1, format!("{method}{brackets}"));
        Replacement::Text { text: self.edited.splice(node.range(), &[edit]), shape: Shape::Atom }
    }
}

fn defined_already(name: &str) -> String {
    format!("it needs the helper `{name}`, but the file defines another `{name}`")
}

fn is_path(target: &str) -> bool {
    target.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}
