//! Values of the keys that only operators of packages have.

use kernels::package::Files;
use lsp_types::CompletionItemKind as Kind;
use profile::{Framework, Package};
use spec::package::{ANY_TYPE, TRITON};
use spec::{Op, Signature};

use super::items::{Items, Offer};
use super::offers::{is_open, words};
use crate::cpp_files::CppFiles;
use crate::cursor::{Context, Cursor};
use crate::view::View;

/// Offers values at a cursor. Returns whether the key is one that only packages have, or that has other values there.
pub fn offer(view: &View, op: Option<&Op>, cursor: &Cursor, before: &str, cpp: &CppFiles, items: &mut Items) -> bool {
    let Some(package) = &view.profile().package else { return false };
    let Some((key, above)) = cursor.path.split_last() else { return false };
    let at = Place { signature: op.map(|op| &op.signature), package, names: is_name(cursor, before) };
    match (above.last().copied(), *key) {
        (Some("kernel"), "data_type") => types(package, items),
        (Some("kernel"), "backend") => words(package.backends.keys().map(String::as_str), Kind::VALUE, items),
        (Some("kernel"), "written_for") => {
            let triton = package.frameworks.contains(&Framework::Torch).then_some(TRITON);
            words(package.frameworks.iter().map(|framework| framework.name()).chain(triton), Kind::VALUE, items);
        }
        (Some("kernel"), "source") => sources(view, before, items),
        (Some("kernel"), "func") => functions(view, cpp, items),
        (Some("kernel"), "input_type") | (Some("input_type"), _) => at.input_type(items),
        (None, "shape") | (Some("shape"), _) => {
            at.shape(before, items);
            if above.is_empty() && before.is_empty() {
                functions(view, cpp, items);
            }
        }
        (None, "data_type") | (Some("data_type"), _) => {
            at.data_type(items);
            if above.is_empty() && before.is_empty() {
                functions(view, cpp, items);
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

/// Whether a name belongs here, and not a value: before the colon in `{name : value}`, or as a key of its own line.
fn is_name(cursor: &Cursor, before: &str) -> bool {
    if matches!(cursor.context, Context::Key { .. }) {
        return true;
    }
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
        items.add(Offer { detail: Some(detail), ..Offer::new(name, Kind::VARIABLE) });
    }
}

fn types(package: &Package, items: &mut Items) {
    words(package.data_types.keys().map(String::as_str), Kind::ENUM_MEMBER, items);
}

/// The functions that the package's C++ defines.
fn functions(view: &View, cpp: &CppFiles, items: &mut Items) {
    let Some(files) = cpp.of_package(view) else { return };
    for (name, declaration) in files.defined() {
        items.add(Offer { detail: Some(declaration), rank: 1, ..Offer::new(name, Kind::FUNCTION) });
    }
}

/// The sources that other entries name, and those beside them.
fn sources(view: &View, before: &str, items: &mut Items) {
    for path in Files::sources(view.project(), &view.root) {
        if let Some(rest) = path.strip_prefix(before) {
            items.add(Offer::new(rest, Kind::FILE));
        }
    }
}
