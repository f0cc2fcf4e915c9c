//! Where C++ defines what the YAML names, for editors.

use std::path::PathBuf;

use parallel::prelude::*;
use project::Root;
use project::assistance::CppPlace;
use source::Span;
use torch_registry::Project;

use crate::compare;
use crate::files;
use crate::native::{NativeKernel, kernels_at};
use crate::signature::{CppFile, Kernel};
use crate::tree;

/// The definitions of the kernels that are named at a place: in an entry's table, or by its operator. Those that fit come first.
///
/// The C++ is read each time. Only files that have the name, or macros that may make it, are read as more than text.
pub fn definitions(project: &Project, named: Span, root: &Root) -> Vec<CppPlace> {
    let (Root::Tree(root), Some(folder)) = (root, tree::folder(project)) else { return Vec::new() };
    let kernels = kernels_at(&project.registry, named);
    if kernels.is_empty() {
        return Vec::new();
    }
    let Ok(paths) = files::paths(&root.join(folder)) else { return Vec::new() };
    let read = |path: &PathBuf| Some((path.clone(), files::text(path).ok()?));
    let texts: Vec<(PathBuf, String)> = paths.par_iter().filter_map(read).collect();
    let mut places: Vec<CppPlace> = kernels.iter().flat_map(|kernel| of_kernel(kernel, &texts)).collect();
    places.dedup();
    places
}

fn of_kernel(kernel: &NativeKernel, texts: &[(PathBuf, String)]) -> Vec<CppPlace> {
    // The name of a meta function has two parts, as its macro does.
    let operator = kernel.function.root_name();
    let with_name = |text: &str| text.contains(&kernel.name) || (kernel.is_meta() && text.contains(operator));
    let named = found(kernel, texts, with_name);
    if named.is_empty() { found(kernel, texts, |text| text.contains("##")) } else { named }
}

/// How far a definition is from what is expected.
type Distance = (usize, usize, usize);

/// The definitions in texts. Those with the right parameters come first.
fn found(kernel: &NativeKernel, texts: &[(PathBuf, String)], is_read: impl Fn(&str) -> bool + Sync) -> Vec<CppPlace> {
    let of_text = |(path, text): &(PathBuf, String)| {
        let functions = if is_read(text) { CppFile::of(text).kernels } else { Vec::new() };
        let is_wanted =
            |own: &Kernel| own.has_body && !own.is_static && own.name == kernel.read.name && own.scope == kernel.scope;
        let place = |own: Kernel| {
            let place = CppPlace { path: path.clone(), text: text.clone(), range: own.range.clone() };
            (compare::distance(&kernel.read, &own), place)
        };
        functions.into_iter().filter(is_wanted).map(place).collect::<Vec<_>>()
    };
    let mut found: Vec<(Distance, CppPlace)> = texts.par_iter().flat_map_iter(of_text).collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, place)| place).collect()
}
