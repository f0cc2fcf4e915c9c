//! Applies the rules to the uses of a file. Each file here handles one kind of use, or one step of converting a call.

mod augmented;
mod before;
mod call;
mod caught;
mod changes;
mod edit_call;
mod expand_call;
mod matched_call;
mod modules;
mod operators;
mod shared_memory;
mod unconverted;
mod views;

use std::collections::{BTreeMap, BTreeSet};

use crate::augmented::InPlaceChange;
use crate::augmented::views::ChangedView;
use crate::bind::{self, Value};
use crate::edited::{Edit, Edited, Shape};
use crate::expand::{self, FreshNames};
use crate::imports::Imports;
use crate::place;
use crate::python::{NodeId, Role, Tree};
use crate::report::{Difference, Found, Verdict};
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
    /// What differs from PyTorch in the chosen style.
    pub differences: Vec<Difference>,
    /// What differs at the use that is being converted. It becomes part of `differences`.
    differences_of_use: Vec<String>,
    /// Statements to replace.
    pub statements: Vec<(NodeId, String)>,
    /// Decorators to remove.
    pub decorators: Vec<NodeId>,
    /// Annotations to write as strings.
    annotations: BTreeSet<NodeId>,
    pub names: FreshNames,
    /// The augmented assignments that change a tensor in place.
    in_place: BTreeMap<NodeId, InPlaceChange>,
    /// Names that the file defines or imports itself.
    defined: BTreeSet<String>,
    /// Other names under which helpers are imported, because the file uses theirs itself.
    pub aliases: BTreeMap<String, String>,
    /// Attributes of PyTorch's modules that the file assigns, and that have no counterpart.
    pub assigned_attributes: BTreeSet<String>,
    /// Calls that change a view of something, with the base of the view.
    pub views: BTreeMap<NodeId, ChangedView>,
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
            differences: Vec::new(),
            statements: Vec::new(),
            differences_of_use: Vec::new(),
            decorators: Vec::new(),
            annotations: BTreeSet::new(),
            in_place,
            names: FreshNames::avoiding(shadows.names.clone()),
            defined: shadows.defined.union(&imports.foreign).cloned().collect(),
            aliases: BTreeMap::new(),
            assigned_attributes: BTreeSet::new(),
            views: BTreeMap::new(),
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
            (UseKind::Call | UseKind::Method | UseKind::SuperInit, Some(rule)) => {
                self.change_through_base(found.node);
                self.call(found, rule, &mut notes)
            }
            (UseKind::Reference, rule) => self.reference(found, rule, &mut notes),
            (UseKind::Attribute, Some(rule)) => self.attribute(found, rule),
            (UseKind::Call, None) => self.call_of_class(found),
            (_, None) => Replacement::Unsupported("there is no rule for it".to_owned()),
        };
        for text in rule.into_iter().flat_map(|rule| &rule.differences) {
            self.note_difference(text);
        }
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
            for helper in self.mapping.extensions_for(&found.api) {
                self.need_extension(helper);
            }
        }
        notes.dedup();
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.dedup();
        let (api, rule) = (found.api.clone(), rule.map(|rule| rule.span));
        let found = Found { api, range, kind: found.kind, rule, verdict, notes, warnings };
        let texts = std::mem::take(&mut self.differences_of_use);
        if found.verdict == Verdict::Converted {
            let of_text = |text| Difference { range: found.range.clone(), name: found.name(), text };
            self.differences.extend(texts.into_iter().map(of_text));
        }
        self.found.push(found);
    }

    /// Adds a helper that extends the target, unless the style does without it: then something differs.
    fn need_extension(&mut self, helper: &str) {
        match self.mapping.styles.without.get(helper) {
            Some(text) => self.note_difference(&text.value),
            None => {
                self.helpers.insert(helper.to_owned());
            }
        }
    }

    /// Adds a helper of a rule. A converted call may consist of its name, and does not do without it then.
    fn need_helper_in(&mut self, helper: &str, converted: &str) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let name = self.aliases.get(helper).map_or(helper, String::as_str);
        if converted.split(|c| !is_part(c)).any(|word| word == name) {
            self.helpers.insert(helper.to_owned());
        } else {
            self.need_extension(helper);
        }
    }

    /// Adds something that differs from PyTorch where the current use is.
    fn note_difference(&mut self, text: &str) {
        if !text.is_empty() && !self.differences_of_use.iter().any(|known| known == text) {
            self.differences_of_use.push(text.to_owned());
        }
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
        if let Some(attribute) = self.assigned_attribute(found) {
            return self.named(&attribute);
        }
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
        match self.member_of_class(&found.api) {
            Some(member) => self.named(&member),
            None => Replacement::Unsupported("there is no rule for it".to_owned()),
        }
    }

    /// The member of a class of which only the class has a counterpart: `add` in `torch.nn.Module.add = add`.
    fn member_of_class(&self, api: &str) -> Option<String> {
        let (class, attribute) = api.rsplit_once('.').filter(|_| api.matches('.').count() >= 2)?;
        let rule =
            self.mapping.function(class).filter(|rule| rule.missing.is_none() && rule.kind != RuleKind::Unsupported)?;
        let is_class = class.rsplit('.').next().is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
        let target = rule.target.as_ref().filter(|target| is_path(target.as_str()))?;
        is_class.then(|| format!("{}.{attribute}", target.as_str()))
    }

    /// `nn.Module.__init__(self)`: the method of the class's counterpart is called.
    fn call_of_class(&mut self, found: &Use) -> Replacement {
        let callee = self.tree.child(found.node, Role::Callee);
        let (Some(member), Some(callee)) = (self.member_of_class(&found.api), callee) else {
            return Replacement::Unsupported("there is no rule for it".to_owned());
        };
        let Replacement::Text { text, .. } = self.named(&member) else { return Replacement::Unchanged };
        let edit = Edit::new(self.tree.node(callee).range(), text);
        Replacement::Text { text: self.edited.splice(self.tree.node(found.node).range(), &[edit]), shape: Shape::Atom }
    }

    fn named(&mut self, target: &str) -> Replacement {
        self.need_helper_of(target);
        let aliases = self.aliases_of(self.mapping.helper_of(target).map(str::to_owned).into_iter().collect());
        let value = Value::of_code(expand::with_aliases(target, &aliases).into_owned());
        Replacement::Text { text: value.text, shape: value.shape }
    }

    /// Other names for helpers whose names the file uses itself.
    fn aliases_of(&mut self, helpers: Vec<String>) -> BTreeMap<String, String> {
        let mut aliases = BTreeMap::new();
        for name in helpers.into_iter().filter(|name| self.defined.contains(name)) {
            let alias = match self.aliases.get(&name) {
                Some(alias) => alias.clone(),
                None => self.names.numbered(&name),
            };
            self.aliases.insert(name.clone(), alias.clone());
            aliases.insert(name, alias);
        }
        aliases
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
            (_, Some(target)) if self.mapping.helpers.contains(target.as_str()) => {
                return self.attribute_by_function(found, target.as_str());
            }
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

impl Converter<'_> {
    /// `x.real` becomes `f(x)`.
    fn attribute_by_function(&mut self, found: &Use, function: &str) -> Replacement {
        if self.tree.node(found.node).role == Role::Target {
            return Replacement::Unsupported("its counterpart is a function, which cannot be assigned to".to_owned());
        }
        let start = self.tree.node(found.node).start;
        let name = self.tree.node(found.node).name.0;
        let text = self.edited.slice(start..name).trim_end().trim_end_matches('.').trim_end().to_owned();
        self.need_helper_of(function);
        let aliases = self.aliases_of(vec![function.to_owned()]);
        let function = expand::with_aliases(function, &aliases);
        Replacement::Text { text: format!("{function}({text})"), shape: Shape::Atom }
    }

    /// The attribute of the counterpart of a module, for one that the file assigns itself: `torch.flag = True`.
    fn assigned_attribute(&self, found: &Use) -> Option<String> {
        let (module, name) = found.api.rsplit_once('.')?;
        let is_assigned = self.assigned_attributes.contains(&found.api);
        self.mapping.namespaces.get(module).filter(|_| is_assigned).map(|module| format!("{}.{name}", module.as_str()))
    }
}

fn is_path(target: &str) -> bool {
    target.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}
