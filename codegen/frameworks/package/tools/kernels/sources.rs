//! The C++ of a package: the functions that its sources define, and the macros that they call.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::python::{PythonFile, PythonFunction, PythonParameter};
use cpp::tokens::{self, type_text};
use cpp::{Found, Function, Item};
use kernels::index::FileState;
use profile::{COMPILED, Package};
use source::files;

/// The extensions of the files that those which the build compiles may include.
const INCLUDED: &[&str] = &["h", "hpp", "cuh", "inc"];

/// The extension of the files with functions that launch Triton kernels.
const PYTHON: &[&str] = &["py"];

/// A file that was read.
pub struct File {
    /// The path from the package's folder, with slashes.
    pub name: String,
    pub text: String,
    /// The state of the file before it was read.
    pub state: Option<FileState>,
    pub functions: Vec<Definition>,
    /// What it defines, if it is a file of Python.
    pub python: Option<PythonFile>,
    /// The macros that it calls outside of functions, with the words in their arguments.
    pub calls: Vec<(String, Vec<String>)>,
    /// The words of explicit instantiations.
    pub instantiated: BTreeSet<String>,
}

/// A function that a file declares or defines.
pub struct Definition {
    /// The name with namespaces.
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub has_body: bool,
    /// Whether it stands in the text itself, and not in a macro.
    pub is_written: bool,
    /// Where its name is.
    pub range: Range<usize>,
}

/// A parameter of a function.
pub struct Parameter {
    /// The type, without namespaces. A template's only parameter is `T`.
    pub ty: String,
    /// The name; empty if it has none.
    pub name: String,
    pub range: Range<usize>,
}

impl Definition {
    /// The name without namespaces.
    pub fn short_name(&self) -> &str {
        self.name.rsplit("::").next().unwrap_or(&self.name)
    }

    /// The words of the body. `None` if the body is not in the text.
    pub fn body<'t>(&self, text: &'t str) -> Option<BTreeSet<&'t str>> {
        let all = tokens::of(text.get(self.range.end..)?);
        let after = tokens::balanced(&all);
        let open = (self.has_body && self.is_written).then(|| all[after..].iter().position(|token| *token == "{"))?;
        let body = &all[after + open?..];
        Some(body[..tokens::balanced(body)].iter().copied().collect())
    }
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// If there is none, it is a pipe or a device, or it cannot be read.
    pub fn read(root: &Path, name: &str) -> io::Result<File> {
        let path = root.join(name);
        let state = FileState::of(&path);
        let bytes = files::read(&path)?;
        Ok(File { state, ..File::of(name, String::from_utf8_lossy(&bytes).into_owned()) })
    }

    /// What a text contains.
    pub fn of(name: &str, text: String) -> File {
        if has_extension(name, PYTHON) {
            return File::of_python(name, text);
        }
        let (mut functions, mut calls) = (Vec::new(), Vec::new());
        cpp::read(&text, &mut |found: Found| match &found.item {
            Item::Function(function) => functions.push(definition(&found, function)),
            Item::Macro { name, arguments } => {
                let words = arguments.iter().flat_map(|argument| argument.iter().map(|word| (*word).to_owned()));
                calls.push(((*name).to_owned(), words.collect()));
            }
            Item::Class { .. } => {}
        });
        let instantiated = instantiated(&tokens::of(&text));
        File { name: name.to_owned(), text, state: None, functions, python: None, calls, instantiated }
    }

    fn of_python(name: &str, text: String) -> File {
        let python = PythonFile::read(&text);
        let parameter =
            |of: &PythonParameter| Parameter { ty: String::new(), name: of.name.clone(), range: of.range.clone() };
        let definition = |function: &PythonFunction| Definition {
            name: function.name.clone(),
            parameters: function.parameters.iter().map(parameter).collect(),
            has_body: true,
            is_written: false,
            range: function.range.clone(),
        };
        File {
            name: name.to_owned(),
            state: None,
            functions: python.functions.iter().map(definition).collect(),
            python: Some(python),
            calls: Vec::new(),
            instantiated: BTreeSet::new(),
            text,
        }
    }

    /// The names of the headers that it includes by names in quotes, as paths from the package's folder.
    pub fn headers(&self) -> impl Iterator<Item = String> {
        let folder = self.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_cpp = self.python.is_none();
        let lines = self
            .text
            .trim_start_matches('\u{feff}')
            .lines()
            .filter(move |_| is_cpp)
            .filter_map(|line| line.trim_start().strip_prefix('#'));
        let included = lines.filter_map(|line| line.trim_start().strip_prefix("include"));
        let quoted = included.filter_map(|line| line.trim_start().strip_prefix('"')?.split('"').next());
        quoted.map(move |path| if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") })
    }
}

fn definition(found: &Found, function: &Function) -> Definition {
    let template = template_parameter(function.template);
    let parameters = function.parameters();
    let parameters = parameters.iter().filter(|parameter| parameter.ty != ["void"]).map(|parameter| {
        let ty: Vec<&str> =
            parameter.ty.iter().map(|token| if Some(*token) == template { "T" } else { token }).collect();
        Parameter {
            ty: type_text(&ty),
            name: parameter.name.unwrap_or_default().to_owned(),
            range: found.origin.range(parameter.tokens),
        }
    });
    Definition {
        name: found.full_name(&function.name.concat()),
        parameters: parameters.collect(),
        has_body: function.has_body,
        is_written: !found.origin.is_expanded(),
        range: found.origin.range(function.name),
    }
}

/// The name of the only parameter of a template.
fn template_parameter<'a>(template: &[&'a str]) -> Option<&'a str> {
    match template {
        ["typename" | "class", name] => Some(name),
        _ => None,
    }
}

/// The words of statements that instantiate a template.
fn instantiated(all: &[&str]) -> BTreeSet<String> {
    let starts = all.windows(2).enumerate().filter(|(_, pair)| pair[0] == "template" && pair[1] != "<");
    let words = starts.flat_map(|(at, _)| all[at..].iter().take_while(|token| **token != ";"));
    words.map(|word| (*word).to_owned()).collect()
}

/// The names of the files in the folders of kernels, sorted: those that are compiled, and headers. A folder of a framework has
/// those that are compiled only for it. Functions that launch Triton kernels are in Python.
pub fn kernel_files(root: &Path, package: &Package) -> Vec<String> {
    let own = package.frameworks.iter().map(|framework| format!("{}/{}", package.kernels, framework.name()));
    let folders = std::iter::once(package.kernels.clone()).chain(own);
    let cpp = folders.flat_map(|folder| files_in(root, &folder, &[COMPILED, INCLUDED].concat()));
    cpp.chain(files_in(root, &package.kernels, PYTHON)).collect()
}

/// The names of the files in a folder that have an extension, sorted.
fn files_in(root: &Path, folder: &str, extensions: &[&str]) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return Vec::new() };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| has_extension(name, extensions)).collect();
    names.sort();
    names.into_iter().map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }).collect()
}

/// The names of the sources beside a path.
pub fn beside(root: &Path, path: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    files_in(root, folder, COMPILED)
}

fn has_extension(name: &str, extensions: &[&str]) -> bool {
    Path::new(name).extension().is_some_and(|found| extensions.iter().any(|extension| found == *extension))
}
