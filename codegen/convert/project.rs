//! Converts a folder, a file or a text: finds the files, converts them side by side, and says what to write.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use source::path::with_slashes;

use crate::file::{Marks, Options, convert};
use crate::helpers;
use crate::notebook;
use crate::patterns::Pattern;
use crate::python::SyntaxError;
use crate::report::Found;
use crate::requirements;
use crate::rules::Mapping;

/// What to convert, and how.
pub struct Request<'a> {
    pub mapping: &'a Mapping,
    pub marks: Marks,
    /// Files and folders that are left out.
    pub exclude: Vec<Pattern>,
}

/// A file of the input.
#[derive(Debug)]
pub struct Input {
    /// Its path below the folder that is converted.
    pub name: String,
    pub path: PathBuf,
}

/// What became of a file.
#[derive(Debug)]
pub struct Output {
    pub name: String,
    pub content: Content,
}

#[derive(Debug)]
pub enum Content {
    /// A text that was read, and maybe converted.
    Text(Text),
    /// Bytes that are copied.
    Copied(PathBuf),
    /// A file that should be text, but is not UTF-8; it is copied.
    Undecoded(PathBuf),
}

#[derive(Debug)]
pub struct Text {
    pub before: String,
    pub after: String,
    pub found: Vec<Found>,
    /// Why it could not be converted.
    pub error: Option<SyntaxError>,
    helpers: BTreeSet<String>,
}

impl Text {
    pub fn is_changed(&self) -> bool {
        self.before != self.after
    }
}

/// A converted project.
#[derive(Debug)]
pub struct Converted {
    /// In the order of their names.
    pub outputs: Vec<Output>,
    /// The file with the helpers, if any are needed.
    pub helpers: Option<(String, String)>,
}

/// What is in the project, which imports may mean.
#[derive(Debug, Default)]
struct Modules {
    /// Files without their ending, and folders.
    paths: BTreeSet<String>,
    /// The name of the folder, if it is a package.
    package: Option<String>,
}

impl Modules {
    fn of(root: &Path, inputs: &[Input]) -> Modules {
        let mut modules = Modules::default();
        for input in inputs {
            if let Some(module) = input.name.strip_suffix(".py") {
                modules.paths.insert(module.to_owned());
            }
            for (at, _) in input.name.match_indices('/') {
                modules.paths.insert(input.name[..at].to_owned());
            }
            if input.name == "__init__.py" {
                modules.package = root.file_name().map(|name| name.to_string_lossy().into_owned());
            }
        }
        modules
    }

    /// Whether an import in a file means a module of the project: one beside the file, or at the top.
    fn has(&self, file: &str, module: &str) -> bool {
        let first = module.split('.').next().unwrap_or(module);
        if self.package.as_deref() == Some(first) {
            return true;
        }
        let path = module.replace('.', "/");
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = if folder.is_empty() { path.clone() } else { format!("{folder}/{path}") };
        self.paths.contains(&beside) || self.paths.contains(&path)
    }

    /// From where a file imports the helpers, which lie at the top.
    fn helpers_for(&self, file: &str) -> String {
        let folders: Vec<_> = file.split('/').rev().skip(1).collect();
        let is_package = |depth: usize| {
            let folder: Vec<_> = folders.iter().rev().take(depth).copied().collect();
            self.paths.contains(&format!("{}/__init__", folder.join("/")))
        };
        let in_package = self.package.is_some() && (1..=folders.len()).all(is_package);
        let dots = if in_package { ".".repeat(folders.len() + 1) } else { String::new() };
        format!("{dots}{}", helpers::MODULE)
    }
}

/// Finds the files below a folder. Hidden files and folders are left out, and so are links to folders: data that a project
/// refers to may be anywhere and of any size.
pub fn find(root: &Path) -> io::Result<Vec<Input>> {
    let is_visible = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || name == "__pycache__")
    };
    let mut inputs = Vec::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_visible) {
        let entry = entry.map_err(io::Error::from)?;
        if entry.path().is_file() {
            let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
            let name = with_slashes(below);
            inputs.push(Input { name, path: entry.path().to_owned() });
        }
    }
    Ok(inputs)
}

/// Converts the files below a folder on all cores.
pub fn convert_folder(root: &Path, request: &Request) -> io::Result<Converted> {
    let all = find(root)?;
    let modules = Modules::of(root, &all);
    let inputs: Vec<_> =
        all.iter().filter(|input| !request.exclude.iter().any(|pattern| pattern.matches(&input.name))).collect();
    let outputs: Vec<Output> = inputs
        .par_iter()
        .map(|input| {
            let content = match kind_of(&input.name) {
                None => Content::Copied(input.path.clone()),
                Some(kind) => match String::from_utf8(fs::read(&input.path)?) {
                    Ok(text) => Content::Text(convert_text(kind, &input.name, text, &modules, request)),
                    Err(_) => Content::Undecoded(input.path.clone()),
                },
            };
            Ok(Output { name: input.name.clone(), content })
        })
        .collect::<io::Result<_>>()?;
    Ok(Converted { helpers: helpers_of(&outputs, request.mapping), outputs })
}

/// Converts one file, which may import modules beside it.
pub fn convert_file(path: &Path, request: &Request) -> io::Result<Converted> {
    let text = fs::read_to_string(path)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = fs::read_dir(if folder == Path::new("") { Path::new(".") } else { folder })?;
    let inputs: Vec<Input> = beside
        .filter_map(Result::ok)
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.path().is_dir();
            Input { name: if is_folder { format!("{name}/-") } else { name }, path: entry.path() }
        })
        .collect();
    let modules = Modules { package: None, ..Modules::of(folder, &inputs) };
    let kind = kind_of(&name).unwrap_or(Kind::Code);
    let content = Content::Text(convert_text(kind, &name, text, &modules, request));
    let outputs = vec![Output { name, content }];
    Ok(Converted { helpers: helpers_of(&outputs, request.mapping), outputs })
}

/// Converts a text that is no file.
pub fn convert_input(name: &str, text: String, request: &Request) -> Converted {
    let content = Content::Text(convert_text(Kind::Code, name, text, &Modules::default(), request));
    let outputs = vec![Output { name: name.to_owned(), content }];
    Converted { helpers: helpers_of(&outputs, request.mapping), outputs }
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Code,
    Notebook,
    Requirements,
}

fn kind_of(name: &str) -> Option<Kind> {
    let file = name.rsplit('/').next().unwrap_or(name);
    match file.rsplit_once('.') {
        Some((_, "py" | "pyi")) => Some(Kind::Code),
        Some((_, "ipynb")) => Some(Kind::Notebook),
        Some((stem, "txt" | "in")) if stem.contains("requirements") => Some(Kind::Requirements),
        _ => None,
    }
}

fn convert_text(kind: Kind, name: &str, before: String, modules: &Modules, request: &Request) -> Text {
    let is_local = |module: &str| modules.has(name, module);
    let options = Options {
        mapping: request.mapping,
        marks: request.marks,
        is_local: &is_local,
        helpers_module: &modules.helpers_for(name),
        is_notebook: matches!(kind, Kind::Notebook),
    };
    let result = match kind {
        Kind::Code => convert(&before, &options),
        Kind::Notebook => notebook::convert(&before, &options),
        Kind::Requirements => Ok(requirements::convert(&before, request.mapping)),
    };
    match result {
        Ok(done) => Text { before, after: done.text, found: done.found, error: None, helpers: done.helpers },
        Err(error) => {
            Text { after: before.clone(), before, found: Vec::new(), error: Some(error), helpers: BTreeSet::new() }
        }
    }
}

fn helpers_of(outputs: &[Output], mapping: &Mapping) -> Option<(String, String)> {
    let texts = outputs.iter().filter_map(|output| match &output.content {
        Content::Text(text) => Some(text),
        Content::Copied(_) | Content::Undecoded(_) => None,
    });
    let needed: BTreeSet<&str> = texts.flat_map(|text| text.helpers.iter().map(String::as_str)).collect();
    (!needed.is_empty()).then(|| (format!("{}.py", helpers::MODULE), helpers::file(&needed, mapping)))
}
