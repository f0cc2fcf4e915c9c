//! From the text of a profile, and of those that it extends, to a [`Profile`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use parallel::prelude::*;
use project::framework::{Choice, Loaded, Names, TemplateFolder};
use source::read::Unsaved;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, file::SourceFile, report, rules, suggest, toml};

use crate::merge::{entry, merge, resolve, scalar, stripped};
use crate::owner::{Owner, Syntax};
use crate::written::{TEMPLATES, profile};
use crate::{Feature, Profile, TARGETS};

/// Paddle.
pub static OWNER: Owner = Owner {
    names: &Names {
        framework: "Paddle",
        profiles: &BUILT_IN_NAMES,
        default_profile: DEFAULT,
        version_file: None,
        targets: TARGETS,
        features: &Feature::NAMES,
        break_classes: &BREAK_CLASSES,
    },
    profiles: &BUILT_IN,
    targets: &[],
    keys: None,
    syntax: Syntax::Plain,
    has_trees: true,
    names_gradients: true,
    may_lack_gradients: false,
    sources: &[],
    paths_follow_operators: false,
};

/// The classes of callers that changes of operators can break. `diff::Class` has the same names.
pub const BREAK_CLASSES: [&str; 5] = ["api", "python", "model", "kernel", "pir"];

/// The names and texts of Paddle's built-in profiles, newest first.
pub static BUILT_IN: [(&str, &str); 8] = [
    ("paddle-3.3", include_str!("paddle-3.3.toml")),
    ("paddle-3.0-final", include_str!("paddle-3.0-final.toml")),
    ("paddle-3.0-develop-2025-02-17", include_str!("paddle-3.0-develop-2025-02-17.toml")),
    ("paddle-3.0-develop-2025-02-08", include_str!("paddle-3.0-develop-2025-02-08.toml")),
    ("paddle-3.0-develop", include_str!("paddle-3.0-develop.toml")),
    ("paddle-3.0", include_str!("paddle-3.0.toml")),
    ("paddle-2.6-develop", include_str!("paddle-2.6-develop.toml")),
    ("paddle-2.6", include_str!("paddle-2.6.toml")),
];

/// Their names, newest first.
const BUILT_IN_NAMES: [&str; BUILT_IN.len()] = {
    let (mut names, mut at) = ([""; BUILT_IN.len()], 0);
    while at < names.len() {
        names[at] = BUILT_IN[at].0;
        at += 1;
    }
    names
};

/// Tables of facts about operators, which translate saved programs, by profile. opgen generates them from the YAML. The first one,
/// for the newest version, is the default. A table that begins with `changes of PROFILE` is a line diff against PROFILE's table.
pub const TRANSLATION_FACTS: &[(&str, &str)] = &[
    ("paddle-3.3", include_str!("translate-paddle-3.3.txt")),
    ("paddle-3.0", include_str!("translate-paddle-3.0.txt")),
    ("paddle-2.6", include_str!("translate-paddle-2.6.txt")),
];

/// The profile for operators that do not look like those of any version.
pub const DEFAULT: &str = "paddle-2.6";

const EXTENDS: &str = "extends";
const WITHOUT: &str = "without";

/// A built-in profile of Paddle's. See [`Owner::built_in`].
pub fn built_in(name: &str) -> Option<&'static Profile> {
    OWNER.built_in(name)
}

/// The built-in profiles of Paddle, newest first.
pub fn built_in_profiles() -> impl Iterator<Item = &'static Profile> {
    OWNER.built_in_profiles()
}

impl Owner {
    /// A built-in profile. It is loaded when it is first needed.
    ///
    /// # Panics
    /// If the profile has errors, which a test rules out.
    pub fn built_in(&'static self, name: &str) -> Option<&'static Profile> {
        /// By their names. Two frameworks have no profile of the same name.
        static LOADED: Mutex<BTreeMap<&str, &Profile>> = Mutex::new(BTreeMap::new());
        let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let (name, _) = self.profiles.iter().find(|(known, _)| *known == name)?;
        if let Some(known) = loaded().get(name) {
            return Some(known);
        }
        // Outside of the lock: a core that waits for a part of a profile takes up other work, which may need the same profile.
        let profile = load_built_in(self, name);
        Some(loaded().entry(name).or_insert_with(|| Box::leak(Box::new(profile))))
    }

    /// The built-in profiles, newest first.
    pub fn built_in_profiles(&'static self) -> impl Iterator<Item = &'static Profile> {
        self.profiles.iter().filter_map(|(name, _)| self.built_in(name))
    }

    fn is_built_in(&self, name: &str) -> bool {
        self.profiles.iter().any(|(known, _)| *known == name)
    }

    /// The name and the text of a built-in profile, then those of the profile that it extends, and so on.
    fn with_extended(&self, name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let named = |name: &str| self.profiles.iter().copied().find(|(known, _)| *known == name);
        let extended = move |(_, text): &(&'static str, &'static str)| named(scalar(entry(&top(text), EXTENDS)?)?);
        std::iter::successors(named(name), extended)
    }
}

fn load_built_in(owner: &'static Owner, name: &str) -> Profile {
    let nothing = Unsaved::default();
    let (mut loader, mut sources) = (Loader::new(owner, Path::new(""), &nothing), Sources::default());
    let mut diagnostics = Diagnostics::default();
    let node = loader.named(name, None, &mut sources, &mut diagnostics);
    let profile = node
        .and_then(|node| profile(owner, node, loader.templates, &loader.dropped, &loader.built_in, &mut diagnostics));
    match profile {
        Some(profile) if diagnostics.is_empty() => profile,
        _ => panic!("{}", report::render_all(&diagnostics, &sources)),
    }
}

/// The keys above the first table of a profile.
pub(crate) fn top(text: &str) -> Node {
    parse(text.split_once("\n[").map_or(text, |(top, _)| top))
}

/// The tables of a text without mistakes. Their spans lead nowhere.
pub(crate) fn parse(text: &str) -> Node {
    let file = Sources::default().add(SourceFile::new(String::new(), text.to_owned()));
    toml::parse(file, text, &mut Diagnostics::default()).expect("it is TOML")
}

/// Loads a profile; without a choice, the built-in profile `otherwise`. Errors are reported, and the nearest valid
/// profile is used instead, so that operators are checked nevertheless.
///
/// Paths of profiles and of their templates begin at `folder`.
pub fn load(
    owner: &'static Owner,
    choice: Option<&Choice>,
    otherwise: &str,
    folder: &Path,
    unsaved: &Unsaved,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Loaded<Profile> {
    let mut loader = Loader::new(owner, folder, unsaved);
    let mut found = Diagnostics::default();
    let node = choice.and_then(|choice| loader.chosen(choice, otherwise, sources, &mut found));
    let templates = std::mem::take(&mut loader.templates);
    let profile = node.and_then(|node| profile(owner, node, templates, &loader.dropped, &loader.built_in, &mut found));
    let is_sound = !found.has_errors();
    diagnostics.append(found);
    let profile = match profile {
        Some(profile) if is_sound => profile,
        _ => owner.built_in(loader.root.as_deref().unwrap_or(otherwise)).cloned().unwrap_or_default(),
    };
    Loaded { profile, files: loader.files }
}

/// The tables of a profile, joined with those that it extends, and with all references replaced. Each value has the span at which
/// it is written. `None` if the profile cannot be read; errors are reported.
///
/// The arguments are those of [`load`].
pub fn resolved_tables(
    owner: &'static Owner,
    choice: Option<&Choice>,
    otherwise: &str,
    folder: &Path,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    let nothing = Unsaved::default();
    let mut loader = Loader::new(owner, folder, &nothing);
    let mut node = match choice {
        Some(choice) => loader.chosen(choice, otherwise, sources, diagnostics)?,
        None => loader.named(otherwise, None, sources, diagnostics)?,
    };
    resolve(&mut node, &loader.dropped, diagnostics);
    Some(node)
}

/// The name of the profile that a built-in one extends.
pub fn extended_by(owner: &Owner, name: &str) -> Option<&'static str> {
    owner.with_extended(name).nth(1).map(|(name, _)| name)
}

struct Loader<'a> {
    owner: &'static Owner,
    folder: &'a Path,
    unsaved: &'a Unsaved,
    /// The built-in profile that the others extend.
    root: Option<String>,
    templates: Vec<TemplateFolder>,
    files: Vec<PathBuf>,
    /// The built-in profiles among the sources.
    built_in: Vec<FileId>,
    /// Built-in profiles that have been parsed, but not yet merged.
    parsed: Vec<(&'static str, FileId, Node)>,
    /// The base profiles as they were before `without` removed parts of them.
    dropped: Vec<Node>,
    /// The profiles that are being read, by name or path.
    reading: Vec<String>,
}

impl<'a> Loader<'a> {
    fn new(owner: &'static Owner, folder: &'a Path, unsaved: &'a Unsaved) -> Self {
        Loader {
            owner,
            folder,
            unsaved,
            root: None,
            templates: Vec::new(),
            files: Vec::new(),
            built_in: Vec::new(),
            parsed: Vec::new(),
            dropped: Vec::new(),
            reading: Vec::new(),
        }
    }

    /// The tables of the chosen profile. Those of a project extend `otherwise` unless they name another.
    fn chosen(
        &mut self,
        choice: &Choice,
        otherwise: &str,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        match choice {
            Choice::Named(name) => self.named(&name.value, Some(name.span), sources, diagnostics),
            Choice::Project(node) => self.extending(node.clone(), "", otherwise, sources, diagnostics),
        }
    }

    /// The built-in profile of a name, or the profile in a file.
    fn named(
        &mut self,
        name: &str,
        named_at: Option<Span>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        let (file, node) = match self.owner.is_built_in(name) {
            true => self.built_in(name, sources),
            false => {
                let file = self.file(name, named_at, sources, diagnostics)?;
                (file, toml::parse(file, sources.file(file).text(), diagnostics)?)
            }
        };
        if self.reading.iter().any(|reading| reading == name) {
            let span = named_at.unwrap_or(Span::start_of(file));
            let message = format!("the profile `{name}` extends itself");
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, span, message));
            return None;
        }
        self.reading.push(name.to_owned());
        let node = match entry(&node, EXTENDS) {
            Some(_) => self.extending(node, name, name, sources, diagnostics),
            None => {
                self.note_templates(&node, name);
                Some(node)
            }
        };
        self.reading.pop();
        node
    }

    /// A built-in profile. With the first one, all that it extends are parsed, in parallel.
    fn built_in(&mut self, name: &str, sources: &mut Sources) -> (FileId, Node) {
        self.root = Some(name.to_owned());
        if !self.parsed.iter().any(|(parsed, ..)| *parsed == name) {
            let file = |(name, text): (&'static str, &'static str)| {
                (name, text, sources.add(SourceFile::new(format!("profile {name}"), text.to_owned())))
            };
            let files: Vec<_> = self.owner.with_extended(name).map(file).collect();
            let parse = |&(name, text, file): &(&'static str, &'static str, FileId)| {
                (name, file, toml::parse(file, text, &mut Diagnostics::default()).expect("the profile is TOML"))
            };
            // The oldest profile, which has most of the tables, comes first.
            self.parsed = files.par_iter().rev().map(parse).collect();
        }
        let place = self.parsed.iter().position(|(parsed, ..)| *parsed == name).expect("it has been parsed");
        let (_, file, node) = self.parsed.swap_remove(place);
        self.built_in.push(file);
        (file, node)
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
            let read = self.unsaved.read(&path, name, sources, diagnostics);
            self.files.push(path);
            if let Some(file) = read.ok()? {
                return Some(file);
            }
        }
        let at =
            named_at.unwrap_or_else(|| Span::start_of(sources.add(SourceFile::new(name.to_owned(), String::new()))));
        let problem = Diagnostic::new(rules::WRONG_NODE, at, format!("there is no profile `{name}`"));
        diagnostics.push(problem.maybe_help(suggest::help(name, self.owner.profiles.iter().map(|(known, _)| *known))));
        None
    }

    /// A profile merged into the one that it extends.
    fn extending(
        &mut self,
        mut over: Node,
        name: &str,
        otherwise: &str,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        if !matches!(over.value, Value::Mapping(_)) {
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, over.span, "a profile must be a table"));
            return None;
        }
        let base = match entry(&over, EXTENDS) {
            None => self.named(otherwise, None, sources, diagnostics)?,
            Some(node) => {
                let name = text(node, EXTENDS, diagnostics)?;
                match self.named(&name.value, Some(name.span), sources, diagnostics) {
                    Some(base) => base,
                    // The project's own keys are still checked.
                    None if self.owner.is_built_in(otherwise) => self.named(otherwise, None, sources, diagnostics)?,
                    None => return None,
                }
            }
        };
        let without = texts(entry(&over, WITHOUT), WITHOUT, diagnostics);
        if !without.is_empty() {
            self.dropped.push(base.clone());
        }
        let base = stripped(base, &without, diagnostics);
        if let Value::Mapping(entries) = &mut over.value {
            entries.retain(|(key, _)| key.value != EXTENDS && key.value != WITHOUT);
        }
        self.note_templates(&over, name);
        Some(merge(base, over, diagnostics))
    }

    /// Notes a profile's folder of templates, whose path is relative to the file of the profile.
    fn note_templates(&mut self, node: &Node, name: &str) {
        let Some(Value::Scalar(folder)) = entry(node, TEMPLATES).map(|node| &node.value) else { return };
        let folder = match self.owner.is_built_in(name) {
            true => TemplateFolder::BuiltIn(folder.text.clone()),
            false => {
                let beside = Path::new(name).parent().unwrap_or(Path::new(""));
                TemplateFolder::Disk(self.folder.join(beside).join(&folder.text))
            }
        };
        self.templates.insert(0, folder);
    }
}

fn text(node: &Node, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    source::fields::text(node, format_args!("`{key}` of a profile"), diagnostics).map(|text| text.to_spanned())
}

pub(crate) fn texts(node: Option<&Node>, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let Some(node) = node else { return Vec::new() };
    let what = format_args!("`{key}` of a profile");
    let items = source::fields::items(node, what, diagnostics).unwrap_or_default();
    items.iter().filter_map(|item| Some(source::fields::text(item, what, diagnostics)?.to_spanned())).collect()
}

#[cfg(test)]
mod tests;
