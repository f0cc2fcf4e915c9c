//! The lists of the profile in which a renamed operator stands. The framework treats operators in them in a special way, so
//! the new name must be there, too.

mod settings_file;

use std::collections::{BTreeMap, BTreeSet};

use forms::pir::listed;
use profile::{ListedOp, OpList, Tensors};
use project::config;
use registry::OpId;
use source::{Edit, Span, count};
use spec::{Op, stem};

use crate::mentions::Symbol;
use crate::state::Refusal;
use crate::view::View;
use settings_file::{Lacks, ListChange};

/// What a rename changes in `opgen.toml` and in profiles of the project.
#[derive(Default)]
pub struct ListChanges {
    pub edits: Vec<Edit>,
    /// The text of an `opgen.toml` that has to be created.
    pub new_file: Option<String>,
}

/// The changes that keep renamed operators in the lists of the profile.
///
/// # Errors
/// If a built-in profile has the lists, and the layout of the project's settings has no place for changes of them.
pub fn changes(view: &View, renames: &[(Symbol, String)]) -> Result<ListChanges, Refusal> {
    let renamed = renames.iter().flat_map(|(symbol, _)| view.ops_of(symbol)).collect();
    let lists = Lists { view, renames, renamed };
    let edits = lists.edits();
    let missing = lists.missing();
    if missing.is_empty() {
        return Ok(ListChanges { edits, new_file: None });
    }
    let changes: Vec<ListChange> = missing.iter().map(Missing::change).collect();
    let Some(file) = view.file(&view.root.join(config::NAME)) else {
        return Ok(ListChanges { edits, new_file: Some(settings_file::table(&view.profile().name, &changes)) });
    };
    let added = settings_file::edits(view, file, &changes).ok_or_else(|| refusal(&missing))?;
    Ok(ListChanges { edits: edits.into_iter().chain(added).collect(), new_file: None })
}

/// Names that a list of a built-in profile lacks, and those in it that no dense operator has any longer.
struct Missing<'a> {
    path: &'a str,
    /// The listed name and the new one.
    names: Vec<(&'a ListedOp, String)>,
    unused: Vec<&'a str>,
    /// Those of the unused names that another operator has, such as a sparse one. The project lists them itself: those of built-in
    /// lists mean dense operators.
    listed_again: Vec<&'a str>,
}

impl Missing<'_> {
    fn change(&self) -> ListChange {
        let facts = self.names.iter().filter_map(|(listed, new)| Some((new.clone(), listed.value.clone()?)));
        let facts: Vec<_> = facts.collect();
        let lacks = if facts.is_empty() {
            let new = self.names.iter().map(|(_, new)| new.as_str());
            let add = new.chain(self.listed_again.iter().copied()).map(str::to_owned).collect();
            Lacks::Names { add, remove: self.unused.iter().map(|&name| name.to_owned()).collect() }
        } else {
            Lacks::Facts(facts)
        };
        ListChange { path: self.path.to_owned(), lacks }
    }
}

fn refusal(missing: &[Missing]) -> Refusal {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for list in missing {
        for (_, new) in &list.names {
            places.entry(new).or_default().push(format!("`{}`", list.path));
        }
    }
    let places: Vec<String> = places.iter().map(|(new, paths)| format!("`{new}` to {}", paths.join(", "))).collect();
    format!(
        "the profile has the old name in {}, and the operator would lose what they give it: in {}, first add {}",
        count(missing.len(), "list"),
        config::NAME,
        places.join("; ")
    )
}

struct Lists<'a> {
    view: &'a View,
    renames: &'a [(Symbol, String)],
    /// The operators that are renamed.
    renamed: BTreeSet<OpId>,
}

impl<'a> Lists<'a> {
    /// The new name of a listed operator. `None` if it is not renamed.
    fn new_name(&self, name: &str) -> Option<String> {
        self.renames.iter().find_map(|(symbol, new)| match symbol {
            Symbol::Op { stem: old, .. } => listed::renamed(name, old, new),
            _ => None,
        })
    }

    /// Whether the old name still means something: it is also that of a kernel, or of an operator of another kind.
    fn stays(&self, name: &str) -> bool {
        self.view.registry().ops().any(|(id, op)| {
            let kernels = op.kernel.iter().flat_map(|kernel| &kernel.functions);
            kernels.map(|func| func.name.as_str()).any(|kernel| stem(kernel) == stem(name))
                || (listed::is_formed_of(name, op.stem()) && !self.renamed.contains(&id))
        })
    }

    /// Whether a name in a list of a built-in profile still means something: a dense operator, or a kernel of a listed one.
    fn is_used(&self, list: &OpList, name: &str) -> bool {
        let registry = self.view.registry();
        let has_name = |id, op: &Op| {
            op.home.family().tensors() == Tensors::Dense
                && listed::is_formed_of(name, op.stem())
                && !self.renamed.contains(&id)
        };
        let has_kernel = |op: &Op| {
            let mut kernels = op.kernel.iter().flat_map(|kernel| &kernel.functions);
            let is_listed = || list.names.iter().any(|listed| listed::is_formed_of(&listed.name, op.stem()));
            kernels.any(|kernel| stem(kernel.name.as_str()) == stem(name)) && is_listed()
        };
        registry.is_hand_written(name) || registry.ops().any(|(id, op)| has_name(id, op) || has_kernel(op))
    }

    fn lists(&self) -> impl Iterator<Item = &'a OpList> {
        self.view.profile().op_lists.iter()
    }

    /// The edits of lists that the project has itself.
    fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for list in self.lists() {
            for listed in &list.names {
                let (Some(span), Some(new)) = (listed.span, self.new_name(&listed.name)) else { continue };
                if list.has(&new) {
                    continue;
                }
                let quote = if self.view.slice(span).starts_with(['"', '\'']) { "\"" } else { "" };
                let new = format!("{quote}{new}{quote}");
                edits.push(match listed.value.is_none() && self.stays(&listed.name) {
                    true => Edit { span: Span { start: span.end, ..span }, text: format!(", {new}") },
                    false => Edit { span, text: new },
                });
            }
        }
        edits
    }

    /// The new names that lists of built-in profiles lack.
    fn missing(&self) -> Vec<Missing<'a>> {
        let lists = self.lists().map(|list| {
            let of_built_in = list.names.iter().filter(|listed| listed.span.is_none());
            let new = of_built_in.filter_map(|listed| Some((listed, self.new_name(&listed.name)?)));
            let names: Vec<_> = new.filter(|(_, new)| !list.has(new)).collect();
            let old = names.iter().map(|(listed, _)| listed.name.as_str());
            let unused: Vec<&str> = old.filter(|name| !self.is_used(list, name)).collect();
            let listed_again = unused.iter().copied().filter(|name| self.stays(name)).collect();
            Missing { path: &list.path, names, unused, listed_again }
        });
        lists.filter(|list| !list.names.is_empty()).collect()
    }
}
