//! Loads a project from a folder of YAML, the built-in set or a normal form: reads it, links the registry and checks it.

use crate::rules;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::baseline;
use crate::dependencies::Dependencies;
use crate::folder::Folder;
use crate::outline::Outline;
use crate::settings::{Options, Place, Recipe, Settings};
use crate::suppressions::{self, Outlines, Triage};
use check;
use profile::Profile;
use registry::normal_form;
use registry::{Registry, Specs};
use source::yaml::{self, Node};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, file::SourceFile, read};
use spec::{Home, compat, entry, fields, version};

/// Where the YAML comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// The operators that are built into opgen.
    BuiltIn,
    /// A folder with the layout that the profile describes.
    Tree(PathBuf),
    /// The same folder in a git revision.
    Revision { folder: PathBuf, revision: String },
    /// One file in normal form.
    NormalForm(PathBuf),
}

impl Root {
    /// A folder, or a file in normal form.
    pub fn at(path: PathBuf) -> Self {
        if path.is_file() { Root::NormalForm(path) } else { Root::Tree(path) }
    }

    /// The folder of the project's own files.
    fn folder(&self) -> Option<&Path> {
        match self {
            Root::Tree(folder) | Root::Revision { folder, .. } => Some(folder),
            Root::BuiltIn | Root::NormalForm(_) => None,
        }
    }
}

/// The name of a root in messages.
impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Root::BuiltIn => f.write_str("the built-in operators"),
            Root::Tree(path) | Root::NormalForm(path) => write!(f, "{}", path.display()),
            Root::Revision { folder, revision } => write!(f, "{} at {revision}", folder.display()),
        }
    }
}

/// A kind of file that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    Ops(Home),
    Compat,
    Version,
    TensorOperants,
    PrimApi,
}

impl InputKind {
    /// Every kind, in the order in which files are read.
    pub fn all() -> impl Iterator<Item = InputKind> {
        let others = [InputKind::Compat, InputKind::Version, InputKind::TensorOperants, InputKind::PrimApi];
        Home::ALL.into_iter().map(InputKind::Ops).chain(others)
    }

    /// The key in a profile's `inputs`.
    pub fn key(self) -> &'static str {
        match self {
            InputKind::Ops(home) => home.key(),
            InputKind::Compat => "op_compat",
            InputKind::Version => "op_version",
            InputKind::TensorOperants => "tensor_operants",
            InputKind::PrimApi => "prim_api",
        }
    }
}

/// A loaded project. If the diagnostics have no errors, the registry can be used for generation.
#[derive(Debug)]
pub struct Project {
    pub sources: Sources,
    pub registry: Registry,
    pub diagnostics: Diagnostics,
    /// The number of findings that are omitted because the baseline has them.
    pub known: usize,
    outlines: Outlines,
    /// The path of the project's baseline, which may not exist.
    pub baseline: PathBuf,
    pub recipe: Arc<Recipe>,
}

impl Project {
    /// What identifies a finding even if its line has moved.
    pub fn key(&self, diagnostic: &Diagnostic) -> baseline::Key {
        self.outlines.key(diagnostic, &self.sources)
    }

    /// The text of a baseline with the current findings, and their number. Errors that must be fixed are not included.
    pub fn to_baseline(&self) -> (String, usize) {
        let known: Vec<_> = self.diagnostics.sorted().into_iter().filter(|found| triage::may_be_known(found)).collect();
        let keys = known.iter().map(|diagnostic| self.key(diagnostic));
        (baseline::write(keys), known.len())
    }
}

/// The files of a project, read but not yet parsed.
#[derive(Debug)]
pub struct Inputs {
    sources: Sources,
    files: Files,
    diagnostics: Diagnostics,
    settings: Settings,
    is_misconfigured: bool,
    dependencies: Dependencies,
}

#[derive(Debug)]
enum Files {
    Tree(Vec<(InputKind, FileId)>),
    NormalForm(Option<FileId>),
}

/// Reads the files of a project.
pub fn read(root: &Root, options: &Options) -> Inputs {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let mut folder = Folder::open(root);
    let place = match &mut folder {
        Ok(Folder::Git(tree)) if *options == Options::default() => Place::of_revision(tree, root.folder()),
        _ => Place::Disk(root.folder()),
    };
    let settings = Settings::read(place, options, &mut sources, &mut diagnostics);
    let is_misconfigured = diagnostics.has_errors();
    let mut dependencies = settings.dependencies.clone();
    let files = match root {
        Root::NormalForm(path) => {
            dependencies.note(path);
            let name = path.display().to_string();
            Files::NormalForm(read::read(path, &name, &mut sources, &mut diagnostics).ok().flatten())
        }
        Root::BuiltIn | Root::Tree(_) | Root::Revision { .. } => {
            Files::Tree(find(root, folder, &settings, &mut sources, &mut diagnostics, &mut dependencies))
        }
    };
    Inputs { sources, files, diagnostics, settings, is_misconfigured, dependencies }
}

impl Inputs {
    /// Adds text that is not from a file; `name` is its name in diagnostics.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (InputKind, &'a str, &'a [u8])>) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let mut add = |(kind, name, bytes): (InputKind, &str, &[u8])| {
            let id = read::from_bytes(bytes.to_vec(), name, &mut sources, &mut diagnostics).ok()?;
            Some((kind, id))
        };
        let files = texts.into_iter().filter_map(&mut add).collect();
        Inputs::in_no_file(sources, Files::Tree(files), diagnostics)
    }

    /// Adds a normal form that is not from a file.
    pub fn from_normal_form(name: &str, bytes: &[u8]) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let file = read::from_bytes(bytes.to_vec(), name, &mut sources, &mut diagnostics).ok();
        Inputs::in_no_file(sources, Files::NormalForm(file), diagnostics)
    }

    fn in_no_file(sources: Sources, files: Files, diagnostics: Diagnostics) -> Self {
        let (settings, dependencies) = (Settings::default(), Dependencies::default());
        Inputs { sources, files, diagnostics, settings, is_misconfigured: false, dependencies }
    }

    /// Every file that was read, by name. Files that could not be read are not included.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The files that were read and do not have operators.
    pub fn settings_files(&self) -> Vec<&SourceFile> {
        let of_operators: Vec<FileId> = match &self.files {
            Files::Tree(files) => files.iter().map(|(_, id)| *id).collect(),
            Files::NormalForm(file) => file.iter().copied().collect(),
        };
        self.sources.without(&of_operators)
    }

    /// What the project generates.
    pub fn recipe(&self) -> Arc<Recipe> {
        Arc::clone(&self.settings.recipe)
    }

    /// Whether the project's own settings or templates have errors.
    pub fn is_misconfigured(&self) -> bool {
        self.is_misconfigured
    }

    /// The files on disk that were looked for.
    pub fn dependencies(&self) -> &Dependencies {
        &self.dependencies
    }

    /// Normalises, links and checks the project, and decides which findings are reported.
    pub fn analyse(self) -> Project {
        let Inputs { sources, files, diagnostics, settings, is_misconfigured: _, dependencies: _ } = self;
        let mut parts = vec![Part { diagnostics, ..Part::default() }];
        match files {
            // In parallel, one file at a time because files differ in size. The result does not depend on the number of cores.
            Files::Tree(files) => {
                parts.par_extend(files.par_iter().with_max_len(1).map(|&(kind, id)| Part::of(kind, id, &sources)));
            }
            Files::NormalForm(Some(file)) => {
                let mut diagnostics = Diagnostics::default();
                let specs = normal_form::load(file, &sources, &mut diagnostics);
                parts.push(Part { specs, diagnostics, ..Part::default() });
            }
            Files::NormalForm(None) => {}
        }
        Project::judge(sources, parts, settings)
    }
}

/// The contents of one file, parsed separately.
#[derive(Debug, Clone, Default)]
pub struct Part {
    specs: Specs,
    outlines: Outlines,
    diagnostics: Diagnostics,
}

impl Part {
    /// Parses a file.
    pub fn of(kind: InputKind, id: FileId, sources: &Sources) -> Self {
        let Part { mut specs, mut outlines, mut diagnostics } = Part::default();
        let text = sources.file(id).text();
        if let Some(root) = yaml::parse(id, text, &mut diagnostics) {
            outlines.push(id, Outline::of(id, text, &root, &mut diagnostics));
            match kind {
                InputKind::Ops(home) => specs.ops = entry::read_ops(&root, home, &mut diagnostics),
                InputKind::Compat => specs.compat = compat::read_compat(&root, &mut diagnostics),
                InputKind::Version => specs.versions = version::read_versions(&root, &mut diagnostics),
                InputKind::TensorOperants => specs.tensor_operants = names(&root, &mut diagnostics),
                InputKind::PrimApi => specs.prim_api = names(&root, &mut diagnostics),
            }
        }
        Part { specs, outlines, diagnostics }
    }
}

impl Project {
    /// Links the files of a project, in the order of [`InputKind::all`], and checks them together.
    pub fn join(sources: Sources, parts: impl IntoIterator<Item = Part>) -> Self {
        Project::judge(sources, parts, Settings::default())
    }

    /// The same, with settings that decide which findings are reported.
    fn judge(sources: Sources, parts: impl IntoIterator<Item = Part>, settings: Settings) -> Self {
        let Part { mut specs, mut outlines, mut diagnostics } = Part::default();
        for part in parts {
            specs.append(part.specs);
            outlines.append(part.outlines);
            diagnostics.append(part.diagnostics);
        }
        let Settings { recipe, inputs: _, hand_written, levels, baseline, baseline_path, dependencies: _ } = settings;
        let registry = Registry::new(specs, &recipe.profile).with_hand_written(hand_written);
        check::run(&registry, &mut diagnostics);
        let triage = Triage { levels, baseline, outlines: &outlines, sources: &sources };
        let (diagnostics, known) = triage.run(diagnostics);
        Project { sources, registry, diagnostics, known, outlines, baseline: baseline_path, recipe }
    }
}

/// Reads, normalises, links and checks a project with its own settings.
pub fn load(root: &Root) -> Project {
    read(root, &Options::default()).analyse()
}

/// Reads the files that exist.
fn find(
    root: &Root,
    folder: Result<Folder, String>,
    settings: &Settings,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
    dependencies: &mut Dependencies,
) -> Vec<(InputKind, FileId)> {
    let profile = &settings.recipe.profile;
    let mut files = Vec::new();
    let mut folder = match folder {
        Ok(folder) => folder,
        Err(reason) => {
            no_input(root, format!("cannot read {root}: {reason}"), None, sources, diagnostics);
            return files;
        }
    };
    // The built-in files are in opgen's own folder.
    let prefix = if *root == Root::BuiltIn { "yaml/" } else { "" };
    let mut read = |place: &str, diagnostics: &mut Diagnostics| {
        if let Folder::Disk(folder) = folder {
            dependencies.note(&folder.join(place));
        }
        read::from_result(folder.file(place), &format!("{prefix}{place}"), sources, diagnostics)
    };
    for kind in InputKind::all() {
        if let Some(named) = settings.inputs.of(kind) {
            for place in named {
                match read(&place.value, diagnostics) {
                    Ok(Some(id)) => files.push((kind, id)),
                    Ok(None) => {
                        let message = format!("there is no file {} in {root}", place.value);
                        diagnostics.push(Diagnostic::new(source::rules::UNREADABLE, place.span, message));
                    }
                    Err(read::Reported) => {}
                }
            }
            continue;
        }
        let places = profile.places(kind.key()).iter();
        let first = places.map(|place| read(place, diagnostics)).find(|read| !matches!(read, Ok(None)));
        files.extend(first.and_then(Result::ok).flatten().map(|id| (kind, id)));
    }
    let has_ops = files.iter().any(|(kind, _)| matches!(kind, InputKind::Ops(_)));
    if !has_ops && !diagnostics.has_errors() {
        report_no_input(root, profile, sources, diagnostics);
    }
    files
}

fn report_no_input(root: &Root, profile: &Profile, sources: &mut Sources, diagnostics: &mut Diagnostics) {
    let unreadable = match root {
        Root::Tree(folder) => folder.read_dir().err(),
        _ => None,
    };
    let message = match unreadable {
        Some(error) => format!("cannot read the folder {root}: {error}"),
        None => format!("no operator YAML in {root}"),
    };
    let looked: Vec<_> = profile.places(Home::Ops.key()).iter().map(|place| format!("`{place}`")).collect();
    let help =
        format!("looked for {} and the other files that the profile `{}` lists", looked.join(", "), profile.name);
    no_input(root, message, Some(help), sources, diagnostics);
}

/// Reports that a root cannot be used.
fn no_input(root: &Root, message: String, help: Option<String>, sources: &mut Sources, diagnostics: &mut Diagnostics) {
    let id = sources.add(SourceFile::new(root.to_string(), String::new()));
    diagnostics.push(Diagnostic::new(rules::NO_INPUT, Span::start_of(id), message).maybe_help(help));
}

/// A file that is a list of operator names.
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
