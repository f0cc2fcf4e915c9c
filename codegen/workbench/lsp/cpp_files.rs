//! The C++ of projects, and where the functions are that YAML names.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kernels::index::{Declared, Index, Place};
use kernels::table::{self, Row};
use lsp_types::Location;
use profile::CppSources;
use project::Further;
use source::files;
use source::path::{tidy, with_slashes};

use crate::mentions::Symbol;
use crate::own::OwnCpp;
use crate::position::{Encoding, Lines};
use crate::uri;
use crate::view::View;

/// How many declarations a hover shows.
const MOST_DECLARATIONS: usize = 3;

/// The C++ of each project, by the root of the project. It is read when the client is quiet or a request needs it. If files have
/// changed, only those are read again. Threads share it.
#[derive(Clone, Default)]
pub struct CppFiles {
    trees: Shared<Index>,
    own: Shared<dyn OwnCpp>,
}

type Shared<T> = Arc<Mutex<BTreeMap<PathBuf, Arc<T>>>>;

/// The entry of a project. The map is locked only for this.
fn get<T: ?Sized>(shared: &Shared<T>, root: &Path) -> Option<Arc<T>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner).get(root).cloned()
}

fn set<T: ?Sized>(shared: &Shared<T>, root: &Path, value: Arc<T>) -> Arc<T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner).insert(root.to_owned(), Arc::clone(&value));
    value
}

impl CppFiles {
    /// The C++ of a framework's tree. `None` if there is none, or too much.
    pub fn of(&self, view: &View) -> Option<Arc<Index>> {
        let (folder, settings) = folder(view)?;
        if let Some(known) = get(&self.trees, &view.root).filter(|index| index.root() == folder) {
            return known.updated(settings).map(|index| set(&self.trees, &view.root, index));
        }
        let index = Index::read(&folder, settings).ok()??;
        let index = if folder == view.root { index } else { index.with_prefix(with_slashes(&folder) + "/") };
        Some(set(&self.trees, &view.root, Arc::new(index)))
    }

    /// The C++ that a project contains. `None` if its framework knows none.
    pub fn own(&self, view: &View) -> Option<Arc<dyn OwnCpp>> {
        let own = view.own?;
        let before = get(&self.own, &view.root).unwrap_or_else(|| own.cpp());
        Some(set(&self.own, &view.root, before.read_again(view.project(), &view.root)))
    }

    /// What the C++ of a project shows. `None` if there is none.
    pub fn check(&self, view: &View) -> Option<Further> {
        if let Some(index) = self.of(view) {
            return Some(kernels::check(view.project(), &index));
        }
        self.own(view).map(|cpp| cpp.check(view.project()))
    }
}

/// Whether a file is C++ that a project reads, as far as its name tells.
pub fn is_read(view: &View, path: &Path) -> bool {
    match folder(view) {
        Some((folder, settings)) => path.strip_prefix(&folder).is_ok_and(|path| settings.reads(&with_slashes(path))),
        None => view.own.is_some(),
    }
}

fn folder(view: &View) -> Option<(PathBuf, &CppSources)> {
    let settings = view.profile().cpp_sources.as_ref()?;
    Some((tidy(&kernels::cpp_folder(Some(&view.root), None, view.project())?), settings))
}

/// The functions that a name in YAML means, in C++ that a project contains.
pub fn own_definitions(view: &View, cpp: &dyn OwnCpp, symbol: &Symbol) -> Vec<Location> {
    let Some((_, name)) = symbol.in_cpp() else { return Vec::new() };
    let found = cpp.named(name).into_iter().filter_map(|function| {
        let range = Lines::of(function.text).range(function.text, function.range, view.encoding);
        Some(Location::new(uri::of_path(&function.path)?, range))
    });
    found.collect()
}

/// The declarations of what a name in YAML means, in C++ that a project contains. `None` if there are none.
pub fn own_declarations(cpp: &dyn OwnCpp, symbol: &Symbol) -> Option<String> {
    let (_, name) = symbol.in_cpp()?;
    let mut declarations: Vec<String> = cpp.named(name).into_iter().map(|function| function.declaration).collect();
    declarations.dedup();
    (!declarations.is_empty()).then(|| format!("```cpp\n{};\n```", declarations.join(";\n")))
}

/// The declarations and registrations of what a name in YAML means. Declarations come first.
pub fn definitions(view: &View, index: &Index, symbol: &Symbol) -> Vec<Location> {
    let Some(settings) = &view.profile().cpp_sources else { return Vec::new() };
    let registrations = match symbol {
        Symbol::Kernel(kernel) => index.registrations_of(kernel).map(|registration| &registration.place).collect(),
        _ => Vec::new(),
    };
    let declared = functions(index, settings, symbol);
    let places = declared.iter().map(|function| &function.place).chain(registrations);
    let mut files = BTreeMap::new();
    places.filter_map(|place| location(index, place, view.encoding, &mut files)).collect()
}

/// The functions that a name in YAML means.
fn functions<'i>(index: &'i Index, settings: &'i CppSources, symbol: &Symbol) -> Vec<&'i Declared> {
    let mut found = match symbol {
        Symbol::Kernel(name) => kernels::kernel_functions(index, settings, name),
        Symbol::InferMeta(name) => kernels::infer_meta(index, settings, name),
        Symbol::SpmdRule(name) => kernels::spmd_rule(index, settings, name),
        Symbol::KernelType(name) => index.named(name).collect(),
        _ => Vec::new(),
    };
    found.sort_by_key(|function| (!index.is_header(&function.place), function.place.file, function.place.range.start));
    found
}

/// A place for the client. `files` keeps the texts of the files that were read.
fn location(
    index: &Index,
    place: &Place,
    encoding: Encoding,
    files: &mut BTreeMap<usize, Option<(String, Lines)>>,
) -> Option<Location> {
    let path = index.root().join(index.file(place));
    let read = || {
        let text = String::from_utf8_lossy(&files::read(&path).ok()?).into_owned();
        let lines = Lines::of(&text);
        Some((text, lines))
    };
    let (text, lines) = files.entry(place.file).or_insert_with(read).as_ref()?;
    text.get(place.range.clone())?;
    Some(Location::new(uri::of_path(&path)?, lines.range(text, place.range.clone(), encoding)))
}

/// The declarations of what a name in YAML means, and the backends and data types of a kernel. `None` if C++ does not have it.
pub fn described(view: &View, index: &Index, symbol: &Symbol) -> Option<String> {
    let settings = view.profile().cpp_sources.as_ref()?;
    let mut declarations: Vec<String> =
        functions(index, settings, symbol).into_iter().map(|function| function.declaration() + ";").collect();
    declarations.dedup();
    declarations.truncate(MOST_DECLARATIONS);
    let rows = match symbol {
        Symbol::Kernel(kernel) => table::of(index, settings, kernel),
        _ => Vec::new(),
    };
    let mut text = match declarations.is_empty() {
        true => String::new(),
        false => format!("```cpp\n{}\n```\n", declarations.join("\n")),
    };
    for Row { backend, layout, data_types, .. } in rows {
        let types = data_types.map_or("every type".to_owned(), |types| Vec::from_iter(types).join(", "));
        _ = write!(text, "\n- {backend}, {layout}: {types}");
    }
    (!text.is_empty()).then(|| text.trim_end().to_owned())
}
