//! Values of the keys that only operators of packages have.

use std::sync::Arc;

use diff::Users;
use lsp::own::{Offer, Own, OwnCpp, Site, is_open};
use lsp_types::CompletionItemKind as Kind;
use package_operators::entry::{ANY_TYPE, TRITON};
use profile::{Framework, Package};
use spec::Signature;

use crate::changes::PackageUsers;
use crate::kernels::Files;

type Items = Vec<Offer>;

/// What packages add for editors.
#[derive(Debug)]
pub struct Editor;

impl Own for Editor {
    fn cpp(&self) -> Arc<dyn OwnCpp> {
        Arc::new(Files::default())
    }

    fn offers(&self, site: Site) -> Option<Vec<Offer>> {
        let mut items = Vec::new();
        offer(&site, &mut items).then_some(items)
    }

    fn users(&self) -> &'static dyn Users {
        &PackageUsers
    }
}

/// Adds what fits. Returns false if the key is not one that only packages have, and has no values of its own there.
fn offer(site: &Site, items: &mut Items) -> bool {
    let &Site { project, op, path, before, .. } = site;
    let Some(package) = &project.profile.package else { return false };
    let Some((key, above)) = path.split_last() else { return false };
    let at = Place { signature: op.map(|op| &op.signature), package, names: site.is_key || is_name(before) };
    match (above.last().copied(), *key) {
        (Some("kernel"), "data_type") => types(package, items),
        (Some("kernel"), "backend") => words(package.backends.keys().map(String::as_str), Kind::VALUE, items),
        (Some("kernel"), "written_for") => {
            let triton = package.frameworks.contains(&Framework::Torch).then_some(TRITON);
            words(package.frameworks.iter().map(|framework| framework.name()).chain(triton), Kind::VALUE, items);
        }
        (Some("kernel"), "source") => sources(site, items),
        (Some("kernel"), "func") => functions(site, items),
        (Some("kernel"), "input_type") | (Some("input_type"), _) => at.input_type(items),
        (None, "shape") | (Some("shape"), _) => {
            at.shape(before, items);
            if above.is_empty() && before.is_empty() {
                functions(site, items);
            }
        }
        (None, "data_type") | (Some("data_type"), _) => {
            at.data_type(items);
            if above.is_empty() && before.is_empty() {
                functions(site, items);
            }
        }
        (None, "autocast") => {
            types(package, items);
            words(["lower", "like"], Kind::KEYWORD, items);
            parts(at.inputs(), items);
        }
        (None, "batch") => parts(at.inputs(), items),
        (None, "registered_name" | "example") => at.arguments(*key == "example", items),
        (Some("registered_name" | "example"), _) | (None, "doc") => {}
        _ => return false,
    }
    true
}

/// Whether a name belongs here, and not a value: before the colon in `{name : value}`.
fn is_name(before: &str) -> bool {
    let is_in_value = before.matches('"').count() % 2 == 1 || is_open(before, '[', ']') || is_open(before, '(', ')');
    let piece = before.rsplit(['{', ',']).next().unwrap_or_default();
    before.starts_with('{') && !is_in_value && !piece.contains(':')
}

struct Place<'a> {
    signature: Option<&'a Signature>,
    package: &'a Package,
    /// Whether a name belongs here, and not a value.
    names: bool,
}

impl<'a> Place<'a> {
    fn inputs(&self) -> impl Iterator<Item = (&'a str, String)> + use<'a> {
        let inputs = self.signature.into_iter().flat_map(|signature| &signature.inputs);
        inputs.map(|input| (input.name.as_str(), format!("input, {}", input.ty)))
    }

    fn attrs(&self) -> impl Iterator<Item = (&'a str, String)> + use<'a> {
        let attrs = self.signature.into_iter().flat_map(|signature| &signature.attrs);
        attrs.map(|attr| (attr.name.as_str(), format!("attribute, {}", attr.ty)))
    }

    fn outputs(&self) -> impl Iterator<Item = (&'a str, String)> + use<'a> {
        let outputs = self.signature.into_iter().flat_map(|signature| signature.outputs.iter());
        outputs.map(|output| (output.name.as_str(), format!("output, {}", output.ty)))
    }

    fn shape(&self, before: &str, items: &mut Items) {
        if self.names {
            return parts(self.outputs(), items);
        }
        let is_inside = ['[', '('].into_iter().zip([']', ')']).any(|(open, close)| is_open(before, open, close));
        if is_inside {
            parts(self.inputs().chain(self.attrs()), items);
            return words(["min", "max", "sum"], Kind::FUNCTION, items);
        }
        if before.trim_end().ends_with("like") {
            return parts(self.inputs(), items);
        }
        words(["like", "broadcast"], Kind::KEYWORD, items);
    }

    fn data_type(&self, items: &mut Items) {
        if self.names {
            return parts(self.outputs(), items);
        }
        parts(self.inputs(), items);
        types(self.package, items);
    }

    fn input_type(&self, items: &mut Items) {
        if self.names {
            return parts(self.inputs(), items);
        }
        types(self.package, items);
        words([ANY_TYPE], Kind::ENUM_MEMBER, items);
    }

    /// The names under `example`, which may be attributes, and `registered_name`, which may be outputs.
    fn arguments(&self, with_attributes: bool, items: &mut Items) {
        match (self.names, with_attributes) {
            (false, _) => {}
            (true, true) => parts(self.inputs().chain(self.attrs()), items),
            (true, false) => parts(self.inputs().chain(self.outputs()), items),
        }
    }
}

fn parts<'a>(parts: impl Iterator<Item = (&'a str, String)>, items: &mut Items) {
    for (name, detail) in parts {
        items.push(Offer { detail: Some(detail), ..Offer::new(name, Kind::VARIABLE) });
    }
}

fn words<'a>(words: impl IntoIterator<Item = &'a str>, kind: Kind, items: &mut Items) {
    items.extend(words.into_iter().map(|word| Offer::new(word, kind)));
}

fn types(package: &Package, items: &mut Items) {
    words(package.data_types.keys().map(String::as_str), Kind::ENUM_MEMBER, items);
}

/// The functions that the package's C++ defines.
fn functions(site: &Site, items: &mut Items) {
    for (name, declaration) in (site.cpp)().defined() {
        items.push(Offer { detail: Some(declaration), rank: 1, ..Offer::new(name, Kind::FUNCTION) });
    }
}

/// The sources that other entries name, and those beside them.
fn sources(site: &Site, items: &mut Items) {
    for path in Files::sources(site.project, site.root) {
        if let Some(rest) = path.strip_prefix(site.before) {
            items.push(Offer::new(rest, Kind::FILE));
        }
    }
}
