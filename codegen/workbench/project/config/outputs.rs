//! The tables `[outputs]` and `[inputs]`.

use crate::framework::{Names, Version};
use crate::shards::Shards;
use source::fields::{self, Fields};
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Span, Spanned, rules, suggest};

/// The outputs that a project asks for, unless the caller overrides them.
#[derive(Debug, Clone, Default)]
pub struct Outputs {
    /// The output folder, relative to the folder of `opgen.toml`.
    pub folder: Option<Spanned<String>>,
    /// The names of the targets. Empty for all of them.
    pub targets: Vec<Spanned<String>>,
    /// The names of the optional outputs to enable.
    pub features: Vec<String>,
    /// The number of files that large sources are split into.
    pub shards: Option<Shards>,
}

pub(super) const KEYS: &[&str] = &["folder", "targets", "features", "shards"];

impl Outputs {
    /// Reads the table `[outputs]`. Mistakes are reported.
    pub fn read(node: &Node, names: &Names, diagnostics: &mut Diagnostics) -> Outputs {
        let Some(fields) = Fields::of(node, format_args!("`outputs`"), diagnostics) else { return Outputs::default() };
        fields.reject_unknown(rules::UNKNOWN_KEY, KEYS, diagnostics);
        Outputs {
            folder: fields.text("folder", diagnostics).map(|text| text.to_verbatim()),
            targets: fields.names("targets", diagnostics),
            features: fields
                .names("features", diagnostics)
                .iter()
                .filter_map(|name| feature(name, names, diagnostics))
                .collect(),
            shards: shards(&fields, diagnostics),
        }
    }
}

fn feature(name: &Spanned<String>, names: &Names, diagnostics: &mut Diagnostics) -> Option<String> {
    let is_known = names.features.contains(&name.as_str());
    if !is_known {
        let problem = Diagnostic::new(rules::WRONG_NODE, name.span, format!("there is no feature `{}`", name.value));
        diagnostics.push(problem.maybe_help(suggest::help(&name.value, names.features.iter().copied())));
    }
    is_known.then(|| name.value.clone())
}

fn shards(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Shards> {
    let text = fields.text("shards", diagnostics)?;
    let read = text.as_str().parse();
    if let Err(reason) = &read {
        let message = format!("`shards` cannot be `{}`: {reason}", text.as_str());
        diagnostics.push(Diagnostic::new(rules::WRONG_NODE, text.span(), message));
    }
    read.ok()
}

/// The files that a project lists for some kinds, instead of those that the profile looks for. Paths are relative to
/// the root.
#[derive(Debug, Clone, Default)]
pub struct NamedInputs(Vec<NamedInput>);

#[derive(Debug, Clone)]
struct NamedInput {
    key: String,
    paths: Vec<Spanned<String>>,
    span: Span,
}

impl NamedInputs {
    /// Reads the table `[inputs]`. Mistakes are reported.
    pub fn read(node: &Node, profile: &impl Version, diagnostics: &mut Diagnostics) -> NamedInputs {
        let mut named = Vec::new();
        let Some(fields) = Fields::of(node, format_args!("`inputs`"), diagnostics) else { return NamedInputs(named) };
        let known: Vec<_> = profile.kinds().iter().map(|kind| kind.key).collect();
        fields.reject_unknown(rules::UNKNOWN_KEY, &known, diagnostics);
        for key in known {
            let Some(node) = fields.get(key) else { continue };
            let what = format_args!("the files of `{key}`");
            let mut path = |node| fields::text(node, what, diagnostics).map(|text| text.to_spanned());
            let paths = match &node.value {
                Value::Sequence(items) => items.iter().filter_map(path).collect(),
                _ => path(node).into_iter().collect(),
            };
            named.push(NamedInput { key: key.to_owned(), paths, span: node.span });
        }
        NamedInputs(named)
    }

    /// The files of a kind, if the project lists them. The list may be empty.
    pub fn of(&self, key: &str) -> Option<&[Spanned<String>]> {
        self.0.iter().find(|input| input.key == key).map(|input| input.paths.as_slice())
    }

    /// The kinds for which the project lists no files at all, each with the span of the empty list.
    pub fn empty_kinds(&self) -> impl Iterator<Item = (&str, Span)> {
        self.0.iter().filter(|input| input.paths.is_empty()).map(|input| (input.key.as_str(), input.span))
    }
}
