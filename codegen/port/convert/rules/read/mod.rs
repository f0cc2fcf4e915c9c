//! Reads a mapping from its files.

mod names;
mod rules;
mod style;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use indexmap::IndexMap;
use source::fields::Fields;
use source::file::SourceFile;
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, toml};

use super::{Helpers, Mapping, Rule, Template, Wanted, availability, built_in};
use crate::findings::BAD_TEMPLATE;

/// Reads the files of a mapping. The rules of a file in a release's folder apply to that release and older ones, and replace
/// those for newer releases. The rules in the folder of the chosen style replace all of them.
fn mapping(
    files: Vec<(String, String)>,
    wanted: Wanted,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Mapping {
    let mut mapping = Mapping::default();
    let (helpers, tables): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(name, _)| Path::new(name).extension().is_some_and(|extension| extension == "py"));
    // All files have numbers, whichever of them are read: those of two styles are compared.
    let tables = tables.into_iter().map(|(name, text)| (sources.add(SourceFile::new(name.clone(), text)), name));
    let (in_folders, at_top): (Vec<_>, Vec<_>) =
        tables.collect::<Vec<_>>().into_iter().partition(|(_, name)| name.contains('/'));
    let mut roots = tables_of(at_top, sources, diagnostics);
    for (_, root) in &roots {
        Reader::new(&mut mapping, diagnostics).releases_and_styles(root);
    }
    mapping.releases.choose(wanted.release);
    mapping.styles.chosen = wanted.style.filter(|style| mapping.styles.knows(style)).map(str::to_owned);
    let is_read = |(_, name): &(FileId, String)| {
        let is_chosen = |style: &String| mapping.styles.chosen.as_ref() == Some(style);
        !mapping.styles.known.iter().any(|style| !is_chosen(style) && mapping.styles.owns(name, style))
    };
    let in_folders = in_folders.into_iter().filter(is_read).collect();
    roots.extend(tables_of(in_folders, sources, diagnostics));
    mapping.helpers = Helpers::read(helpers, sources, diagnostics);
    let mut newest = IndexMap::new();
    for layer in mapping.releases.layers() {
        let is_in_layer = |name: &str| mapping.releases.layer_of(name) == layer && !mapping.styles.owns_any(name);
        let roots: Vec<_> = roots.iter().filter(|(name, _)| is_in_layer(name)).map(|(_, root)| root).collect();
        Reader::new(&mut mapping, diagnostics).layer(&roots);
        if layer.is_none() && mapping.styles.chosen.is_some() {
            newest.clone_from(&mapping.functions);
        }
    }
    if let Some(style) = mapping.styles.chosen.clone() {
        let of_style = roots.iter().filter(|(name, _)| mapping.styles.owns(name, &style));
        let roots: Vec<_> = of_style.map(|(_, root)| root).collect();
        Reader { newest, ..Reader::new(&mut mapping, diagnostics) }.layer(&roots);
    }
    availability::refuse_missing(&mut mapping);
    mapping
}

/// The names and contents of files with tables.
fn tables_of(files: Vec<(FileId, String)>, sources: &Sources, diagnostics: &mut Diagnostics) -> Vec<(String, Node)> {
    let parsed =
        files.into_iter().map(|(file, name)| (name, toml::parse(file, sources.file(file).text(), diagnostics)));
    parsed.filter_map(|(name, root)| Some((name, root?))).collect()
}

impl Mapping {
    /// The mapping that is part of the program.
    pub fn built_in(wanted: Wanted) -> Mapping {
        Mapping::read(built_in::files(), wanted, &mut Sources::default(), &mut Diagnostics::default())
    }

    /// Reads a mapping. `files` are names and texts: rules in `.toml` files, helpers in `.py` files, which are one package.
    pub fn read(
        files: Vec<(String, String)>,
        wanted: Wanted,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Mapping {
        mapping(files, wanted, sources, diagnostics)
    }
}

struct Reader<'a> {
    mapping: &'a mut Mapping,
    diagnostics: &'a mut Diagnostics,
    /// The functions and attributes with a rule in the current layer, with the spans of their names.
    functions: BTreeMap<String, Span>,
    attributes: BTreeMap<String, Span>,
    /// The aliases of the current layer.
    aliases: BTreeSet<String>,
    /// The rules of the newest release, for a style.
    newest: IndexMap<String, Rule>,
}

impl<'a> Reader<'a> {
    fn new(mapping: &'a mut Mapping, diagnostics: &'a mut Diagnostics) -> Self {
        let (functions, attributes, aliases, newest) = Default::default();
        Reader { mapping, diagnostics, functions, attributes, aliases, newest }
    }

    /// Reads the files of a layer.
    fn layer(&mut self, roots: &[&Node]) {
        // Rules refer to these sections, whatever file they are in.
        for root in roots {
            self.names(root);
        }
        for root in roots {
            self.rules(root);
        }
        for root in roots {
            self.differences(root);
        }
    }

    fn values(&mut self, fields: &Fields, key: &str) -> Vec<(Spanned<String>, Template)> {
        let pairs = self.pairs(fields, key);
        pairs.into_iter().filter_map(|(name, text)| Some((name, self.parse(&text)?))).collect()
    }

    fn template(&mut self, fields: &Fields, key: &str) -> Option<Template> {
        let text = fields.text(key, self.diagnostics)?.to_spanned();
        self.parse(&text)
    }

    fn templates(&mut self, fields: &Fields, key: &str) -> Vec<Template> {
        let texts: Vec<_> = match fields.get(key) {
            None => Vec::new(),
            Some(node) => match &node.value {
                Value::Sequence(list) => list.iter().filter_map(Text::of).map(Text::to_spanned).collect(),
                _ => fields.text(key, self.diagnostics).map(Text::to_spanned).into_iter().collect(),
            },
        };
        texts.iter().filter_map(|text| self.parse(text)).collect()
    }

    fn parse(&mut self, text: &Spanned<String>) -> Option<Template> {
        let template = Template::parse(text);
        template.map_err(|error| self.diagnostics.push(Diagnostic::new(BAD_TEMPLATE, text.span, error.0))).ok()
    }

    /// A table of texts.
    fn pairs(&mut self, fields: &Fields, key: &str) -> Vec<(Spanned<String>, Spanned<String>)> {
        let Some(node) = fields.get(key) else { return Vec::new() };
        let Some(table) = Fields::of(node, format_args!("`{key}` of {}", fields.what), self.diagnostics) else {
            return Vec::new();
        };
        let entries = table.entries().iter();
        entries
            .filter_map(|(name, _)| Some((name.clone(), table.text(&name.value, self.diagnostics)?.to_spanned())))
            .collect()
    }

    /// A table of lists of names.
    fn lists(&mut self, fields: &Fields, key: &str) -> NamedLists {
        let Some(node) = fields.get(key) else { return Vec::new() };
        let Some(table) = Fields::of(node, format_args!("`{key}` of {}", fields.what), self.diagnostics) else {
            return Vec::new();
        };
        table.entries().iter().map(|(name, _)| (name.clone(), table.names(&name.value, self.diagnostics))).collect()
    }

    /// The names in a table of lists, each with the key of its list in front: a module.
    fn in_modules(&mut self, fields: &Fields, key: &str) -> Vec<Spanned<String>> {
        let qualified =
            |module: &str, name: Spanned<String>| Spanned::new(format!("{module}.{}", name.value), name.span);
        let lists = self.lists(fields, key).into_iter();
        lists.flat_map(|(module, names)| names.into_iter().map(move |name| qualified(&module.value, name))).collect()
    }
}

type NamedLists = Vec<(Spanned<String>, Vec<Spanned<String>>)>;
