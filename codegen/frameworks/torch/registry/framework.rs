//! PyTorch as a framework, and projects whose operators are PyTorch's.

use std::path::Path;
use std::sync::Arc;

use project::framework::{Choice, Framework, Loaded, Names, Recognised, Tree, UnsupportedVersion};
use source::read::Unsaved;
use source::yaml::Node;
use source::{Diagnostic, Diagnostics, FileId, Rule, Sources, Spanned, rules};
use torch_profile::{BREAK_CLASSES, BUILT_IN_NAMES, FEATURES, Holds, NEWEST, Profile, TARGET_NAMES, VERSION_FILE};
use torch_spec::{Frame, Specs};

use crate::{Registry, other_version};

/// PyTorch.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Torch;

/// A project of PyTorch's that was read and checked.
pub type Project = project::Project<Torch>;
/// The files of a project of PyTorch's.
pub type Inputs = project::Inputs<Torch>;
/// A project of PyTorch's that was read and linked.
pub type Linked = project::Linked<Torch>;
/// The contents of one file.
pub type FileSpecs = project::FileSpecs<Torch>;
/// What was read before.
pub type ParsedFiles = project::ParsedFiles<Torch>;
/// What a project needs from rooms that it does not know.
pub type Program = project::Program<Torch>;

/// A diagnostic whose help line refers to the page about `PyTorch`'s files, instead of the one about Paddle's.
fn with_help(found: Diagnostic) -> Diagnostic {
    if found.rule == rules::MISSING_KEY && found.help.as_deref() == found.rule.help() {
        return found.help("add it; docs/torch.md lists the keys of an entry");
    }
    found
}

/// The names that settings may use.
const NAMES: Names = Names {
    framework: "PyTorch",
    profiles: &BUILT_IN_NAMES,
    default_profile: NEWEST,
    version_file: Some(VERSION_FILE),
    targets: &TARGET_NAMES,
    features: FEATURES,
    break_classes: BREAK_CLASSES,
};

impl Framework for Torch {
    type Profile = Profile;
    type Specs = Specs;
    type Registry = Registry;

    fn names(self) -> &'static Names {
        &NAMES
    }

    // PyTorch has no normal form: `profile_of_normal_form` finds none.
    const NORMAL_FORM: Rule = source::rules::SYNTAX;

    fn recognised(self, tree: &mut dyn Tree) -> Option<Recognised> {
        torch_profile::recognised(tree)
    }

    fn has_marks(tree: &mut dyn Tree, marks: &[String]) -> bool {
        torch_profile::has_marks(tree, marks)
    }

    fn unsupported() -> &'static [UnsupportedVersion] {
        &[]
    }

    fn built_in(self, name: &str) -> Option<&'static Profile> {
        torch_profile::built_in(name)
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
        torch_profile::load(choice, otherwise, folder, unsaved, sources, diagnostics)
    }

    fn read(self, root: &Node, key: &str, profile: &Profile, diagnostics: &mut Diagnostics) -> Specs {
        match profile.holds(key) {
            Some(holds) => {
                let mut found = Diagnostics::default();
                let specs = Specs::read(root, holds, profile, &mut found);
                diagnostics.append(found.filter_map(|found| Some(with_help(found))));
                specs
            }
            None => Specs::default(),
        }
    }

    fn read_text(self, text: &str, file: FileId, key: &str, profile: &Profile, diagnostics: &mut Diagnostics) -> Specs {
        match profile.holds(key) {
            Some(Holds::Frame) => {
                let frame = Frame { name: key.to_owned(), file, text: text.into() };
                Specs { frames: vec![frame], ..Specs::default() }
            }
            Some(holds) => Specs::read_text(file, text, holds, diagnostics),
            None => Specs::default(),
        }
    }

    fn resolved(
        self,
        choice: Option<&Choice>,
        otherwise: &str,
        folder: &Path,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        torch_profile::resolved_tables(choice, otherwise, folder, sources, diagnostics)
    }

    fn extended_by(self, name: &str) -> Option<&'static str> {
        torch_profile::extended_by(name)
    }

    fn join(specs: &mut Specs, others: Specs) {
        specs.append(others);
    }

    fn link(self, specs: Specs, profile: &Arc<Profile>, _: Vec<Spanned<String>>) -> Registry {
        Registry::new(specs, profile)
    }

    fn explained(found: Diagnostics, registry: &Registry) -> Diagnostics {
        other_version::tolerated(found, registry)
    }

    fn profile_of_normal_form(_: FileId, _: &str) -> Option<Spanned<String>> {
        None
    }

    fn read_normal_form(_: FileId, _: &Sources, _: &Profile, _: &mut Diagnostics) -> Specs {
        Specs::default()
    }
}
