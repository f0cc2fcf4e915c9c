//! Names of modules and distributions in texts: `find_spec("torch")`, `version("torch")`, `"torch.fft" in sys.modules`.

use std::ops::Range;

use crate::python::{Kind, NodeId, Role, Tree};
use crate::report::{Found, Verdict};
use crate::rules::Mapping;
use crate::uses::UseKind;

/// A text that names something of PyTorch.
pub struct NamedInText {
    /// The range between its quotes.
    pub range: Range<u32>,
    /// The name.
    pub name: String,
    /// The name of the counterpart, if there is one.
    pub counterpart: Option<String>,
}

impl NamedInText {
    /// The use, for the report.
    pub fn found(&self) -> Found {
        let verdict = match self.counterpart {
            Some(_) => Verdict::Converted,
            None => Verdict::Unsupported("the module that this text names has no counterpart".to_owned()),
        };
        let (api, range) = (self.name.clone(), self.range.clone());
        Found { api, range, kind: UseKind::Reference, rule: None, verdict, notes: Vec::new(), warnings: Vec::new() }
    }
}

/// The texts of a file that name modules or distributions.
pub fn find(tree: &Tree, mapping: &Mapping) -> Vec<NamedInText> {
    tree.ids().filter(|id| tree.kind(*id) == Kind::Strings).filter_map(|id| named(tree, mapping, id)).collect()
}

/// The functions in `metadata.version(name)`, where `name` is or may be that of the target: their ranges, with the helpers that
/// replace them.
pub fn name_functions<'m>(tree: &Tree, mapping: &'m Mapping) -> Vec<(Range<u32>, &'m str)> {
    let calls = tree.ids().filter(|id| tree.kind(*id) == Kind::Call);
    let replaced = calls.filter_map(|call| {
        let (callee, argument) = (tree.child(call, Role::Callee)?, tree.child(call, Role::Argument)?);
        let text = tree.text_of(callee);
        let is_alone = |path: &str| path.rsplit('.').next() == Some(text);
        let (path, helper) =
            mapping.name_functions.iter().find(|(path, _)| text.ends_with(path.as_str()) || is_alone(path))?;
        let is_it = match tree.kind(argument) {
            Kind::Strings => named(tree, mapping, argument).is_some_and(|named| named.counterpart.is_some()),
            // A function without its module has a name that others may have, too.
            _ => text.ends_with(path.as_str()),
        };
        is_it.then(|| (tree.node(callee).range(), helper.as_str()))
    });
    replaced.collect()
}

fn named(tree: &Tree, mapping: &Mapping, id: NodeId) -> Option<NamedInText> {
    let text = tree.text_of(id);
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let name = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_path = name.split('.').all(|part| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    // Of other packages, only some functions have rules: whether they are installed is not a question about the target.
    let is_replaced = mapping.package_of(name).is_some_and(|package| mapping.requirements.contains_key(package));
    if !is_path || !(is_replaced || mapping.modules.contains_key(name)) {
        return None;
    }
    let counterpart = match role(tree, mapping, id)? {
        TextRole::Module => module(mapping, name),
        TextRole::Distribution => mapping.requirements.get(name).map(|it| it.value.clone()).filter(|it| !it.is_empty()),
    };
    let node = tree.node(id);
    Some(NamedInText { range: node.start + 1..node.end - 1, name: name.to_owned(), counterpart })
}

/// What a text names.
enum TextRole {
    Module,
    Distribution,
}

fn role(tree: &Tree, mapping: &Mapping, id: NodeId) -> Option<TextRole> {
    let parent = tree.node(id).parent;
    let is_modules = |other: NodeId| other != id && tree.text_of(other) == "sys.modules";
    match tree.kind(parent) {
        Kind::Compare | Kind::Subscript => tree.children(parent).any(is_modules).then_some(TextRole::Module),
        Kind::Call if tree.node(id).role == Role::Argument => {
            let callee = tree.child(parent, Role::Callee)?;
            let text = tree.text_of(callee);
            if text.starts_with("sys.modules.") {
                return Some(TextRole::Module);
            }
            let function = text.rsplit('.').next().unwrap_or(text);
            let is_first = tree.children(parent).find(|child| tree.node(*child).role == Role::Argument) == Some(id);
            let names = &mapping.names_in_texts;
            if names.modules.iter().any(|known| known == function) {
                return is_first.then_some(TextRole::Module);
            }
            names.distributions.iter().any(|known| known == function).then_some(TextRole::Distribution)
        }
        _ => None,
    }
}

fn module(mapping: &Mapping, name: &str) -> Option<String> {
    let renamed =
        mapping.modules.get(name).or_else(|| mapping.namespaces.get(name)).or_else(|| mapping.packages.get(name));
    renamed.map(|target| target.value.clone())
}
