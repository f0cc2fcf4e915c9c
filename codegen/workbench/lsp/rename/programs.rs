//! The entries of `op_compat` that renames need, so that saved programs still find what was renamed.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use forms::static_graph::program_form::{InPrograms, ProgramForms};
use profile::Holds;
use registry::OpId;
use source::{Change, Diagnostic, Edit, Editor, Fix, Span};
use spec::{Compat, Op, stem};

use crate::mentions::{NAMED_IN_PROGRAMS, Symbol};
use crate::view::View;

/// Edits of `op_compat` that keep the names in programs when operators or parts are renamed.
pub fn edits_that_keep_names(view: &View, forms: &LazyForms, renames: &[(Symbol, String)]) -> Vec<Edit> {
    let Some((symbol, new)) = renames.first() else { return Vec::new() };
    match symbol {
        Symbol::Op { space: NAMED_IN_PROGRAMS, .. } => NameKeeper { view, forms, renames }.op(symbol),
        Symbol::Part { space: NAMED_IN_PROGRAMS, name, .. } => {
            NameKeeper { view, forms, renames }.part(symbol, name, new)
        }
        _ => Vec::new(),
    }
}

/// A part of a gradient that programs would have under another name, if the entry of its operator listed the gradient too. Such a
/// gradient cannot be renamed.
pub fn part_renamed_by_entry(view: &View, forms: &LazyForms, id: OpId) -> Option<String> {
    let registry = view.registry();
    let root = registry.grad_root(id);
    let keeper = NameKeeper { view, forms, renames: &[] };
    let stem_of = |id| view.op(id).stem();
    let entry = keeper.entries(stem_of(root)).find(|entry| stem(&entry.op.name.value) == stem_of(root))?;
    let chain: Vec<OpId> = keeper.gradients(root).collect();
    let depth = chain.iter().position(|&of_chain| stem_of(of_chain) == stem_of(id))?;
    // Those between the listed ones and this one have to be listed, too.
    let unlisted = chain.get(entry.backward.len()..=depth)?;
    unlisted.iter().find_map(|&id| {
        forms.form(id).form()?;
        let now = forms.op(id)?.names;
        let then = now.with_entry(entry);
        let signature = &view.op(id).signature;
        let mut parts = signature.arg_names().chain(signature.output_names());
        parts.find(|part| now.any(part) != then.any(part)).map(ToOwned::to_owned)
    })
}

/// The operators in programs before a rename, derived if something needs them.
pub type LazyForms<'a> = LazyCell<ProgramForms<'a>, Box<dyn FnOnce() -> ProgramForms<'a> + 'a>>;

/// The operators of a view in programs.
pub fn forms(view: &View) -> LazyForms<'_> {
    LazyCell::new(Box::new(|| ProgramForms::new(view.registry(), view.profile())))
}

struct NameKeeper<'a, 'f> {
    view: &'a View,
    forms: &'a LazyForms<'f>,
    renames: &'a [(Symbol, String)],
}

impl<'a> NameKeeper<'a, '_> {
    /// The operator of a symbol that is used in programs.
    fn saved(&self, symbol: &Symbol) -> Option<OpId> {
        let registry = self.view.registry();
        let ops = self.view.ops_of(symbol);
        let is_saved = |id: &OpId| registry.op(*id).home.family().has_program_names() && registry.is_registered(*id);
        ops.into_iter().find(is_saved)
    }

    /// The operator of a symbol whose op maker is written by hand. Programs are translated by the names in `op_compat`.
    fn written_by_hand(&self, symbol: &Symbol) -> Option<OpId> {
        let ops = self.view.ops_of(symbol);
        ops.into_iter().find(|&id| matches!(self.forms.form(id), InPrograms::WrittenByHand(_)))
    }

    /// The entries that describe an operator or one of its gradients.
    fn entries(&self, name: &str) -> impl Iterator<Item = &'a Compat> {
        let entries = self.view.registry().specs().compat.iter().map(|entry| entry.as_ref());
        entries.filter(move |entry| entry.pairs().any(|pair| stem(&pair.name.value) == stem(name)))
    }

    /// Keeps the name of an operator in programs.
    fn op(&self, symbol: &Symbol) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (symbol, _) in self.renames {
            let Symbol::Op { stem: old, .. } = symbol else { continue };
            let pairs = self.entries(old).flat_map(Compat::pairs);
            let pairs: Vec<_> = pairs.filter(|pair| stem(&pair.name.value) == old).collect();
            // The other pairs have an old name already.
            for pair in pairs.iter().filter(|_| pairs.iter().all(|pair| pair.legacy.is_none())) {
                let at = Span { start: pair.name.span.end, ..pair.name.span };
                edits.push(Edit { span: at, text: format!(" ({})", pair.name.value) });
            }
        }
        let Some(id) = self.saved(symbol) else { return edits };
        // The entry of an operator has the names of its gradients, too.
        let root = self.view.registry().grad_root(id);
        let op = self.view.op(root);
        match self.entries(op.stem()).find(|entry| stem(&entry.op.name.value) == op.stem()) {
            Some(entry) => edits.extend(self.more_gradients(root, entry)),
            None if edits.is_empty() => edits.extend(self.entry(root, "")),
            None => {}
        }
        edits
    }

    /// The gradients of an operator that are used in programs, in order.
    fn gradients(&self, id: OpId) -> impl Iterator<Item = OpId> {
        let registry = self.view.registry();
        let chain = registry.grad_chain(id).into_iter().skip(1);
        chain.take_while(|id| registry.is_registered(*id) && registry.op(*id).invoke.is_none())
    }

    /// Adds renamed gradients to an entry that does not list them yet.
    fn more_gradients(&self, id: OpId, entry: &Compat) -> Option<Edit> {
        let listed = entry.backward.len();
        let unlisted: Vec<&Op> = self.gradients(id).skip(listed).map(|id| self.view.op(id)).collect();
        let last = unlisted.iter().rposition(|op| self.new_name(op).is_some())?;
        let more = &unlisted[..=last];
        if more.iter().any(|op| self.entries(op.stem()).next().is_some()) {
            return None;
        }
        let more: Vec<String> = more.iter().map(|op| self.pair(op)).collect();
        let (key, name) = ("backward".to_owned(), more.join(", "));
        self.change(entry.op.name.span, Change::AddName { within: entry.op.name.span, key, name })
    }

    fn new_name(&self, op: &Op) -> Option<&'a str> {
        let is_this = |symbol: &Symbol| matches!(symbol, Symbol::Op { stem, .. } if stem == op.stem());
        self.renames.iter().find(|(symbol, _)| is_this(symbol)).map(|(_, new)| new.as_str())
    }

    /// An operator or a gradient as an entry lists it: its new name, and the old one if it is different.
    fn pair(&self, op: &Op) -> String {
        match self.new_name(op) {
            Some(new) => {
                let new = if op.is_inplace_only() { format!("{new}_") } else { new.to_owned() };
                format!("{new} ({})", op.name.value)
            }
            None => op.name.value.clone(),
        }
    }

    fn change(&self, at: Span, change: Change) -> Option<Edit> {
        let finding = Diagnostic::new(source::rules::MISSING_KEY, at, "").fix(Fix::new("", [change]));
        Editor::new(&self.view.project().sources).edits(&finding)?.pop()
    }

    /// Keeps the name of a part in programs.
    fn part(&self, symbol: &Symbol, old: &str, new: &str) -> Vec<Edit> {
        let Some(id) = self.saved(symbol).or_else(|| self.written_by_hand(symbol)) else { return Vec::new() };
        let op = self.view.op(id);
        let entry = self.entries(op.stem()).find(|entry| entry.pairs().any(|pair| stem(&pair.name.value) == op.stem()));
        let kinds = [
            ("inputs", op.signature.input(old).is_some(), entry.map(|entry| &entry.inputs)),
            ("outputs", op.signature.output(old).is_some(), entry.map(|entry| &entry.outputs)),
            ("attrs", op.signature.attr(old).is_some(), entry.map(|entry| &entry.attrs)),
        ];
        let unnamed = kinds
            .into_iter()
            .filter(|(_, is_one, names)| *is_one && !names.is_some_and(|names| names.contains_key(old)));
        let unnamed: Vec<&str> = unnamed.map(|(key, ..)| key).collect();
        match entry {
            _ if unnamed.is_empty() => Vec::new(),
            Some(entry) => {
                let within = entry.op.name.span;
                let names = unnamed.iter().filter_map(|key| {
                    let (under, key, value) = (Some((*key).to_owned()), new.to_owned(), old.to_owned());
                    self.change(within, Change::AddKey { within, under, key, value })
                });
                let mut edits: BTreeMap<Span, String> = BTreeMap::new();
                // Two keys may be added at the same place.
                names.for_each(|edit| edits.entry(edit.span).or_default().push_str(&edit.text));
                edits.into_iter().map(|(span, text)| Edit { span, text }).collect()
            }
            None => {
                let names = unnamed.iter().map(|key| format!("  {key} :\n    {new} : {old}\n"));
                self.entry(id, &names.collect::<String>()).into_iter().collect()
            }
        }
    }

    /// A new entry for an operator.
    fn entry(&self, id: OpId, names: &str) -> Option<Edit> {
        let pair = self.pair(self.view.op(id));
        let gradients: Vec<String> = self.gradients(id).map(|id| self.pair(self.view.op(id))).collect();
        let backward = match gradients.is_empty() {
            true => String::new(),
            false => format!("  backward : {}\n", gradients.join(", ")),
        };
        let file = self.view.files_of(Holds::Compat).next()?;
        let names_there = self.view.registry().specs().compat.iter().map(|entry| &entry.op.name);
        let names_there: Vec<_> = names_there.filter(|name| name.span.file == file).collect();
        let name = pair.split(' ').next().unwrap_or_default();
        let text = format!("- op : {pair}\n{backward}{names}");
        Some(crate::edits::new_entry(self.view, file, &names_there, name, &text))
    }
}
