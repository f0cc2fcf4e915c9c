//! From the text of a profile, and of those that it extends, to a [`Profile`].

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use source::spanned_de::from_node;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, file::SourceFile, read, rules, suggest, toml};

use crate::home::{Family, FamilyFacts, Home, HomeFacts, Tensors};
use crate::merge::{merge, resolve};
use crate::{Cpp, ExtraKey, Holds, Input, Profile, TemplateFolder};

/// The profiles that are part of opgen, newest first, with their texts.
pub const BUILT_IN: &[(&str, &str)] = &[("paddle-2.6", include_str!("paddle-2.6.toml"))];

const EXTENDS: &str = "extends";
const WITHOUT: &str = "without";
const TEMPLATES: &str = "templates";

/// Which profile is wanted.
#[derive(Debug, Clone)]
pub enum Choice {
    /// That of a name, or in a file.
    Named(Spanned<String>),
    /// What a project says otherwise, beside the folder that its paths begin at.
    Project(Node),
}

/// The name of the built-in profile that a tree has the files of; `has` tells whether there is a file.
pub fn recognised(mut has: impl FnMut(&str) -> bool) -> Option<&'static str> {
    let mut profiles = BUILT_IN.iter().zip(loaded());
    let found = profiles.find(|(_, profile)| {
        let files = profile.as_ref().map_or(&[][..], |profile| &profile.recognised_by);
        !files.is_empty() && files.iter().all(|file| has(file))
    });
    found.map(|((name, _), _)| *name)
}

/// A profile that is part of opgen.
pub fn built_in(name: &str) -> Option<&'static Profile> {
    loaded().iter().flatten().find(|profile| profile.name == name)
}

/// The built-in profiles; `None` in the place of one that has mistakes, which a test rules out.
fn loaded() -> &'static [Option<Profile>] {
    static LOADED: LazyLock<Vec<Option<Profile>>> = LazyLock::new(|| {
        let load = |(name, _): &(&str, &str)| {
            let mut loader = Loader::new(Path::new(""));
            let mut diagnostics = Diagnostics::default();
            let node = loader.named(name, None, &mut Sources::default(), &mut diagnostics)?;
            loader.profile(node, &mut diagnostics).filter(|_| diagnostics.is_empty())
        };
        BUILT_IN.iter().map(load).collect()
    });
    &LOADED
}

/// Loads what is wanted; `otherwise` is the built-in profile of whoever names none. What is wrong is reported, and the nearest
/// profile that is sound is used instead, so that operators are checked all the same.
///
/// Paths of profiles and of their templates begin at `folder`.
pub fn load(
    choice: Option<&Choice>,
    otherwise: &str,
    folder: &Path,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Loaded {
    let mut loader = Loader::new(folder);
    let mut found = Diagnostics::default();
    let node = match choice {
        None => None,
        Some(Choice::Named(name)) => loader.named(&name.value, Some(name.span), sources, &mut found),
        Some(Choice::Project(node)) => loader.extending(node, "", otherwise, sources, &mut found),
    };
    let profile = node.and_then(|node| loader.profile(node, &mut found));
    let is_sound = !found.has_errors();
    diagnostics.append(found);
    let profile = match profile {
        Some(profile) if is_sound => profile,
        _ => built_in(loader.root.as_deref().unwrap_or(otherwise)).cloned().unwrap_or_default(),
    };
    Loaded { profile, files: loader.files }
}

/// A profile, and the files that were looked for.
#[derive(Debug)]
pub struct Loaded {
    pub profile: Profile,
    pub files: Vec<PathBuf>,
}

struct Loader<'a> {
    folder: &'a Path,
    /// The built-in profile that the others extend.
    root: Option<String>,
    templates: Vec<TemplateFolder>,
    files: Vec<PathBuf>,
    /// The profiles that are being read, by name or path.
    reading: Vec<String>,
}

impl<'a> Loader<'a> {
    fn new(folder: &'a Path) -> Self {
        Loader { folder, root: None, templates: Vec::new(), files: Vec::new(), reading: Vec::new() }
    }

    /// A profile by name, or in a file.
    fn named(
        &mut self,
        name: &str,
        named_at: Option<Span>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        let file = match BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((known, text)) => {
                self.root = Some((*known).to_owned());
                sources.add(SourceFile::new(format!("profile {known}"), (*text).to_owned()))
            }
            None => self.file(name, named_at, sources, diagnostics)?,
        };
        let node = toml::parse(file, sources.file(file).text(), diagnostics)?;
        if self.reading.iter().any(|reading| reading == name) {
            let span = named_at.unwrap_or(Span::start_of(file));
            let message = format!("the profile `{name}` extends itself");
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, span, message));
            return None;
        }
        self.reading.push(name.to_owned());
        let node = match entry(&node, EXTENDS) {
            Some(_) => self.extending(&node, name, name, sources, diagnostics),
            None => {
                self.note_templates(&node, name);
                Some(node)
            }
        };
        self.reading.pop();
        node
    }

    fn file(
        &mut self,
        name: &str,
        named_at: Option<Span>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<FileId> {
        if Path::new(name).extension().is_some_and(|extension| extension == "toml") {
            let path = self.folder.join(name);
            let read = read::read(&path, name, sources, diagnostics);
            self.files.push(path);
            if let Some(file) = read.ok()? {
                return Some(file);
            }
        }
        let at =
            named_at.unwrap_or_else(|| Span::start_of(sources.add(SourceFile::new(name.to_owned(), String::new()))));
        let problem = Diagnostic::new(rules::WRONG_NODE, at, format!("there is no profile `{name}`"));
        diagnostics.push(problem.maybe_help(suggest::help(name, BUILT_IN.iter().map(|(known, _)| *known))));
        None
    }

    /// What a profile says, laid over the one that it extends.
    fn extending(
        &mut self,
        over: &Node,
        name: &str,
        otherwise: &str,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        let Value::Mapping(entries) = &over.value else {
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, over.span, "a profile must be a table"));
            return None;
        };
        let base = match entry(over, EXTENDS) {
            None => self.named(otherwise, None, sources, diagnostics)?,
            Some(node) => {
                let name = text(node, EXTENDS, diagnostics)?;
                self.named(&name, Some(node.span), sources, diagnostics)?
            }
        };
        let without = texts(entry(over, WITHOUT), WITHOUT, diagnostics);
        let base = self.stripped(base, &without, diagnostics);
        let own = |key: &str| key != EXTENDS && key != WITHOUT;
        let entries = entries.iter().filter(|(key, _)| own(&key.value)).cloned().collect();
        let over = Node { value: Value::Mapping(entries), span: over.span };
        self.note_templates(&over, name);
        Some(merge(base, &over, diagnostics))
    }

    /// A profile but for some of its sections.
    fn stripped(&self, mut base: Node, without: &[Spanned<String>], diagnostics: &mut Diagnostics) -> Node {
        let Value::Mapping(entries) = &mut base.value else { return base };
        for name in without {
            let count = entries.len();
            entries.retain(|(key, _)| key.value != name.value);
            if entries.len() == count {
                let known = entries.iter().map(|(key, _)| key.value.as_str());
                let message = format!("the profile that this one extends has no `{}`", name.value);
                let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
                diagnostics.push(problem.maybe_help(suggest::help(&name.value, known)));
            }
        }
        base
    }

    /// The folder of templates of a profile in a file begins beside it.
    fn note_templates(&mut self, node: &Node, name: &str) {
        let Some(Value::Scalar(folder)) = entry(node, TEMPLATES).map(|node| &node.value) else { return };
        let folder = match BUILT_IN.iter().any(|(known, _)| *known == name) {
            true => TemplateFolder::BuiltIn(folder.text.clone()),
            false => {
                let beside = Path::new(name).parent().unwrap_or(Path::new(""));
                TemplateFolder::Disk(self.folder.join(beside).join(&folder.text))
            }
        };
        self.templates.insert(0, folder);
    }

    fn profile(&self, mut node: Node, diagnostics: &mut Diagnostics) -> Option<Profile> {
        resolve(&mut node, diagnostics);
        let Written { name, recognised_by, families, inputs, keys, data_types, data_layouts, hand_written, cpp } =
            typed(&without_sections(&node), diagnostics)?;
        let families = families_of(families);
        let inputs = inputs_of(inputs, &families, diagnostics);
        let mut section = Sections { node: &node, diagnostics };
        let profile = Profile {
            name,
            recognised_by,
            templates: self.templates.clone(),
            families,
            inputs,
            keys,
            data_types,
            data_layouts,
            hand_written,
            cpp,
            cpp_api: section.read("cpp_api"),
            dygraph: section.read("dygraph"),
            python_c: section.read("python_c"),
            stubs: section.read("stubs"),
            operants: section.read("operants"),
            prim: section.read("prim"),
            static_graph: section.read("static_graph"),
            extra_info: section.read("extra_info"),
            compat: section.read("compat"),
            rust: section.read("rust"),
        };
        profile.check_homes(&node, diagnostics);
        Some(profile)
    }
}

/// What a profile says beside its sections.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default)]
    recognised_by: Vec<String>,
    families: IndexMap<String, WrittenFamily>,
    inputs: IndexMap<String, WrittenInput>,
    #[serde(default)]
    keys: IndexMap<String, ExtraKey>,
    data_types: Vec<String>,
    data_layouts: Vec<String>,
    #[serde(default)]
    hand_written: Vec<String>,
    #[serde(default)]
    cpp: Cpp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFamily {
    name: Option<String>,
    about: String,
    #[serde(default)]
    tensors: Tensors,
    #[serde(default)]
    on_request: bool,
    #[serde(default)]
    only_in_programs: bool,
    falls_back_on: Option<String>,
    #[serde(default = "yes")]
    has_program_names: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenInput {
    holds: WrittenHolds,
    #[serde(default)]
    family: Option<Spanned<String>>,
    /// Operators: the kind of file with their gradients.
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
    Names,
}

fn families_of(written: IndexMap<String, WrittenFamily>) -> Vec<Family> {
    let family = |(order, (key, written)): (usize, (String, WrittenFamily))| {
        let WrittenFamily { name, about, tensors, on_request, only_in_programs, falls_back_on, has_program_names } =
            written;
        let name = name.unwrap_or_else(|| key.clone());
        Family::new(FamilyFacts {
            order,
            key,
            name,
            about,
            tensors,
            on_request,
            only_in_programs,
            falls_back_on,
            has_program_names,
        })
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
            WrittenHolds::Names => Holds::Names,
        };
        Some(Input { key, holds, paths: written.paths })
    };
    written.into_iter().filter_map(input).collect()
}

/// The family that an input names, or else the first.
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

/// The sections of targets, each read by itself, so that mistakes in several are all found.
struct Sections<'a> {
    node: &'a Node,
    diagnostics: &'a mut Diagnostics,
}

/// The sections of a profile, each of which a target or several are made by.
const SECTIONS: &[&str] =
    &["cpp_api", "dygraph", "python_c", "stubs", "operants", "prim", "static_graph", "extra_info", "compat", "rust"];

impl Sections<'_> {
    fn read<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        typed(entry(self.node, name)?, self.diagnostics)
    }
}

fn without_sections(node: &Node) -> Node {
    let Value::Mapping(entries) = &node.value else { return node.clone() };
    let is_elsewhere = |key: &str| key == TEMPLATES || SECTIONS.contains(&key);
    let entries = entries.iter().filter(|(key, _)| !is_elsewhere(&key.value)).cloned().collect();
    Node { value: Value::Mapping(entries), span: node.span }
}

fn typed<T: DeserializeOwned>(node: &Node, diagnostics: &mut Diagnostics) -> Option<T> {
    match from_node(node) {
        Ok(value) => Some(value),
        Err(error) => {
            let message = format!("this does not fit a profile: {}", error.message);
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, error.span.unwrap_or(node.span), message));
            None
        }
    }
}

fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let Value::Mapping(entries) = &node.value else { return None };
    entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
}

fn text(node: &Node, key: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    source::fields::text(node, format_args!("`{key}` of a profile"), diagnostics).map(|text| text.folded())
}

fn texts(node: Option<&Node>, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let Some(node) = node else { return Vec::new() };
    let what = format_args!("`{key}` of a profile");
    let items = source::fields::items(node, what, diagnostics).unwrap_or_default();
    items.iter().filter_map(|item| Some(source::fields::text(item, what, diagnostics)?.to_spanned())).collect()
}

impl Profile {
    /// Every kind of operator file that a section names must exist.
    fn check_homes(&self, node: &Node, diagnostics: &mut Diagnostics) {
        let known: Vec<&str> = self.homes().map(Home::key).collect();
        for name in SECTIONS.iter().filter_map(|section| entry(node, section)).flat_map(homes_below) {
            if !known.contains(&name.value.as_str()) {
                let message = format!("`{}` is not an input that holds operators", name.value);
                let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
                diagnostics.push(problem.maybe_help(suggest::help(&name.value, known.iter().copied())));
            }
        }
    }
}

/// What stands under `homes`, however deep in a section.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_profile_is_valid() {
        for (name, _) in BUILT_IN {
            let profile = built_in(name).unwrap_or_else(|| panic!("{name} has mistakes"));
            assert_eq!(profile.name, *name);
            assert!(profile.homes().count() > 5 && profile.cpp_api.is_some());
        }
    }
}
