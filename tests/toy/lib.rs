//! A framework whose files are lists of things that use each other. It knows only the rooms `project` and `source`.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use project::Program;
use project::framework::{
    Choice, Format, Framework, Kind, Loaded, Names, Recognised, Target, TemplateFolder, Tree, UnsupportedVersion,
    Version,
};
use source::fields::{self, Fields};
use source::read::Unsaved;
use source::suggest::Known;
use source::yaml::Node;
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Rule, Sources, Spanned};

/// The rules about things.
pub mod rules {
    source::rules! {
        UNKNOWN_THING = "E1901" Deny "a thing uses what is not defined";
    }
}

/// The framework.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Toy;

/// Its only version.
#[derive(Debug, Clone)]
pub struct ToyVersion {
    marks: Vec<String>,
    paths: Vec<String>,
}

/// An entry: its name, and the names of the things that it uses.
#[derive(Debug, Clone)]
pub struct Thing {
    /// The name.
    pub name: Spanned<String>,
    /// What it uses.
    pub uses: Vec<Spanned<String>>,
}

/// All things of a project.
#[derive(Debug, Clone, Default)]
pub struct Things(Vec<Thing>);

/// What a project of this framework needs.
pub const PROGRAM: Program<Toy> =
    Program::new(Catalogue::new(&[rules::ALL, source::rules::ALL, project::rules::ALL]), check);

fn check(Things(things): &Things, diagnostics: &mut Diagnostics) {
    let known = Known::new(things.iter().map(|thing| thing.name.as_str()));
    for used in things.iter().flat_map(|thing| &thing.uses) {
        if !things.iter().any(|thing| thing.name == *used) {
            let problem =
                Diagnostic::new(rules::UNKNOWN_THING, used.span, format!("there is no thing `{}`", used.value));
            diagnostics.push(problem.maybe_help(known.help(used.as_str())));
        }
    }
}

impl Default for ToyVersion {
    fn default() -> Self {
        ToyVersion { marks: vec!["box.txt".to_owned()], paths: vec!["things.yaml".to_owned()] }
    }
}

impl Version for ToyVersion {
    fn name(&self) -> &'static str {
        "toy-1"
    }

    fn marks(&self) -> &[String] {
        &self.marks
    }

    fn set_nearest(&mut self) {}

    fn is_of_tree(&self) -> bool {
        true
    }

    fn kinds(&self) -> Vec<Kind<'_>> {
        vec![Kind { key: "things", paths: &self.paths, has_operators: true, format: Format::Yaml }]
    }

    fn templates(&self) -> &[TemplateFolder] {
        &[]
    }

    fn tolerated(&self) -> &[Spanned<String>] {
        &[]
    }

    fn targets(&self) -> Vec<Target> {
        Vec::new()
    }

    fn enable(&mut self, _: &str) {}
}

impl Framework for Toy {
    type Profile = ToyVersion;
    type Specs = Things;
    type Registry = Things;

    const NAMES: Names =
        Names { profiles: &["toy-1"], default_profile: "toy-1", package_profile: "toy-1", targets: &[], features: &[] };
    const NORMAL_FORM: Rule = source::rules::SYNTAX;

    fn recognised(tree: &mut dyn Tree) -> Option<Recognised> {
        tree.has("box.txt").then_some(Recognised::Profile("toy-1"))
    }

    fn has_marks(tree: &mut dyn Tree, marks: &[String]) -> bool {
        marks.iter().all(|mark| tree.has(mark))
    }

    fn unsupported() -> &'static [UnsupportedVersion] {
        &[]
    }

    fn built_in(name: &str) -> Option<&'static ToyVersion> {
        static VERSION: LazyLock<ToyVersion> = LazyLock::new(ToyVersion::default);
        (name == VERSION.name()).then_some(&VERSION)
    }

    fn load(
        _: Option<&Choice>,
        _: &str,
        _: &Path,
        _: &Unsaved,
        _: &mut Sources,
        _: &mut Diagnostics,
    ) -> Loaded<ToyVersion> {
        Loaded { profile: ToyVersion::default(), files: Vec::new() }
    }

    fn read(root: &Node, _: &str, _: &ToyVersion, diagnostics: &mut Diagnostics) -> Things {
        let items = fields::items(root, format_args!("a file of things"), diagnostics).unwrap_or_default();
        let mut thing = |item| {
            let fields = Fields::of(item, format_args!("a thing"), diagnostics)?;
            fields.reject_unknown(source::rules::UNKNOWN_KEY, &["thing", "uses"], diagnostics);
            let uses = fields.names("uses", diagnostics);
            Some(Thing { name: fields.require_name("thing", diagnostics)?, uses })
        };
        Things(items.iter().filter_map(&mut thing).collect())
    }

    fn join(Things(things): &mut Things, Things(others): Things) {
        things.extend(others);
    }

    fn link(Things(mut things): Things, _: &Arc<ToyVersion>, hand_written: Vec<Spanned<String>>) -> Things {
        things.extend(hand_written.into_iter().map(|name| Thing { name, uses: Vec::new() }));
        Things(things)
    }

    fn explained(found: Diagnostics, _: &Things) -> Diagnostics {
        found
    }

    fn profile_of_normal_form(_: FileId, _: &str) -> Option<Spanned<String>> {
        None
    }

    fn read_normal_form(_: FileId, _: &Sources, _: &ToyVersion, _: &mut Diagnostics) -> Things {
        Things::default()
    }
}
