//! Paddle as a framework, and projects whose operators are Paddle's.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use profile::{Holds, Owner, Profile};
use project::framework::{Choice, Framework, Loaded, Names, Recognised, Tree, UnsupportedVersion};
use source::fields;
use source::read::Unsaved;
use source::yaml::Node;
use source::{Diagnostic, Diagnostics, FileId, Rule, Sources, Spanned};
use spec::{ReadOwn, addition, compat, entry, python_api, version};

use crate::own_facts::{NoFacts, OwnFacts};
use crate::{Registry, Specs, normal_form, rules};

/// Paddle, or another framework whose operators have the same model. Each is a value of this type.
#[derive(Debug, Clone, Copy)]
pub struct Paddle {
    /// Its profiles, and what they have in common.
    pub owner: &'static Owner,
    /// What it knows of its operators beyond the model.
    pub own_facts: &'static dyn OwnFacts,
    /// Reads what its entries state beyond Paddle's keys.
    pub read_own: Option<ReadOwn>,
}

impl Paddle {
    /// Paddle itself.
    pub const ITSELF: Paddle = Paddle { owner: &profile::OWNER, own_facts: &NoFacts, read_own: None };
}

impl Default for Paddle {
    fn default() -> Self {
        Paddle::ITSELF
    }
}

impl PartialEq for Paddle {
    fn eq(&self, other: &Paddle) -> bool {
        std::ptr::eq(self.owner, other.owner)
    }
}

/// A project of Paddle's that was read and checked.
pub type Project = project::Project<Paddle>;
/// The files of a project of Paddle's.
pub type Inputs = project::Inputs<Paddle>;
/// A project of Paddle's that was read and linked.
pub type Linked = project::Linked<Paddle>;
/// The contents of one file.
pub type FileSpecs = project::FileSpecs<Paddle>;
/// What was read before.
pub type ParsedFiles = project::ParsedFiles<Paddle>;
/// What a project needs from rooms that it does not know.
pub type Program = project::Program<Paddle>;

/// See [`project::nearest_root`].
pub fn nearest_root(here: &Path, chosen: Option<&str>) -> Option<PathBuf> {
    project::nearest_root(Paddle::ITSELF, here, chosen)
}

/// See [`project::nearest_root_below`].
pub fn nearest_root_below(top: Option<&Path>, here: &Path, unsaved: &Unsaved) -> Option<PathBuf> {
    project::nearest_root_below(Paddle::ITSELF, top, here, unsaved)
}

/// The files that were found, and the kind of entries that each has.
pub fn entry_files(inputs: &Inputs) -> Vec<(FileId, Holds)> {
    let profile = inputs.profile();
    let holds = |key: &str| profile.input(key).map(|input| input.holds);
    inputs.files().iter().filter_map(|(key, file)| Some((*file, holds(key)?))).collect()
}

/// True if there is a file of registered operators.
pub fn has_registered_ops(inputs: &Inputs) -> bool {
    entry_files(inputs).iter().any(|(_, holds)| *holds == Holds::Registered)
}

impl Framework for Paddle {
    type Profile = Profile;
    type Specs = Specs;
    type Registry = Registry;

    fn names(self) -> &'static Names {
        self.owner.names
    }

    const NORMAL_FORM: Rule = rules::NORMAL_FORM;

    fn recognised(self, tree: &mut dyn Tree) -> Option<Recognised> {
        if self.owner.has_trees { profile::recognised(tree) } else { None }
    }

    fn has_marks(tree: &mut dyn Tree, marks: &[String]) -> bool {
        profile::has_marks(tree, marks)
    }

    fn unsupported() -> &'static [UnsupportedVersion] {
        profile::unsupported()
    }

    fn built_in(self, name: &str) -> Option<&'static Profile> {
        self.owner.built_in(name)
    }

    fn load(
        self,
        choice: Option<&Choice>,
        otherwise: &str,
        folder: &Path,
        unsaved: &Unsaved,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Loaded<Profile> {
        profile::load(self.owner, choice, otherwise, folder, unsaved, sources, diagnostics)
    }

    fn read(self, root: &Node, key: &str, profile: &Profile, diagnostics: &mut Diagnostics) -> Specs {
        let mut specs = Specs::default();
        let Some(input) = profile.input(key) else { return specs };
        match input.holds {
            Holds::Operators(home) => specs.ops = entry::read_ops(root, home, profile, self.read_own, diagnostics),
            Holds::Compat => specs.compat = compat::read_compat(root, profile, diagnostics),
            Holds::Versions => specs.versions = version::read_versions(root, diagnostics),
            Holds::Additions => specs.additions = addition::read_additions(root, profile, diagnostics),
            Holds::PythonApis => specs.python_apis = python_api::read_python_apis(root, diagnostics),
            Holds::Registered => specs.registered = Some(spec::registered::read(root, diagnostics)),
            Holds::Names => drop(specs.lists.insert(key.to_owned(), names(root, diagnostics))),
        }
        specs
    }

    fn resolved(
        self,
        choice: Option<&Choice>,
        otherwise: &str,
        folder: &Path,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        profile::resolved_tables(self.owner, choice, otherwise, folder, sources, diagnostics)
    }

    fn extended_by(self, name: &str) -> Option<&'static str> {
        profile::extended_by(self.owner, name)
    }

    fn moved(specs: &Specs, bytes: i64) -> Option<Specs> {
        specs.moved(bytes)
    }

    fn join(specs: &mut Specs, others: Specs) {
        specs.append(others);
    }

    fn link(self, specs: Specs, profile: &Arc<Profile>, hand_written: Vec<Spanned<String>>) -> Registry {
        Registry::new(specs, profile).with_hand_written(hand_written)
    }

    fn explained(found: Diagnostics, registry: &Registry) -> Diagnostics {
        spec::other_version::join(found, registry.profile())
    }

    fn profile_of_normal_form(file: FileId, text: &str) -> Option<Spanned<String>> {
        normal_form::profile_of(file, text)
    }

    fn read_normal_form(file: FileId, sources: &Sources, profile: &Profile, diagnostics: &mut Diagnostics) -> Specs {
        normal_form::load(file, sources, profile, diagnostics)
    }
}

/// Reads a list of operator names.
fn names(root: &Node, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let items = fields::items(root, format_args!("a file of operator names"), diagnostics).unwrap_or_default();
    let mut name = |item| {
        let text = fields::text(item, format_args!("an operator name"), diagnostics)?;
        let (first, rest) = text.split_word();
        if !rest.is_empty() {
            let message = format!("`{}` follows the name of an operator", rest.folded());
            let problem = Diagnostic::new(source::rules::WRONG_NODE, rest.span(), message);
            diagnostics.push(problem.help("start a new item with `- `"));
        }
        Some(first.to_spanned())
    };
    items.iter().filter_map(&mut name).collect()
}
