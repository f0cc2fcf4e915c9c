//! From the text of a profile, and of those that it extends, to a [`Profile`].

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use project::framework::{Choice, Loaded};
use source::read::Unsaved;
use source::yaml::{Node, Value};
use source::{
    Diagnostic, Diagnostics, FileId, Sources, Span, file::SourceFile, report, rules, spanned_de, suggest, toml,
};

use crate::marks::marks;
use crate::merge::merge;
use crate::{Holds, Input, Profile};

/// The names and texts of the built-in profiles, newest first.
const BUILT_IN: [(&str, &str); 6] = [
    (NEWEST, include_str!("torch-2.15.toml")),
    ("torch-2.14", include_str!("torch-2.14.toml")),
    ("torch-2.13", include_str!("torch-2.13.toml")),
    ("torch-2.12", include_str!("torch-2.12.toml")),
    ("torch-2.11", include_str!("torch-2.11.toml")),
    ("torch-2.8", include_str!("torch-2.8.toml")),
];

/// The names of the built-in profiles, newest first.
pub const BUILT_IN_NAMES: [&str; BUILT_IN.len()] = {
    let mut names = [""; BUILT_IN.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = BUILT_IN[at].0;
        at += 1;
    }
    names
};

/// The profile for trees without marks.
pub const NEWEST: &str = "torch-2.15";

const EXTENDS: &str = "extends";

/// A built-in profile. It is loaded when it is first needed.
///
/// # Panics
/// If the profile has errors, which a test rules out.
pub fn built_in(name: &str) -> Option<&'static Profile> {
    static LOADED: [OnceLock<Profile>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
    let place = BUILT_IN.iter().position(|(known, _)| *known == name)?;
    Some(LOADED[place].get_or_init(|| {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let unsaved = Unsaved::default();
        let mut loader = Loader::new(Path::new(""), &unsaved, &mut sources);
        let profile = loader.profile(Some(&named(name)), NEWEST, &mut diagnostics);
        profile.unwrap_or_else(|| panic!("{}", report::render_all(&diagnostics, &sources)))
    }))
}

fn named(name: &str) -> Choice {
    let nowhere = Span::start_of(FileId::from_index(0));
    Choice::Named(source::Spanned::new(name.to_owned(), nowhere))
}

/// Loads a profile; without a choice, the built-in profile `otherwise`. Errors are reported, and the built-in profile is used instead.
/// Paths of profiles begin at `folder`.
pub fn load(
    choice: Option<&Choice>,
    otherwise: &str,
    folder: &Path,
    unsaved: &Unsaved,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Loaded<Profile> {
    let mut loader = Loader::new(folder, unsaved, sources);
    let profile = loader.profile(choice, otherwise, diagnostics);
    let files = loader.files;
    Loaded { profile: profile.or_else(|| built_in(otherwise).cloned()).unwrap_or_default(), files }
}

/// The tables of a profile, joined with those that it extends. `None` if it cannot be read; errors are reported. The arguments are
/// those of [`load`].
pub fn resolved_tables(
    choice: Option<&Choice>,
    otherwise: &str,
    folder: &Path,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    Loader::new(folder, &Unsaved::default(), sources).tables(choice, otherwise, diagnostics)
}

/// The name of the profile that a built-in one extends.
pub fn extended_by(name: &str) -> Option<&'static str> {
    let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
    let node = toml::parse(FileId::from_index(0), text, &mut Diagnostics::default())?;
    let Value::Scalar(extended) = &base(&node)?.value else { return None };
    BUILT_IN_NAMES.into_iter().find(|name| *name == extended.text)
}

/// A profile whose frames are kinds of file.
fn with_frames(mut profile: Profile) -> Profile {
    for folder in &profile.frames {
        for file in &folder.files {
            let key = format!("{}/{file}", folder.name);
            let paths = folder.folders.iter().map(|path| format!("{path}/{file}")).collect();
            profile.inputs.push(Input { key, holds: Holds::Frame, paths });
        }
    }
    profile
}

/// A profile whose marks follow from its version.
fn with_marks(profile: Profile) -> Profile {
    Profile { marks: marks(&profile.version), ..profile }
}

struct Loader<'a> {
    folder: &'a Path,
    unsaved: &'a Unsaved,
    sources: &'a mut Sources,
    /// The files that were looked for.
    files: Vec<PathBuf>,
    /// The profiles that are being read.
    reading: Vec<String>,
}

impl<'a> Loader<'a> {
    fn new(folder: &'a Path, unsaved: &'a Unsaved, sources: &'a mut Sources) -> Self {
        Loader { folder, unsaved, sources, files: Vec::new(), reading: Vec::new() }
    }

    /// A profile. Errors are reported, and then there is none.
    fn profile(&mut self, choice: Option<&Choice>, otherwise: &str, diagnostics: &mut Diagnostics) -> Option<Profile> {
        let mut found = Diagnostics::default();
        let node = self.tables(choice, otherwise, &mut found);
        let profile = node.and_then(|node| match spanned_de::from_node::<Profile>(&node) {
            Ok(profile) => Some(profile),
            Err(error) => {
                let at = error.span.unwrap_or(node.span);
                let message = format!("a profile has a mistake: {}", error.message);
                found.push(Diagnostic::new(rules::WRONG_NODE, at, message));
                None
            }
        });
        let is_sound = !found.has_errors();
        diagnostics.append(found);
        profile.filter(|_| is_sound).map(with_frames).map(with_marks)
    }

    /// The tables of a profile, joined with those that it extends.
    fn tables(&mut self, choice: Option<&Choice>, otherwise: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
        match choice {
            Some(Choice::Project(node)) => self.extended(node.clone(), otherwise, diagnostics),
            Some(Choice::Named(name)) => self.named(&name.value, Some(name.span), otherwise, diagnostics),
            None => self.named(otherwise, None, otherwise, diagnostics),
        }
    }

    /// The tables of a built-in profile, or of a profile in a file.
    fn named(&mut self, name: &str, at: Option<Span>, otherwise: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
        let file = self.open(name, at, diagnostics)?;
        if self.reading.iter().any(|reading| reading == name) {
            let at = at.unwrap_or(Span::start_of(file));
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, at, format!("the profile `{name}` extends itself")));
            return None;
        }
        self.reading.push(name.to_owned());
        let text = self.sources.file(file).text().to_owned();
        let node = toml::parse(file, &text, diagnostics)?;
        match base(&node).is_some() || !is_built_in(name) {
            true => self.extended(node, otherwise, diagnostics),
            false => Some(node),
        }
    }

    fn open(&mut self, name: &str, at: Option<Span>, diagnostics: &mut Diagnostics) -> Option<FileId> {
        if let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
            return Some(self.sources.add(SourceFile::new(format!("profile {name}"), (*text).to_owned())));
        }
        if Path::new(name).extension().is_some_and(|extension| extension == "toml") {
            let path = self.folder.join(name);
            let read = self.unsaved.read(&path, name, self.sources, diagnostics);
            self.files.push(path);
            if let Some(file) = read.ok()? {
                return Some(file);
            }
        }
        let empty = |sources: &mut Sources| sources.add(SourceFile::new(name.to_owned(), String::new()));
        let at = at.unwrap_or_else(|| Span::start_of(empty(self.sources)));
        let problem = Diagnostic::new(rules::WRONG_NODE, at, format!("there is no profile `{name}`"));
        diagnostics.push(problem.maybe_help(suggest::help(name, BUILT_IN_NAMES)));
        None
    }

    /// The tables of a profile, joined with those of the profile that it extends: `otherwise`, unless it names one.
    fn extended(&mut self, mut over: Node, otherwise: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
        let Value::Mapping(entries) = &mut over.value else {
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, over.span, "a profile must be a table"));
            return None;
        };
        let extends = entries.iter().position(|(key, _)| key.value == EXTENDS).map(|at| entries.remove(at).1);
        let base = match extends {
            None if self.reading.iter().any(|reading| reading == otherwise) => {
                let problem = Diagnostic::new(rules::WRONG_NODE, over.span, format!("a profile has no `{EXTENDS}`"));
                diagnostics
                    .push(problem.help(format!("add `{EXTENDS} = \"{NEWEST}\"`, or the name of another profile")));
                return None;
            }
            None => self.named(otherwise, None, otherwise, diagnostics)?,
            Some(node) => {
                let name = source::fields::text(&node, format_args!("`{EXTENDS}` of a profile"), diagnostics)?;
                self.named(name.as_str(), Some(name.span()), otherwise, diagnostics)?
            }
        };
        Some(merge(base, over, diagnostics))
    }
}

fn is_built_in(name: &str) -> bool {
    BUILT_IN_NAMES.contains(&name)
}

/// The profile that one extends, as its text says.
fn base(profile: &Node) -> Option<&Node> {
    let Value::Mapping(entries) = &profile.value else { return None };
    entries.iter().find_map(|(key, value)| (key.value == EXTENDS).then_some(value))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn built_in_profiles_are_sound() {
        for name in BUILT_IN_NAMES {
            let profile = built_in(name).expect("it is built in");
            assert_eq!(profile.name, name);
            let is_later = |list: &str| ["kernels_in_cpu_library", "random_by_key"].contains(&list);
            let empty = profile.names.all().into_iter().find(|(list, names)| names.is_empty() && !is_later(list));
            assert_eq!(empty, None, "{name}");
            assert!(
                profile.names.dispatch_keys.iter().all(|key| profile.names.all_dispatch_keys.contains(key)),
                "{name}"
            );
        }
    }

    #[test]
    fn a_later_version_keeps_what_it_does_not_change() {
        let [new, old] = ["torch-2.11", "torch-2.8"].map(|name| &built_in(name).expect("it is built in").names);
        assert_eq!(new.python_modules, old.python_modules);
        assert_eq!(new.functional_without_out.len(), old.functional_without_out.len() + 2);
    }

    #[test]
    fn a_file_without_a_base_cannot_be_shown() {
        let text: (PathBuf, Arc<str>) = (PathBuf::from("own.toml"), "version = \"2.8.1\"\n".into());
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let unsaved = Unsaved::default().with([text]);
        let mut loader = Loader::new(Path::new(""), &unsaved, &mut sources);
        assert!(loader.tables(Some(&named("own.toml")), "own.toml", &mut diagnostics).is_none());
        let said = report::render_all(&diagnostics, &sources);
        assert!(
            said.contains("a profile has no `extends`") && said.contains("add `extends = \"torch-2.15\"`"),
            "{said}"
        );
    }
}
