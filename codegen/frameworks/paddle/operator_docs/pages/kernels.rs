//! The page of the operators that lack kernels for a backend or a data type.

use minijinja::context;
use render::{FilePlan, value};
use serde::Serialize;
use show::{RegisteredKernel, Shown};

use crate::site::Site;
use reference::Link;

/// The operators without kernels for a backend or a data type.
#[derive(Serialize)]
struct Lacking<'a> {
    /// The backend or data type.
    name: &'a str,
    is_backend: bool,
    ops: Vec<Link>,
    /// The number of operators of which registrations are known.
    known: usize,
}

/// `None` if no C++ was read that registers kernels.
pub fn plan(site: &Site) -> Option<FilePlan> {
    let book = &site.book;
    let settings = book.project.profile.cpp_sources.as_ref().filter(|_| book.has_registrations())?;
    let backends =
        settings.coverage.backends.iter().map(|name| lacking(site, name, true, |kernel| kernel.backend == *name));
    let data_types = settings.coverage.data_types.iter().map(|name| {
        lacking(site, name, false, |kernel| kernel.data_types.as_ref().is_none_or(|types| types.contains(name)))
    });
    let lacking: Vec<Lacking> = backends.chain(data_types).collect();
    Some(site.page(
        "kernels.html",
        "reference/registered.html.j2",
        "registered",
        context! { lacking => value(&lacking) },
    ))
}

/// Operators of which no registration is known are left out.
fn lacking<'a>(site: &Site, name: &'a str, is_backend: bool, fits: impl Fn(&RegisteredKernel) -> bool) -> Lacking<'a> {
    let book = &site.book;
    let registered = |shown: &'_ Shown| shown.kernels.iter().any(|kernel| !kernel.registered.is_empty());
    let has = |shown: &Shown| shown.kernels.iter().flat_map(|kernel| &kernel.registered).any(&fits);
    let known: Vec<usize> = (0..book.ids.len()).filter(|&at| registered(&book.shown[at])).collect();
    let ops: Vec<Link> = known.iter().filter(|&&at| !has(&book.shown[at])).map(|&at| book.link(book.ids[at])).collect();
    Lacking { name, is_backend, ops, known: known.len() }
}
