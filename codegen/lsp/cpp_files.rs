//! The C++ of projects: where the functions are that YAML names.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cpp::{Declared, Index, Place};
use kernels::table::{self, Row};
use lsp_types::Location;
use profile::CppSources;
use source::path::tidy;

use crate::mentions::Symbol;
use crate::position::{Encoding, Lines};
use crate::uri;
use crate::view::View;

/// How many declarations a hover shows.
const MOST_DECLARATIONS: usize = 3;

/// The C++ of each project, by the root of the project. It is read when the client is quiet or a request needs it, and again when a
/// file has changed.
#[derive(Default)]
pub struct CppFiles(BTreeMap<PathBuf, Arc<Index>>);

impl CppFiles {
    /// The C++ of a project. `None` if there is none.
    pub fn of(&mut self, view: &View) -> Option<Arc<Index>> {
        let (folder, settings) = folder(view)?;
        let known = self.0.get(&view.root).filter(|index| index.root() == folder && index.is_current(settings));
        if let Some(index) = known {
            return Some(Arc::clone(index));
        }
        let index = Arc::new(Index::read(&folder, settings)?);
        self.add(&view.root, Arc::clone(&index));
        Some(index)
    }

    /// Adds the C++ of a project, which is read again if it is no longer current.
    pub fn add(&mut self, root: &Path, index: Arc<Index>) {
        self.0.insert(root.to_owned(), index);
    }
}

/// Reads the C++ of a project. `None` if there is none.
pub fn read(view: &View) -> Option<Index> {
    let (folder, settings) = folder(view)?;
    Index::read(&folder, settings)
}

fn folder(view: &View) -> Option<(PathBuf, &CppSources)> {
    let settings = view.profile().cpp_sources.as_ref()?;
    Some((tidy(&kernels::cpp_folder(Some(&view.root), None, view.project())?), settings))
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
        let text = String::from_utf8_lossy(&fs::read(&path).ok()?).into_owned();
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
