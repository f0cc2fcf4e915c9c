//! From a folder of YAML, the built-in set or a normal form to a linked registry, with everything that is wrong with it.

use std::path::PathBuf;

use rayon::prelude::*;

use crate::check;
use crate::normal_form;
use crate::profile::Profile;
use crate::registry::{Registry, Specs};
use crate::source::yaml::{self, Node};
use crate::source::{Diagnostic, Diagnostics, FileId, Rule, Sources, Span, Spanned, file::SourceFile, read};
use crate::spec::{Home, compat, entry, fields, text::Text, version};

include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// Where the YAML comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// The operator set that is part of opgen.
    BuiltIn,
    /// A folder laid out as the profile says.
    Tree(PathBuf),
    /// One file in normal form.
    NormalForm(PathBuf),
}

impl Root {
    /// A folder, or a file in normal form.
    pub fn at(path: PathBuf) -> Self {
        if path.is_file() { Root::NormalForm(path) } else { Root::Tree(path) }
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

    /// The key in a profile's inputs.
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

/// A loaded project. Without errors among the diagnostics, the registry is sound.
#[derive(Debug)]
pub struct Project {
    pub sources: Sources,
    pub registry: Registry,
    pub diagnostics: Diagnostics,
}

/// The files of a project, read but not yet understood.
#[derive(Debug)]
pub struct Inputs {
    sources: Sources,
    files: Files,
    diagnostics: Diagnostics,
}

#[derive(Debug)]
enum Files {
    Tree(Vec<(InputKind, FileId)>),
    NormalForm(Option<FileId>),
}

/// Reads the files of a project.
pub fn read(root: &Root, profile: &Profile) -> Inputs {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let files = match root {
        Root::NormalForm(path) => {
            let name = path.display().to_string();
            Files::NormalForm(read::read(path, &name, &mut sources, &mut diagnostics).ok().flatten())
        }
        Root::BuiltIn | Root::Tree(_) => Files::Tree(find(root, profile, &mut sources, &mut diagnostics)),
    };
    Inputs { sources, files, diagnostics }
}

impl Inputs {
    /// Texts that are in no file; `name` is what diagnostics call them.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (InputKind, &'a str, &'a [u8])>) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let mut add = |(kind, name, bytes): (InputKind, &str, &[u8])| {
            let id = read::from_bytes(bytes.to_vec(), name, &mut sources, &mut diagnostics).ok()?;
            Some((kind, id))
        };
        let files = texts.into_iter().filter_map(&mut add).collect();
        Inputs { sources, files: Files::Tree(files), diagnostics }
    }

    /// A normal form that is in no file.
    pub fn from_normal_form(name: &str, bytes: &[u8]) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let file = read::from_bytes(bytes.to_vec(), name, &mut sources, &mut diagnostics).ok();
        Inputs { sources, files: Files::NormalForm(file), diagnostics }
    }

    /// Every file that was read, by name. What cannot be read is in none of them.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Normalises, links and checks.
    pub fn analyse(self, profile: &Profile) -> Project {
        let Inputs { sources, files, diagnostics } = self;
        let mut parts = vec![Part { specs: Specs::default(), diagnostics }];
        match files {
            // On all cores; the result does not depend on their number.
            Files::Tree(files) => parts.par_extend(files.par_iter().map(|&(kind, id)| Part::of(kind, id, &sources))),
            Files::NormalForm(Some(file)) => {
                let mut diagnostics = Diagnostics::default();
                let specs = normal_form::load(file, &sources, &mut diagnostics);
                parts.push(Part { specs, diagnostics });
            }
            Files::NormalForm(None) => {}
        }
        Project::join(sources, parts, profile)
    }
}

/// What one file says, understood by itself.
#[derive(Debug, Clone)]
pub struct Part {
    specs: Specs,
    diagnostics: Diagnostics,
}

impl Part {
    /// Parses a file.
    pub fn of(kind: InputKind, id: FileId, sources: &Sources) -> Self {
        let mut specs = Specs::default();
        let mut diagnostics = Diagnostics::default();
        if let Some(root) = yaml::parse(id, sources.file(id).text(), &mut diagnostics) {
            match kind {
                InputKind::Ops(home) => specs.ops = entry::read_ops(&root, home, &mut diagnostics),
                InputKind::Compat => specs.compat = compat::read_compat(&root, &mut diagnostics),
                InputKind::Version => specs.versions = version::read_versions(&root, &mut diagnostics),
                InputKind::TensorOperants => specs.tensor_operants = names(&root, &mut diagnostics),
                InputKind::PrimApi => specs.prim_api = names(&root, &mut diagnostics),
            }
        }
        Part { specs, diagnostics }
    }
}

impl Project {
    /// Links the files of a project, in the order of [`InputKind::all`], and checks what they say together.
    pub fn join(sources: Sources, parts: impl IntoIterator<Item = Part>, profile: &Profile) -> Self {
        let mut specs = Specs::default();
        let mut diagnostics = Diagnostics::default();
        for part in parts {
            specs.append(part.specs);
            diagnostics.append(part.diagnostics);
        }
        let registry = Registry::new(specs, profile);
        check::run(&registry, &mut diagnostics);
        Project { sources, registry, diagnostics }
    }
}

/// Reads, normalises, links and checks.
pub fn load(root: &Root, profile: &Profile) -> Project {
    read(root, profile).analyse(profile)
}

/// The files that exist, read.
fn find(
    root: &Root,
    profile: &Profile,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Vec<(InputKind, FileId)> {
    let mut files = Vec::new();
    for kind in InputKind::all() {
        for place in profile.places(kind.key()) {
            match open(root, place, sources, diagnostics) {
                Ok(None) => continue,
                Ok(Some(id)) => files.push((kind, id)),
                Err(read::Reported) => {}
            }
            break;
        }
    }
    let has_ops = files.iter().any(|(kind, _)| matches!(kind, InputKind::Ops(_)));
    if !has_ops && !diagnostics.has_errors() {
        report_no_input(root, profile, sources, diagnostics);
    }
    files
}

fn open(
    root: &Root,
    place: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Result<Option<FileId>, read::Reported> {
    match root {
        Root::Tree(folder) => read::read(&folder.join(place), place, sources, diagnostics),
        _ => {
            let text = BUILT_IN.iter().find(|(name, _)| *name == place);
            Ok(text.map(|(name, text)| sources.add(SourceFile::new(format!("yaml/{name}"), (*text).to_owned()))))
        }
    }
}

fn report_no_input(root: &Root, profile: &Profile, sources: &mut Sources, diagnostics: &mut Diagnostics) {
    let Root::Tree(folder) = root else { return };
    let message = match folder.read_dir() {
        Err(error) => format!("cannot read the folder {}: {error}", folder.display()),
        Ok(_) => format!("no operator YAML below {}", folder.display()),
    };
    let looked: Vec<_> = profile.places(Home::Ops.key()).iter().map(|place| format!("`{place}`")).collect();
    let id = sources.add(SourceFile::new(folder.display().to_string(), String::new()));
    let help = format!("looked for {} and the like, as the profile `{}` says", looked.join(", "), profile.name);
    diagnostics.push(Diagnostic::new(Rule::NoInput, Span::start_of(id), message).help(help));
}

/// A file that is a list of operator names.
fn names(root: &Node, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let items = fields::items(root, format_args!("a file of operator names"), diagnostics).unwrap_or_default();
    items
        .iter()
        .filter_map(|item| fields::text(item, format_args!("an operator name"), diagnostics))
        .map(Text::to_spanned)
        .collect()
}
