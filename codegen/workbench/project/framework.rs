//! What a project asks of a framework.
//!
//! A framework says which versions it has, how trees of these are recognised, what its files hold, and how that is linked. It is a
//! value: frameworks that share a model are values of one type. This room never sees a key of its YAML.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use source::read::Unsaved;
use source::yaml::Node;
use source::{Diagnostics, FileId, Rule, Sources, Spanned};

/// A framework.
pub trait Framework: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// A version of the framework.
    type Profile: Version + Default;
    /// What one file holds, or several that were joined.
    type Specs: Clone + Debug + Default + Send + Sync;
    /// All operators, linked to each other.
    type Registry: Debug + Send + Sync;

    /// The names that settings may use.
    fn names(self) -> &'static Names;

    /// The rule that a text in normal form can be read back.
    const NORMAL_FORM: Rule;

    /// The version that a tree has the marks of.
    fn recognised(self, tree: &mut dyn Tree) -> Option<Recognised>;

    /// True if a tree has all marks of a version. No tree has the marks of a version that has none.
    fn has_marks(tree: &mut dyn Tree, marks: &[String]) -> bool;

    /// The versions that are known only by name.
    fn unsupported() -> &'static [UnsupportedVersion];

    /// A built-in profile by its name.
    fn built_in(self, name: &str) -> Option<&'static Self::Profile>;

    /// Loads a profile; without a choice, the built-in profile `otherwise`. Errors are reported, and the nearest valid profile is
    /// used instead. Paths of profiles begin at `folder`.
    fn load(
        self,
        choice: Option<&Choice>,
        otherwise: &str,
        folder: &Path,
        unsaved: &Unsaved,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Loaded<Self::Profile>;

    /// What a file of YAML of a kind holds, without regard to the others.
    fn read(self, root: &Node, key: &str, profile: &Self::Profile, diagnostics: &mut Diagnostics) -> Self::Specs;

    /// What a file of a kind holds that is not YAML.
    fn read_text(self, _: &str, _: FileId, _: &str, _: &Self::Profile, _: &mut Diagnostics) -> Self::Specs {
        Self::Specs::default()
    }

    /// The tables of a profile, joined with those that it extends. Each value has the span at which it is written. `None` if the
    /// profile cannot be read, which is reported, or if the framework does not write its profiles as tables. The arguments are those
    /// of [`load`](Self::load).
    fn resolved(
        self,
        _choice: Option<&Choice>,
        _otherwise: &str,
        _folder: &Path,
        _sources: &mut Sources,
        _diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        None
    }

    /// The name of the profile that a built-in one extends.
    fn extended_by(self, _name: &str) -> Option<&'static str> {
        None
    }

    /// What a part of a file holds after an edit before it has moved it by a number of bytes. `None` if it must be read again.
    fn moved(_specs: &Self::Specs, _bytes: i64) -> Option<Self::Specs> {
        None
    }

    /// Adds what another file holds.
    fn join(specs: &mut Self::Specs, others: Self::Specs);

    /// Links what all files hold. The project implements the operators in `hand_written` by hand.
    fn link(
        self,
        specs: Self::Specs,
        profile: &Arc<Self::Profile>,
        hand_written: Vec<Spanned<String>>,
    ) -> Self::Registry;

    /// The findings as they are reported: those that have one cause may be joined.
    fn explained(found: Diagnostics, registry: &Self::Registry) -> Diagnostics;

    /// The name of the profile that a text in normal form was written for.
    fn profile_of_normal_form(file: FileId, text: &str) -> Option<Spanned<String>>;

    /// What a text in normal form holds.
    fn read_normal_form(
        file: FileId,
        sources: &Sources,
        profile: &Self::Profile,
        diagnostics: &mut Diagnostics,
    ) -> Self::Specs;
}

/// The names of a framework that settings may use.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// The framework itself, for people.
    pub framework: &'static str,
    /// The built-in profiles, newest first.
    pub profiles: &'static [&'static str],
    /// The built-in profile for operators that do not look like those of any version.
    pub default_profile: &'static str,
    /// The file in which a tree states its version. `None` if trees are recognised by other files.
    pub version_file: Option<&'static str>,
    /// The built-in targets of all versions.
    pub targets: &'static [&'static str],
    /// The optional outputs.
    pub features: &'static [&'static str],
    /// The classes of callers that changes can break.
    pub break_classes: &'static [&'static str],
}

/// A version of a framework.
pub trait Version: Debug + Send + Sync {
    /// Whether a file of a kind may define nothing.
    fn may_be_empty(&self, _key: &str) -> bool {
        false
    }

    /// The name, as `--profile` knows it.
    fn name(&self) -> &str;

    /// The marks of a tree of this version.
    fn marks(&self) -> &[String];

    /// Says that nobody chose this version: the tree looks like it, and may be of one nearby.
    fn set_nearest(&mut self);

    /// True if its files are those of the framework's own tree. Other projects have files with common names, by which no root is
    /// recognised.
    fn is_of_tree(&self) -> bool;

    /// The kinds of file, in the order in which they are read.
    fn kinds(&self) -> Vec<Kind<'_>>;

    /// Folders of templates that come before the common ones, nearest first.
    fn templates(&self) -> &[TemplateFolder];

    /// Codes of rules that are only warnings, because the framework's own files break them.
    fn tolerated(&self) -> &[Spanned<String>];

    /// Its targets, in the order in which they are generated.
    fn targets(&self) -> Vec<Target>;

    /// True if a file of the tree, by its path, is C++ that is read, or that the author wrote beside the operators.
    fn reads_cpp(&self, _: &str) -> bool {
        false
    }

    /// True if the paths of outputs follow from the operators, and not from the version alone.
    fn paths_follow_operators(&self) -> bool {
        false
    }

    /// Enables an optional output, one of the framework's [`Names::features`].
    fn enable(&mut self, feature: &str);
}

/// A group of outputs that are generated together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The name on the command line and in `opgen.toml`.
    pub name: &'static str,
    /// One line of documentation.
    pub title: &'static str,
}

/// A kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Kind<'a> {
    /// Its name.
    pub key: &'a str,
    /// The possible paths below the root; the first that exists is read.
    pub paths: &'a [String],
    /// True if the file defines operators.
    pub has_operators: bool,
    /// How it is written.
    pub format: Format,
}

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// As YAML.
    Yaml,
    /// As another text, which the framework reads itself.
    Text,
}

/// A profile that a caller wants.
#[derive(Debug, Clone)]
pub enum Choice {
    /// A built-in profile by its name, or the path of a file.
    Named(Spanned<String>),
    /// The differences that a project states. Its paths begin at the project's folder.
    Project(Node),
}

/// A profile, and the files that were looked for.
#[derive(Debug)]
pub struct Loaded<P> {
    /// The profile.
    pub profile: P,
    /// The files that were looked for, whether they exist or not.
    pub files: Vec<PathBuf>,
}

/// A folder of templates that replace the common ones of the same names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateFolder {
    /// A folder among opgen's own templates.
    BuiltIn(String),
    /// A folder on disk.
    Disk(PathBuf),
}

/// The version of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recognised {
    /// The name of the built-in profile that describes it.
    Profile(&'static str),
    /// A version that no built-in profile describes.
    Unsupported(&'static UnsupportedVersion),
}

/// A version of a framework that no profile describes.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnsupportedVersion {
    /// The name that people know.
    pub name: String,
    /// The marks of a tree of this version.
    pub recognised_by: Vec<String>,
}

/// The files of a tree.
pub trait Tree {
    /// True if there is a file at a path.
    fn has(&mut self, path: &str) -> bool;
    /// The text of the file at a path; `None` if there is none, or it cannot be read.
    fn text(&mut self, path: &str) -> Option<String>;
}
