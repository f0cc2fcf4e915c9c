//! A framework whose files are lists of things that use each other. It knows only rooms that know no framework: `project`, `describe`,
//! `reference`, `render` and `source`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use describe::{Break, BreakClass, Described, Found, Location};
use project::assistance::{CompletionSite, Mention, Offer};
use project::framework::{
    Choice, Format, Framework, Kind, Loaded, Names, Recognised, Target, TemplateFolder, Tree, UnsupportedVersion,
    Version,
};
use project::{Breaks, NotFound, Program, Project, Root};
use render::{FilePlan, Value};
use serde::Serialize;
use source::fields::{self, Fields};
use source::read::Unsaved;
use source::suggest::Known;
use source::yaml::Node;
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Rule, Sources, Span, Spanned};

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
pub const PROGRAM: Program<Toy> = Program {
    templates: &[("list.txt.j2", "{% for thing in things %}{{ mark }} {{ thing.name }}\n{% endfor %}")],
    globals: |_| vec![("mark", Value::from("*"))],
    plan,
    count: |Things(things)| things.len(),
    values,
    describe,
    mentions,
    offers,
    breaks: Some(Breaks { classes: CLASSES, between }),
    find,
    narrow,
    ..Program::new(Toy, Catalogue::new(&[rules::ALL, source::rules::ALL, project::rules::ALL]), check)
};

/// Who suffers if a thing is gone.
const CLASSES: &[BreakClass] = &[BreakClass { name: "users", callers: "those who use things", is_denied: true }];

fn between(old: &Project<Toy>, new: &Project<Toy>) -> Vec<Break> {
    let gone = |thing: &&Thing| new.registry.0.iter().all(|other| other.name != thing.name);
    let lost = |thing: &Thing| Break {
        class: CLASSES[0].name,
        operator: thing.name.value.clone(),
        reason: "it is gone".to_owned(),
        place: location(thing.name.span, old),
    };
    old.registry.0.iter().filter(gone).map(lost).collect()
}

/// The target `list` has one file, with a line for each thing.
fn plan(Things(things): &Things, _: &ToyVersion, _: &str) -> Vec<FilePlan> {
    let things: Vec<Shown> = things.iter().map(Shown::of).collect();
    vec![FilePlan::new("list.txt", "list.txt.j2", &Listed { things })]
}

#[derive(Serialize)]
struct Listed<'a> {
    things: Vec<Shown<'a>>,
}

/// What templates see of a thing.
#[derive(Serialize)]
struct Shown<'a> {
    name: &'a str,
    uses: Vec<&'a str>,
}

impl<'a> Shown<'a> {
    fn of(thing: &'a Thing) -> Self {
        Shown { name: thing.name.as_str(), uses: thing.uses.iter().map(Spanned::as_str).collect() }
    }
}

fn values(project: &Project<Toy>) -> Vec<(Span, Value)> {
    project.registry.0.iter().map(|thing| (thing.name.span, render::value(&Shown::of(thing)))).collect()
}

fn describe(project: &Project<Toy>) -> Vec<(Span, Described)> {
    project.registry.0.iter().map(|thing| (thing.name.span, described(thing, project))).collect()
}

fn described(Thing { name, uses }: &Thing, project: &Project<Toy>) -> Described {
    let place = location(name.span, project);
    let mut all = Described { name: name.value.clone(), kind: "thing".to_owned(), place, ..Described::default() };
    all.add("uses", uses.iter().map(|used| used.value.clone()).collect());
    all
}

fn mentions(project: &Project<Toy>) -> Vec<Mention> {
    let Things(things) = &project.registry;
    let definitions =
        things.iter().map(|thing| Mention::new(thing.name.span, "thing", &*thing.name.value).definition());
    let used = things.iter().flat_map(|thing| &thing.uses);
    definitions.chain(used.map(|used| Mention::new(used.span, "thing", &*used.value))).collect()
}

fn offers(project: &Project<Toy>, site: CompletionSite) -> Vec<Offer> {
    match (site.path, site.is_key) {
        ([], true) => vec![
            Offer { label: "thing".to_owned(), about: "the name".to_owned() },
            Offer { label: "uses".to_owned(), about: "the things that it uses".to_owned() },
        ],
        (["uses"], _) => Offer::plain(project.registry.0.iter().map(|thing| thing.name.as_str())),
        _ => Vec::new(),
    }
}

fn location(span: Span, project: &Project<Toy>) -> Location {
    let region = project.sources.region(span);
    Location { file: project.sources.file(span.file).name().to_owned(), line: region.line, column: region.column }
}

fn find(project: &Project<Toy>, name: &str, _: &Root, _: Option<&Path>) -> Result<Vec<Found>, NotFound> {
    let things = &project.registry.0;
    let found = things.iter().filter(|thing| thing.name.value == name);
    let found: Vec<Found> =
        found.map(|thing| Found { operator: described(thing, project), json: "{}".to_owned() }).collect();
    let known = Known::new(things.iter().map(|thing| thing.name.as_str()));
    if found.is_empty() { Err(NotFound { near: known.nearest(name).map(str::to_owned) }) } else { Ok(found) }
}

/// Keeps the things that are wanted, without those that they use.
fn narrow(project: &mut Project<Toy>, _: &BTreeSet<&str>) -> BTreeSet<String> {
    if let Some(wanted) = &project.wanted {
        project.registry.0.retain(|thing| wanted.names.contains(&thing.name));
    }
    BTreeSet::new()
}

fn check(project: &Project<Toy>, diagnostics: &mut Diagnostics) {
    let Things(things) = &project.registry;
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
        vec![Target { name: "list", title: "a list of all things" }]
    }

    fn enable(&mut self, _: &str) {}
}

const NAMES: Names = Names {
    framework: "Toy",
    profiles: &["toy-1"],
    default_profile: "toy-1",
    version_file: None,
    targets: &["list"],
    features: &[],
    break_classes: &["users"],
};

impl Framework for Toy {
    type Profile = ToyVersion;
    type Specs = Things;
    type Registry = Things;

    fn names(self) -> &'static Names {
        &NAMES
    }
    const NORMAL_FORM: Rule = source::rules::SYNTAX;

    fn recognised(self, tree: &mut dyn Tree) -> Option<Recognised> {
        tree.has("box.txt").then_some(Recognised::Profile("toy-1"))
    }

    fn has_marks(tree: &mut dyn Tree, marks: &[String]) -> bool {
        marks.iter().all(|mark| tree.has(mark))
    }

    fn unsupported() -> &'static [UnsupportedVersion] {
        &[]
    }

    fn built_in(self, name: &str) -> Option<&'static ToyVersion> {
        static VERSION: LazyLock<ToyVersion> = LazyLock::new(ToyVersion::default);
        (name == VERSION.name()).then_some(&VERSION)
    }

    fn load(
        self,
        _: Option<&Choice>,
        _: &str,
        _: &Path,
        _: &Unsaved,
        _: &mut Sources,
        _: &mut Diagnostics,
    ) -> Loaded<ToyVersion> {
        Loaded { profile: ToyVersion::default(), files: Vec::new() }
    }

    fn read(self, root: &Node, _: &str, _: &ToyVersion, diagnostics: &mut Diagnostics) -> Things {
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

    fn link(self, Things(mut things): Things, _: &Arc<ToyVersion>, hand_written: Vec<Spanned<String>>) -> Things {
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
