//! Reads one input file, without regard to the others.

use profile::{Holds, Profile};
use registry::Specs;
use source::fields;
use source::yaml::{self, Node};
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Sources, Spanned};
use spec::{addition, compat, entry, python_api, version};

use crate::outline::Outline;
use crate::suppressions::Outlines;

/// The contents of one file, or of several that were appended.
#[derive(Debug, Clone, Default)]
pub struct FileSpecs {
    /// The operators or other entries.
    pub specs: Specs,
    /// The positions of the entries, and the comments for opgen.
    pub outlines: Outlines,
    /// The mistakes that can be found without the other files.
    pub diagnostics: Diagnostics,
}

impl FileSpecs {
    /// Reads a file whose kind has the given key in the profile.
    pub fn of(key: &str, id: FileId, profile: &Profile, catalogue: Catalogue, sources: &Sources) -> Self {
        let FileSpecs { mut specs, mut outlines, mut diagnostics } = FileSpecs::default();
        let text = sources.file(id).text();
        let (Some(root), Some(input)) = (yaml::parse(id, text, &mut diagnostics), profile.input(key)) else {
            return FileSpecs { specs, outlines, diagnostics };
        };
        outlines.push(id, Outline::of(id, text, &root, catalogue, &mut diagnostics));
        match input.holds {
            Holds::Operators(home) => specs.ops = entry::read_ops(&root, home, profile, &mut diagnostics),
            Holds::Compat => specs.compat = compat::read_compat(&root, profile, &mut diagnostics),
            Holds::Versions => specs.versions = version::read_versions(&root, &mut diagnostics),
            Holds::Additions => specs.additions = addition::read_additions(&root, profile, &mut diagnostics),
            Holds::PythonApis => specs.python_apis = python_api::read_python_apis(&root, &mut diagnostics),
            Holds::Registered => specs.registered = Some(spec::registered::read(&root, &mut diagnostics)),
            Holds::Names => drop(specs.lists.insert(key.to_owned(), names(&root, &mut diagnostics))),
        }
        FileSpecs { specs, outlines, diagnostics }
    }

    /// Adds the contents of another file.
    pub fn append(&mut self, other: FileSpecs) {
        let FileSpecs { specs, outlines, diagnostics } = other;
        self.specs.append(specs);
        self.outlines.append(outlines);
        self.diagnostics.append(diagnostics);
    }
}

/// Reads a list of operator names.
fn names(root: &Node, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let items = fields::items(root, format_args!("a file of operator names"), diagnostics).unwrap_or_default();
    let mut name = |item| {
        let text = fields::text(item, format_args!("an operator name"), diagnostics)?;
        let (first, rest) = text.split_word();
        if !rest.is_empty() {
            let message = format!("`{}` follows the name of an operator", rest.folded());
            let problem = Diagnostic::new(source::rules::WRONG_NODE, rest.span(), message);
            diagnostics.push(problem.help("start a new item with `- `"));
        }
        Some(first.to_spanned())
    };
    items.iter().filter_map(&mut name).collect()
}
