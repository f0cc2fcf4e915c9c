//! Finds and reads the input files of a project, and reports a project without operators.

use source::{Diagnostic, Diagnostics, FileId, Sources, Span, file::SourceFile, read};

use crate::dependencies::Dependencies;
use crate::folder::Folder;
use crate::framework::{Framework, Kind, UnsupportedVersion, Version};
use crate::rules;
use crate::settings::Settings;
use crate::{Root, config};

/// Looks for files at the paths that the profile or the project lists.
pub(crate) struct Finder<'a, F: Framework> {
    pub root: &'a Root,
    pub settings: &'a Settings<F>,
    pub sources: &'a mut Sources,
    pub diagnostics: &'a mut Diagnostics,
    pub dependencies: &'a mut Dependencies,
    /// Why the git revision is incomplete.
    pub incomplete: &'a mut Option<String>,
}

impl<F: Framework> Finder<'_, F> {
    /// The files that were read, each with the key of its kind.
    pub fn find(&mut self, folder: Result<Folder, String>) -> Vec<(String, FileId)> {
        let profile = &self.settings.profile;
        let mut folder = match folder {
            Ok(folder) => folder,
            Err(reason) => {
                self.report_unusable(format!("cannot read {}: {reason}", self.root), None);
                return Vec::new();
            }
        };
        let mut files = Vec::new();
        let kinds = profile.kinds();
        for &Kind { key, paths, .. } in &kinds {
            match self.settings.inputs.of(key) {
                Some(named) => {
                    for place in named {
                        match self.read(&mut folder, &place.value) {
                            Ok(Some(id)) => files.push((key.to_owned(), id)),
                            Ok(None) => {
                                let message = format!("there is no file {} in {}", place.value, self.root);
                                let problem = Diagnostic::new(source::rules::UNREADABLE, place.span, message);
                                self.diagnostics.push(problem);
                            }
                            Err(read::Reported) => {}
                        }
                    }
                }
                None => {
                    let mut reads = paths.iter().map(|place| self.read(&mut folder, place));
                    let first = reads.find(|read| !matches!(read, Ok(None)));
                    files.extend(first.and_then(Result::ok).flatten().map(|id| (key.to_owned(), id)));
                }
            }
        }
        if let Folder::Git(tree) = &folder
            && let Some(reason) = tree.incomplete()
        {
            *self.incomplete = Some(reason.clone());
            // Not if the error is at one of the files.
            if !self.diagnostics.has_errors() {
                self.report_unusable(format!("cannot read {}: {reason}", self.root), None);
            }
        }
        let has_ops = files.iter().any(|(key, _)| defines_operators(&kinds, key));
        if has_ops || self.diagnostics.has_errors() {
            return files;
        }
        self.report_no_input(&kinds, profile.name());
        // Without operators, every name in the other files would be reported as well.
        Vec::new()
    }

    fn read(&mut self, folder: &mut Folder, place: &str) -> Result<Option<FileId>, read::Reported> {
        let prefix = match folder {
            // This is the folder of the built-in files in opgen's repository.
            Folder::BuiltIn(_) => "yaml/",
            Folder::Disk(folder, _) => {
                self.dependencies.note(&folder.join(place));
                ""
            }
            Folder::Git(_) => "",
        };
        read::from_result(folder.file(place), &format!("{prefix}{place}"), self.sources, self.diagnostics)
    }

    fn report_no_input(&mut self, kinds: &[Kind], profile: &str) {
        let root = self.root;
        let unreadable = match root {
            Root::Tree(folder) => folder.read_dir().err(),
            _ => None,
        };
        if let Some(error) = unreadable {
            return self.report_unusable(format!("cannot read the folder {root}: {error}"), None);
        }
        let mut empty = self.settings.inputs.empty_kinds().filter(|(key, _)| defines_operators(kinds, key));
        if let Some((key, at)) = empty.next() {
            let message = format!("`{key}` has no files, so no operator YAML is left in {root}");
            let problem = Diagnostic::new(rules::NO_INPUT, at, message);
            let problem = empty.fold(problem, |problem, (_, at)| problem.label(at, "this has no files either"));
            let help = "an empty list means that no file of this kind is read; list the files, or remove the line so \
                        that opgen looks for them";
            self.diagnostics.push(problem.help(help));
            return;
        }
        let first = kinds.iter().find(|kind| kind.has_operators);
        let looked: Vec<_> = first.iter().flat_map(|kind| kind.paths).map(|place| format!("`{place}`")).collect();
        let help = format!("looked for {} and the other files that the profile `{profile}` lists", looked.join(", "));
        self.report_unusable(format!("no operator YAML in {root}"), Some(help));
    }

    /// Reports that a root cannot be used.
    fn report_unusable(&mut self, message: String, help: Option<String>) {
        let at = start_of(self.root, self.sources);
        self.diagnostics.push(Diagnostic::new(rules::NO_INPUT, at, message).maybe_help(help));
    }
}

fn defines_operators(kinds: &[Kind], key: &str) -> bool {
    kinds.iter().any(|kind| kind.has_operators && kind.key == key)
}

/// The built-in profiles of the framework's trees, newest first.
pub(crate) fn of_trees<F: Framework>(framework: F) -> impl Iterator<Item = &'static F::Profile> {
    framework
        .names()
        .profiles
        .iter()
        .filter_map(move |name| framework.built_in(name))
        .filter(|profile| profile.is_of_tree())
}

/// The diagnostic for a tree of a version that has no profile.
pub(crate) fn unsupported<F: Framework>(
    framework: F,
    root: &Root,
    version: &UnsupportedVersion,
    sources: &mut Sources,
) -> Diagnostic {
    let UnsupportedVersion { name, recognised_by } = version;
    let files: Vec<_> = recognised_by.iter().map(|file| format!("`{file}`")).collect();
    let message = format!("this is a tree of {name} (it has {}), and opgen has no profile for it", files.join(", "));
    let help = format!(
        "check out a version that opgen has a profile for ({}), or choose a profile with `--profile` or in {}",
        names(of_trees(framework).map(Version::name)),
        config::NAME
    );
    Diagnostic::new(rules::UNSUPPORTED_VERSION, start_of(root, sources), message).help(help)
}

/// The names of the built-in profiles.
pub(crate) fn profiles<F: Framework>(framework: F) -> String {
    names(framework.names().profiles.iter().copied())
}

fn names<'a>(profiles: impl Iterator<Item = &'a str>) -> String {
    profiles.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A span for diagnostics about a root as a whole.
fn start_of(root: &Root, sources: &mut Sources) -> Span {
    Span::start_of(sources.add(SourceFile::new(root.to_string(), String::new())))
}
