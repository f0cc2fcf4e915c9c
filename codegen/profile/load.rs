//! From the text of a profile, and of those that it extends, to a [`Profile`].

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use source::read::Unsaved;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, file::SourceFile, report, rules, suggest, toml};

use crate::merge::{entry, merge, stripped};
use crate::written::{TEMPLATES, profile};
use crate::{Profile, TemplateFolder};

/// The profiles that are part of opgen, newest first, with their texts.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("paddle-3.3", include_str!("paddle-3.3.toml")),
    ("paddle-3.0-final", include_str!("paddle-3.0-final.toml")),
    ("paddle-3.0-develop", include_str!("paddle-3.0-develop.toml")),
    ("paddle-3.0", include_str!("paddle-3.0.toml")),
    ("paddle-2.6", include_str!("paddle-2.6.toml")),
];

/// What translations of saved programs know of operators, as a table that opgen makes of the YAML, by profile, newest first.
pub const TRANSLATION_FACTS: &[(&str, &str)] = &[
    ("paddle-3.0", include_str!("translate-paddle-3.0.txt")),
    ("paddle-2.6", include_str!("translate-paddle-2.6.txt")),
];

/// The profile of operators that look like those of no version.
pub const DEFAULT: &str = "paddle-2.6";

const EXTENDS: &str = "extends";
const WITHOUT: &str = "without";

/// Which profile is wanted.
#[derive(Debug, Clone)]
pub enum Choice {
    /// That of a name, or in a file.
    Named(Spanned<String>),
    /// What a project says otherwise, beside the folder that its paths begin at.
    Project(Node),
}

/// A profile that is part of opgen. It is loaded when it is first wanted.
///
/// # Panics
/// It has mistakes, which a test rules out.
pub fn built_in(name: &str) -> Option<&'static Profile> {
    static LOADED: [OnceLock<Profile>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
    let place = BUILT_IN.iter().position(|(known, _)| *known == name)?;
    Some(LOADED[place].get_or_init(|| load_built_in(name)))
}

/// The profiles that are part of opgen, newest first.
pub fn built_in_profiles() -> impl Iterator<Item = &'static Profile> {
    BUILT_IN.iter().filter_map(|(name, _)| built_in(name))
}

fn load_built_in(name: &str) -> Profile {
    let nothing = Unsaved::default();
    let (mut loader, mut sources) = (Loader::new(Path::new(""), &nothing), Sources::default());
    let mut diagnostics = Diagnostics::default();
    let node = loader.named(name, None, &mut sources, &mut diagnostics);
    let profile = node.and_then(|node| profile(node, loader.templates, &loader.dropped, &mut diagnostics));
    match profile {
        Some(profile) if diagnostics.is_empty() => profile,
        _ => panic!("{}", report::render_all(&diagnostics, &sources)),
    }
}

/// The text of a profile that is part of opgen.
fn text_of_built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn is_built_in(name: &str) -> bool {
    text_of_built_in(name).is_some()
}

/// Loads what is wanted; `otherwise` is the built-in profile of whoever names none. What is wrong is reported, and the nearest
/// profile that is sound is used instead, so that operators are checked all the same.
///
/// Paths of profiles and of their templates begin at `folder`.
pub fn load(
    choice: Option<&Choice>,
    otherwise: &str,
    folder: &Path,
    unsaved: &Unsaved,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Loaded {
    let mut loader = Loader::new(folder, unsaved);
    let mut found = Diagnostics::default();
    let node = match choice {
        None => None,
        Some(Choice::Named(name)) => loader.named(&name.value, Some(name.span), sources, &mut found),
        Some(Choice::Project(node)) => loader.extending(node, "", otherwise, sources, &mut found),
    };
    let profile =
        node.and_then(|node| profile(node, std::mem::take(&mut loader.templates), &loader.dropped, &mut found));
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
    unsaved: &'a Unsaved,
    /// The built-in profile that the others extend.
    root: Option<String>,
    templates: Vec<TemplateFolder>,
    files: Vec<PathBuf>,
    /// Profiles before something was left out of them.
    dropped: Vec<Node>,
    /// The profiles that are being read, by name or path.
    reading: Vec<String>,
}

impl<'a> Loader<'a> {
    fn new(folder: &'a Path, unsaved: &'a Unsaved) -> Self {
        Loader {
            folder,
            unsaved,
            root: None,
            templates: Vec::new(),
            files: Vec::new(),
            dropped: Vec::new(),
            reading: Vec::new(),
        }
    }

    /// A profile by name, or in a file.
    fn named(
        &mut self,
        name: &str,
        named_at: Option<Span>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        let file = match text_of_built_in(name) {
            Some(text) => {
                self.root = Some(name.to_owned());
                sources.add(SourceFile::new(format!("profile {name}"), text.to_owned()))
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
            let read = self.unsaved.read(&path, name, sources, diagnostics);
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
                match self.named(&name.value, Some(name.span), sources, diagnostics) {
                    Some(base) => base,
                    // What the project says is checked all the same.
                    None if is_built_in(otherwise) => self.named(otherwise, None, sources, diagnostics)?,
                    None => return None,
                }
            }
        };
        let without = texts(entry(over, WITHOUT), WITHOUT, diagnostics);
        if !without.is_empty() {
            self.dropped.push(base.clone());
        }
        let base = stripped(base, &without, diagnostics);
        let own = |key: &str| key != EXTENDS && key != WITHOUT;
        let entries = entries.iter().filter(|(key, _)| own(&key.value)).cloned().collect();
        let over = Node { value: Value::Mapping(entries), span: over.span };
        self.note_templates(&over, name);
        Some(merge(base, &over, diagnostics))
    }

    /// The folder of templates of a profile in a file begins beside it.
    fn note_templates(&mut self, node: &Node, name: &str) {
        let Some(Value::Scalar(folder)) = entry(node, TEMPLATES).map(|node| &node.value) else { return };
        let folder = match is_built_in(name) {
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
mod tests {
    use super::*;
    use crate::merge::resolve;

    #[test]
    fn every_built_in_profile_is_valid() {
        for (name, _) in BUILT_IN {
            let profile = built_in(name).unwrap_or_else(|| panic!("{name} has mistakes"));
            assert_eq!(profile.name, *name);
            assert!(profile.homes().count() > 5 && profile.cpp_api.is_some());
        }
    }

    /// The tables of the newest profile, with its references and without.
    fn newest() -> (Node, Node) {
        let nothing = Unsaved::default();
        let (mut loader, mut sources) = (Loader::new(Path::new(""), &nothing), Sources::default());
        let mut diagnostics = Diagnostics::default();
        let written = loader.named(NEWEST, None, &mut sources, &mut diagnostics).expect("it is built in");
        let mut plain = written.clone();
        resolve(&mut plain, &loader.dropped, &mut diagnostics);
        assert!(diagnostics.is_empty());
        (written, plain)
    }

    const NEWEST: &str = BUILT_IN[0].0;

    /// Every list below a table: its path of keys, and its items.
    fn lists(node: &Node, path: &[&str]) -> Vec<(Vec<String>, Vec<Node>)> {
        match &node.value {
            Value::Sequence(items) => vec![(path.iter().map(|&key| key.to_owned()).collect(), items.clone())],
            Value::Mapping(entries) => {
                entries.iter().flat_map(|(key, below)| lists(below, &[path, &[key.as_str()]].concat())).collect()
            }
            Value::Scalar(_) | Value::Rejected => Vec::new(),
        }
    }

    /// Lists of a certain length, which can only be replaced.
    fn is_of_fixed_length(path: &[String]) -> bool {
        let path = path.join(".");
        let tables = [
            "dygraph.type_autocast.",
            "dygraph.type_promotion.",
            "legacy_dygraph.exchanged_attrs.",
            "legacy_dygraph.views.",
            "pir_api.modes.promotions.",
            "pir_api.modes.type_autocast.",
        ];
        path == "compat.carriers" || tables.iter().any(|table| path.starts_with(table))
    }

    fn list(items: &[Node]) -> Node {
        Node { value: Value::Sequence(items.to_vec()), span: parse("a = 1").span }
    }

    fn table(key: &str, value: Node) -> Node {
        let span = value.span;
        Node { value: Value::Mapping(vec![(Spanned::new(key.to_owned(), span), value)]), span }
    }

    fn parse(text: &str) -> Node {
        let id = Sources::default().add(SourceFile::new("t.toml".into(), text.into()));
        toml::parse(id, text, &mut Diagnostics::default()).expect("the text is TOML")
    }

    /// What a project may make of a list: `plain` has its items without references. An empty list gets an item like `other`.
    fn changes(path: &[String], items: &[Node], plain: &[Node], other: Option<&Node>) -> Vec<Node> {
        let name = parse("a = 'some_name'");
        let name = entry(&name, "a").expect("it is there");
        if is_of_fixed_length(path) {
            let [first, others @ ..] = items else { return Vec::new() };
            let last = if others.is_empty() { name } else { first };
            return vec![list(&[others, std::slice::from_ref(last)].concat())];
        }
        let one_more = items.first().or(other).or(Some(name)).map(std::slice::from_ref).unwrap_or_default();
        let longer = [list(&[items, one_more].concat()), table("add", list(one_more))];
        let shorter = |gone| [list(&[]), table("remove", list(std::slice::from_ref(gone)))];
        longer.into_iter().chain(plain.first().into_iter().flat_map(shorter)).collect()
    }

    #[test]
    fn a_project_replaces_extends_and_shortens_every_list() {
        let unchanged = format!("{:?}", built_in(NEWEST).expect("it is built in"));
        let (written, plain) = newest();
        let written = lists(&written, &[]);
        for ((path, items), (_, plain)) in written.iter().zip(lists(&plain, &[])) {
            let other =
                written.iter().filter(|(other, _)| other.last() == path.last()).find_map(|(_, items)| items.first());
            for change in changes(path, items, &plain, other) {
                let over = path.iter().rev().fold(change, |below, key| table(key, below));
                let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
                let loaded = load(
                    Some(&Choice::Project(over)),
                    NEWEST,
                    Path::new(""),
                    &Unsaved::default(),
                    &mut sources,
                    &mut found,
                );
                let problems: Vec<_> = found.sorted().iter().map(|found| found.message.clone()).collect();
                assert_eq!(problems, [""; 0], "{path:?}");
                assert!(format!("{:?}", loaded.profile) != unchanged, "{path:?} has no effect");
            }
        }
    }
}
