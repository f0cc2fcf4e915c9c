//! From the tables of a profile, as a TOML file has them, to a [`Profile`].

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use source::spanned_de::from_node_with_newtypes;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Help, Span, Spanned, rules, suggest};

use crate::home::{Family, FamilyFacts, Home, HomeFacts};
use crate::merge::{entry, resolve};
use crate::op_names::{Finder, OpList};
use crate::owner::Owner;
use crate::{Cpp, ExtraKey, Holds, Input, PartShapes, Profile, SECTIONS, TemplateFolder, TypeTables, for_each_section};

/// The key of the folder with a profile's templates.
pub const TEMPLATES: &str = "templates";

/// The profile that the tables describe. Errors in them are reported. References to `dropped` parts keep their old value.
/// `built_in` are the files of built-in profiles.
pub fn profile(
    owner: &'static Owner,
    mut node: Node,
    templates: Vec<TemplateFolder>,
    dropped: &[Node],
    built_in: &[FileId],
    diagnostics: &mut Diagnostics,
) -> Option<Profile> {
    resolve(&mut node, dropped, diagnostics);
    let written: Option<Written> = typed(&without_sections(&node), None, diagnostics).map(|(written, _)| written);
    // The sections are read even if the rest has errors, so that all errors are found.
    let is_complete = written.is_some();
    let Written {
        name,
        recognised_by,
        families,
        inputs,
        homes,
        part_shapes,
        keys,
        data_types,
        data_layouts,
        places,
        members,
        traits,
        interfaces,
        tolerated,
        hand_written,
        needed_operators,
        cpp,
    } = written.unwrap_or_default();
    let families = families_of(families);
    let inputs = inputs_of(inputs, &families, diagnostics);
    let mut section = Sections { node: &node, built_in, op_lists: Vec::new(), diagnostics };
    let type_tables = type_tables(&node);
    macro_rules! with_sections {
        ($($section:ident: $type:ident $targets:tt)*) => {
            Profile {
                owner,
                op_lists: Vec::new(),
                name,
                recognised_by,
                is_nearest: false,
                templates,
                families,
                inputs,
                part_shapes,
                keys,
                data_types,
                data_layouts,
                places,
                members,
                traits,
                interfaces,
                tolerated,
                hand_written,
                needed_operators,
                cpp,
                type_tables,
                $($section: section.read(stringify!($section)),)*
            }
        };
    }
    let mut profile = for_each_section!(with_sections);
    profile.op_lists = section.op_lists;
    is_complete.then(|| {
        let named = SECTIONS.iter().filter_map(|section| entry(&node, section)).flat_map(homes_below);
        profile.check_homes(homes.into_values().flatten().chain(named), diagnostics);
        profile
    })
}

fn type_tables(profile: &Node) -> TypeTables {
    let types = entry(profile, "cpp").and_then(|cpp| entry(cpp, "types"));
    let tables = match types.map(|types| &types.value) {
        Some(Value::Mapping(tables)) => tables.as_slice(),
        _ => &[],
    };
    let tables = tables.iter().map(|(name, table)| (name.value.clone(), table.span)).collect();
    TypeTables { all: Some(types.map_or(profile.span, |types| types.span)), tables }
}

/// The keys of a profile outside of its sections.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default)]
    recognised_by: Vec<String>,
    families: IndexMap<String, FamilyFacts>,
    inputs: IndexMap<String, WrittenInput>,
    /// Lists of kinds of operator file, which sections refer to.
    #[serde(default)]
    homes: IndexMap<String, Vec<Spanned<String>>>,
    #[serde(default)]
    part_shapes: PartShapes,
    #[serde(default)]
    keys: IndexMap<String, ExtraKey>,
    data_types: Vec<String>,
    data_layouts: Vec<String>,
    #[serde(default)]
    places: Vec<String>,
    #[serde(default)]
    members: IndexMap<String, Vec<String>>,
    #[serde(default)]
    traits: Vec<String>,
    #[serde(default)]
    interfaces: Vec<String>,
    #[serde(default)]
    tolerated: Vec<Spanned<String>>,
    #[serde(default)]
    hand_written: Vec<String>,
    #[serde(default)]
    needed_operators: IndexMap<String, Vec<String>>,
    #[serde(default)]
    cpp: Cpp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenInput {
    holds: WrittenHolds,
    #[serde(default)]
    family: Option<Spanned<String>>,
    /// For operators: the kind of file with their gradients.
    #[serde(default)]
    gradients: Option<Spanned<String>>,
    paths: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WrittenHolds {
    Operators,
    Gradients,
    Compat,
    Versions,
    Additions,
    PythonApis,
    Names,
    Registered,
}

fn families_of(written: IndexMap<String, FamilyFacts>) -> Vec<Family> {
    let family = |(order, (key, written)): (usize, (String, FamilyFacts))| {
        let name = if written.name.is_empty() { key.clone() } else { written.name };
        Family::new(FamilyFacts { order, key, name, ..written })
    };
    written.into_iter().enumerate().map(family).collect()
}

fn inputs_of(
    written: IndexMap<String, WrittenInput>,
    families: &[Family],
    diagnostics: &mut Diagnostics,
) -> Vec<Input> {
    let forward: Vec<(String, String)> = written
        .iter()
        .filter_map(|(key, input)| Some((key.clone(), input.gradients.as_ref()?.value.clone())))
        .collect();
    for name in written.values().filter_map(|input| input.gradients.as_ref()) {
        if written.get(&name.value).is_none_or(|gradients| gradients.holds != WrittenHolds::Gradients) {
            let message = format!("`{}` is not an input that holds gradients", name.value);
            let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
            diagnostics.push(problem.maybe_help(suggest::help(&name.value, written.keys().map(String::as_str))));
        }
    }
    let input = |(key, written): (String, WrittenInput)| {
        let mut home = |is_backward, partner: Option<String>| {
            let family = family_of(written.family.as_ref(), families, diagnostics)?;
            Some(Holds::Operators(Home::new(HomeFacts { key: key.clone(), family, is_backward, partner })))
        };
        let of_gradients =
            || forward.iter().find(|(_, gradients)| *gradients == key).map(|(forward, _)| forward.clone());
        let holds = match written.holds {
            WrittenHolds::Operators => home(false, written.gradients.as_ref().map(|name| name.value.clone()))?,
            WrittenHolds::Gradients => home(true, of_gradients())?,
            WrittenHolds::Compat => Holds::Compat,
            WrittenHolds::Versions => Holds::Versions,
            WrittenHolds::Additions => Holds::Additions,
            WrittenHolds::PythonApis => Holds::PythonApis,
            WrittenHolds::Names => Holds::Names,
            WrittenHolds::Registered => Holds::Registered,
        };
        Some(Input { key, holds, paths: written.paths })
    };
    written.into_iter().filter_map(input).collect()
}

/// The family that an input names; by default the first.
fn family_of(name: Option<&Spanned<String>>, families: &[Family], diagnostics: &mut Diagnostics) -> Option<Family> {
    let Some(name) = name else { return families.first().copied() };
    let found = families.iter().copied().find(|family| family.key() == name.value);
    if found.is_none() {
        let message = format!("the profile has no family `{}`", name.value);
        let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
        diagnostics.push(problem.maybe_help(suggest::help(&name.value, families.iter().map(|family| family.key()))));
    }
    found
}

/// Reads each section by itself, so that all errors are found.
struct Sections<'a> {
    node: &'a Node,
    built_in: &'a [FileId],
    op_lists: Vec<OpList>,
    diagnostics: &'a mut Diagnostics,
}

impl Sections<'_> {
    fn read<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let node = entry(self.node, name)?;
        let (section, lists) = typed(node, Some(name), self.diagnostics)?;
        self.op_lists.extend(Finder { lists: &lists, built_in: self.built_in }.find(name, node));
        Some(section)
    }
}

fn without_sections(node: &Node) -> Node {
    let Value::Mapping(entries) = &node.value else { return node.clone() };
    let is_elsewhere = |key: &str| key == TEMPLATES || SECTIONS.contains(&key);
    let entries = entries.iter().filter(|(key, _)| !is_elsewhere(&key.value)).cloned().collect();
    Node { value: Value::Mapping(entries), span: node.span }
}

/// Reads a section, or a profile without its sections, and finds the spans of its lists of operators.
fn typed<T: DeserializeOwned>(
    node: &Node,
    section: Option<&str>,
    diagnostics: &mut Diagnostics,
) -> Option<(T, BTreeSet<Span>)> {
    match from_node_with_newtypes(node) {
        Ok(value) => Some(value),
        Err(error) => {
            let section = section.map_or(String::new(), |name| format!(" in `{name}`"));
            let message = format!("the profile has a mistake{section}: {}", error.message);
            let span = error.span.unwrap_or(node.span);
            let problem = Diagnostic::new(rules::WRONG_NODE, span, message);
            diagnostics.push(problem.maybe_help(misspelt_section(node, span)));
            None
        }
    }
}

/// The section that an unknown key probably stands for.
fn misspelt_section(node: &Node, at: Span) -> Option<Help> {
    let Value::Mapping(entries) = &node.value else { return None };
    let (key, _) = entries.iter().find(|(key, _)| key.span == at)?;
    suggest::nearest(&key.value, SECTIONS.iter().copied()).map(|near| Help::meant(&key.value, near))
}

impl Profile {
    /// Reports names of kinds of operator file that do not exist. A name that several sections refer to is reported once.
    fn check_homes(&self, named: impl Iterator<Item = Spanned<String>>, diagnostics: &mut Diagnostics) {
        let known: Vec<&str> = self.homes().map(Home::key).collect();
        let mut reported = Vec::new();
        for name in named {
            if !known.contains(&name.value.as_str()) && !reported.contains(&name.span) {
                reported.push(name.span);
                let message = format!("`{}` is not an input that holds operators", name.value);
                let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
                diagnostics.push(problem.maybe_help(suggest::help(&name.value, known.iter().copied())));
            }
        }
    }
}

/// The items under every key `homes` of a section, at any depth.
fn homes_below(node: &Node) -> Vec<Spanned<String>> {
    match &node.value {
        Value::Mapping(entries) => {
            let below = |(key, node): &(Spanned<String>, Node)| match (key.value.as_str(), &node.value) {
                ("homes", Value::Sequence(items)) => items.iter().filter_map(spanned).collect(),
                _ => homes_below(node),
            };
            entries.iter().flat_map(below).collect()
        }
        Value::Sequence(items) => items.iter().flat_map(homes_below).collect(),
        Value::Scalar(_) | Value::Rejected => Vec::new(),
    }
}

fn spanned(node: &Node) -> Option<Spanned<String>> {
    match &node.value {
        Value::Scalar(scalar) => Some(Spanned::new(scalar.text.clone(), node.span)),
        _ => None,
    }
}
