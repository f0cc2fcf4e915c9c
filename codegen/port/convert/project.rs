//! Converts a folder, a file or a text. Reads the files and converts them in parallel, but writes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use source::files;
use source::path::with_slashes;

use crate::exports::{FileSymbols, ImportGraph, ProjectFile};
use crate::file::{Conversion, Marks, Options, convert, convert_tree};
use crate::helpers::{self, HelperModules};
use crate::modules::Modules;
use crate::notebook;
use crate::patterns::Pattern;
use crate::python::{self, SyntaxError, Tree};
use crate::report::{Difference, Found};
use crate::requirements;
use crate::rules::Mapping;

/// How to convert files.
pub struct Request<'a> {
    /// The rules.
    pub mapping: &'a Mapping,
    /// How unconverted uses are marked.
    pub marks: Marks,
    /// Files and folders to leave out.
    pub exclude: Vec<Pattern>,
    /// Whether the code imports helpers from their package, which is installed, instead of from files beside it.
    pub imports_helpers: bool,
}

/// A file to convert or to copy.
#[derive(Debug)]
pub struct Input {
    /// Its path below the folder that is converted, with `/`.
    pub name: String,
    /// The path from which it is read.
    pub path: PathBuf,
}

/// A file of the output.
#[derive(Debug)]
pub struct Output {
    /// The path below the folder that is converted, with `/`.
    pub name: String,
    /// The content of the file.
    pub content: Content,
}

/// The content of an output.
#[derive(Debug)]
pub enum Content {
    /// Text that was converted, if it is valid.
    Text(Text),
    /// A copy of this file, which needs no conversion.
    Copied(PathBuf),
    /// A copy of this file, which should be text, but is not UTF-8.
    Undecoded(PathBuf),
}

/// A text before and after its conversion.
#[derive(Debug)]
pub struct Text {
    /// The text that was read.
    pub before: String,
    /// The text to write.
    pub after: String,
    /// Every use of PyTorch, with its verdict.
    pub found: Vec<Found>,
    /// What differs from PyTorch because of the style.
    pub differences: Vec<Difference>,
    /// The errors of the file, or of the cells, that could not be read and stay as they are.
    pub unreadable: Vec<SyntaxError>,
    helpers: BTreeSet<String>,
}

impl Text {
    /// Whether the conversion changed it.
    pub fn is_changed(&self) -> bool {
        self.before != self.after
    }
}

/// A converted project.
#[derive(Debug)]
pub struct Converted {
    /// The outputs, ordered by their names.
    pub outputs: Vec<Output>,
    /// The helper files that the outputs import.
    pub helpers: Vec<HelperFile>,
    /// The public names of the target that the helpers replace.
    pub replaced: BTreeSet<String>,
    /// The links that lead out of the folder, by their names in it. They were not read.
    pub left_out: Vec<String>,
}

/// A file with helpers, or one that loads them.
#[derive(Debug)]
pub struct HelperFile {
    /// The path below the folder that is converted, with `/`.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The helpers in it. `None` if it loads them from another file.
    needed: Option<BTreeSet<String>>,
}

impl HelperFile {
    fn new(name: String, needed: BTreeSet<String>, mapping: &Mapping) -> HelperFile {
        let text = helpers::file(&needed.iter().map(String::as_str).collect(), mapping);
        HelperFile { name, text, needed: Some(needed) }
    }

    /// The text if the file is already there: it keeps the helpers in it. `None` if that file is not a helper file.
    pub fn beside(&self, present: &str, mapping: &Mapping) -> Option<String> {
        let Some(own) = &self.needed else { return helpers::is_helper_file(present).then(|| self.text.clone()) };
        let mut needed = helpers::names_in(present, mapping);
        needed.extend(own.iter().map(String::as_str));
        helpers::is_helper_file(present).then(|| helpers::file(&needed, mapping))
    }
}

/// Finds the files below a folder. Hidden files and folders are left out, and so are links to folders, because the data that
/// they lead to may be huge.
///
/// # Errors
/// A folder cannot be read.
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

/// Removes the links that lead out of the folder, and returns their names: the folder may be a stranger's.
fn without_outside(inputs: &mut Vec<Input>, root: &Path) -> io::Result<Vec<String>> {
    let root = fs::canonicalize(root)?;
    let is_outside = |input: &mut Input| !fs::canonicalize(&input.path).is_ok_and(|path| path.starts_with(&root));
    Ok(inputs.extract_if(.., is_outside).map(|input| input.name).collect())
}

/// A file of the project, after reading.
enum Source {
    Excluded,
    Copied,
    Undecoded,
    Text(FileKind, String),
    Notebook {
        text: String,
        /// The code of the cells, for the first pass.
        code: String,
    },
}

impl Source {
    fn read(input: &Input, request: &Request) -> io::Result<Source> {
        if request.exclude.iter().any(|pattern| pattern.matches(&input.name)) {
            return Ok(Source::Excluded);
        }
        let Some(kind) = kind_of(&input.name) else { return Ok(Source::Copied) };
        let text = String::from_utf8(files::read(&input.path)?);
        Ok(match (kind, text) {
            (_, Err(_)) => Source::Undecoded,
            (FileKind::Notebook, Ok(text)) => Source::Notebook { code: notebook::code(&text), text },
            (kind, Ok(text)) => Source::Text(kind, text),
        })
    }

    fn is_helper_file(&self) -> bool {
        matches!(self, Source::Text(_, text) if helpers::is_helper_file(text))
    }

    /// The tree of a Python file or a notebook.
    fn parse(&self) -> Option<Result<Tree<'_>, SyntaxError>> {
        match self {
            Source::Text(FileKind::Code, text) => Some(python::parse(text)),
            Source::Notebook { code, .. } => Some(python::parse_cells(code)),
            _ => None,
        }
    }
}

/// Whether a file with this name is converted, and not only copied.
pub(crate) fn is_code(name: &str) -> bool {
    kind_of(name).is_some()
}

/// Converts the files below a folder on all cores. The first pass reads the imports of all files. The second pass converts
/// each file, and knows what it imports from the others.
///
/// # Errors
/// A file or folder cannot be read.
pub fn convert_folder(root: &Path, request: &Request) -> io::Result<Converted> {
    let mut inputs = find(root)?;
    let left_out = without_outside(&mut inputs, root)?;
    let names: Vec<String> = inputs.iter().map(|input| input.name.clone()).collect();
    let modules = Modules::of(root, names.iter().map(String::as_str));
    let sources: Vec<Source> =
        inputs.par_iter().map(|input| Source::read(input, request)).collect::<io::Result<_>>()?;
    let helper_modules = HelperModules::of(&names, &modules, |number| sources[number].is_helper_file());
    let trees: Vec<_> = sources.par_iter().map(Source::parse).collect();
    let project = first_pass(modules, names, &trees, request.mapping);
    let conversions: Vec<_> = (&inputs, &sources, &trees)
        .into_par_iter()
        .enumerate()
        .map(|(number, (input, source, tree))| {
            let project_file = ProjectFile { project: &project, file: &input.name, number: Some(number) };
            converted(source, tree.as_ref(), project_file, &helper_modules, request)
        })
        .collect();
    drop(trees);
    let files = inputs.into_iter().zip(sources).zip(conversions);
    let outputs = files.filter_map(|((input, source), conversion)| output(input, source, conversion)).collect();
    Ok(Converted { left_out, ..Converted::new(outputs, &helper_modules, request) })
}

fn first_pass(
    modules: Modules,
    names: Vec<String>,
    trees: &[Option<Result<Tree, SyntaxError>>],
    mapping: &Mapping,
) -> ImportGraph {
    let symbols = |(name, tree): (&String, &Option<Result<Tree, SyntaxError>>)| match tree {
        Some(Ok(tree)) => FileSymbols::read(tree, mapping, &modules, name),
        Some(Err(_)) | None => FileSymbols::default(),
    };
    let symbols = (&names, trees).into_par_iter().map(symbols).collect();
    ImportGraph::new(modules, names, symbols)
}

/// Converts a text. `None` for other files.
fn converted(
    source: &Source,
    tree: Option<&Result<Tree, SyntaxError>>,
    project_file: ProjectFile,
    helper_modules: &HelperModules,
    request: &Request,
) -> Option<Result<Conversion, SyntaxError>> {
    let (kind, text) = match source {
        Source::Text(kind, text) => (*kind, text),
        Source::Notebook { text, .. } => (FileKind::Notebook, text),
        Source::Excluded | Source::Copied | Source::Undecoded => return None,
    };
    let helpers_module = helper_modules.import_for(project_file.file);
    let options = Options {
        mapping: request.mapping,
        marks: request.marks,
        project_file,
        helpers_module: (!request.imports_helpers).then_some(helpers_module.as_str()),
        is_notebook: matches!(kind, FileKind::Notebook),
        kept_names: &BTreeSet::new(),
    };
    Some(match (kind, tree) {
        (FileKind::Code, Some(Ok(tree))) => Ok(convert_tree(tree, &options)),
        (FileKind::Code, Some(Err(error))) => Err(error.clone()),
        (FileKind::Code, None) => convert(text, &options),
        (FileKind::Notebook, _) => notebook::convert(text, &options),
        (FileKind::Requirements, _) => Ok(requirements::convert(text, request.mapping, request.imports_helpers)),
    })
}

fn output(input: Input, source: Source, conversion: Option<Result<Conversion, SyntaxError>>) -> Option<Output> {
    let content = match (source, conversion) {
        (Source::Excluded, _) => return None,
        (Source::Text(_, before) | Source::Notebook { text: before, .. }, Some(conversion)) => {
            Content::Text(Text::new(before, conversion))
        }
        (Source::Copied | Source::Text(..) | Source::Notebook { .. }, _) => Content::Copied(input.path),
        (Source::Undecoded, _) => Content::Undecoded(input.path),
    };
    Some(Output { name: input.name, content })
}

/// Converts one file, which may import modules in its folder.
///
/// # Errors
/// The file or its folder cannot be read.
pub fn convert_file(path: &Path, request: &Request) -> io::Result<Converted> {
    let text = files::read_text(path)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut names = Vec::new();
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder)?.filter_map(Result::ok) {
        let beside = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.path().is_dir();
        // Only modules that this file may import are read.
        let is_wanted = beside
            .strip_suffix(".py")
            .is_some_and(|module| beside != name && (text.contains(module) || helpers::is_helper_module(module)));
        let read = if is_wanted { files::read_text(&entry.path()).ok() } else { None };
        sources.push(read.map_or(Source::Copied, |text| Source::Text(FileKind::Code, text)));
        names.push(if is_folder { format!("{beside}/-") } else { beside });
    }
    let modules = Modules::of(folder, names.iter().map(String::as_str)).without_package();
    let helper_modules = HelperModules::of(&names, &Modules::default(), |number| sources[number].is_helper_file());
    let trees: Vec<_> = sources.iter().map(Source::parse).collect();
    let project = first_pass(modules, names, &trees, request.mapping);
    let kind = kind_of(&name).unwrap_or(FileKind::Code);
    Ok(convert_alone(Source::Text(kind, text), &name, path, &project, &helper_modules, request))
}

/// Converts a text that is not in a file, such as standard input.
pub fn convert_input(name: &str, text: String, request: &Request) -> Converted {
    let source = Source::Text(FileKind::Code, text);
    convert_alone(source, name, Path::new(name), &ImportGraph::default(), &HelperModules::default(), request)
}

fn convert_alone(
    source: Source,
    name: &str,
    path: &Path,
    project: &ImportGraph,
    helper_modules: &HelperModules,
    request: &Request,
) -> Converted {
    let project_file = ProjectFile { project, file: name, number: None };
    let conversion = converted(&source, None, project_file, helper_modules, request);
    let outputs = output(Input { name: name.to_owned(), path: path.to_owned() }, source, conversion);
    Converted::new(outputs.into_iter().collect(), helper_modules, request)
}

#[derive(Debug, Clone, Copy)]
enum FileKind {
    Code,
    Notebook,
    Requirements,
}

fn kind_of(name: &str) -> Option<FileKind> {
    let file = name.rsplit('/').next().unwrap_or(name);
    match file.rsplit_once('.') {
        Some((_, "py" | "pyi")) => Some(FileKind::Code),
        Some((_, "ipynb")) => Some(FileKind::Notebook),
        Some((stem, "txt" | "in")) if stem.contains("requirements") => Some(FileKind::Requirements),
        _ => None,
    }
}

impl Text {
    fn new(before: String, conversion: Result<Conversion, SyntaxError>) -> Text {
        match conversion {
            Ok(Conversion { text, found, differences, helpers, unreadable, .. }) => {
                Text { before, after: text, found, differences, unreadable, helpers }
            }
            Err(error) => {
                let after = before.clone();
                let (found, differences, helpers) = Default::default();
                Text { before, after, found, differences, unreadable: vec![error], helpers }
            }
        }
    }
}

impl Converted {
    fn new(mut outputs: Vec<Output>, helper_modules: &HelperModules, request: &Request) -> Converted {
        if request.imports_helpers {
            return Converted { outputs, helpers: Vec::new(), replaced: BTreeSet::new(), left_out: Vec::new() };
        }
        let mapping = request.mapping;
        // How many files of each folder need helpers, and the helpers that they need.
        let mut folders: BTreeMap<String, usize> = BTreeMap::new();
        let mut needed: BTreeSet<String> = BTreeSet::new();
        for output in &outputs {
            if let Content::Text(text) = &output.content
                && !text.helpers.is_empty()
            {
                *folders.entry(helper_modules.folder_for(&output.name).to_owned()).or_default() += 1;
                needed.extend(text.helpers.iter().cloned());
            }
        }
        // A script at the top may import modules in folders that are not packages.
        if folders.keys().any(|folder| !helper_modules.is_package(folder)) {
            folders.entry(String::new()).or_default();
        }
        let paths: BTreeSet<String> = folders.keys().map(|folder| helper_modules.path_in(folder)).collect();
        // A helper file of an earlier run: files that were converted then still need its helpers.
        outputs.retain(|output| match (&output.content, paths.contains(&output.name)) {
            (Content::Text(text), true) => {
                needed.extend(helpers::names_in(&text.before, mapping).into_iter().map(str::to_owned));
                false
            }
            _ => true,
        });
        let names = needed.iter().map(String::as_str).collect();
        let used = mapping.helpers.all_needed_for(&names);
        let replaced = used.filter_map(|name| mapping.replaces.get(name)).flatten().cloned().collect();
        let helpers = helper_files(&folders, needed, helper_modules, mapping);
        Converted { outputs, helpers, replaced, left_out: Vec::new() }
    }
}

/// The helper files in some folders. The helpers are in the package that needs them in most files, which may be installed
/// without the rest of the project, or else at the top.
fn helper_files(
    folders: &BTreeMap<String, usize>,
    needed: BTreeSet<String>,
    helper_modules: &HelperModules,
    mapping: &Mapping,
) -> Vec<HelperFile> {
    let packages = folders.iter().filter(|(folder, _)| helper_modules.is_package(folder));
    let largest = packages.max_by_key(|(folder, count)| (**count, std::cmp::Reverse(folder.as_str())));
    let home = largest.map_or("", |(folder, _)| folder.as_str());
    let mut needed = Some(needed);
    let file = |folder: &String| {
        let name = helper_modules.path_in(folder);
        match needed.take_if(|_| folder == home) {
            Some(needed) => HelperFile::new(name, needed, mapping),
            None => HelperFile { name, text: helper_modules.loader(folder, home), needed: None },
        }
    };
    folders.keys().map(file).collect()
}
