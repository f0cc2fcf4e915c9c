//! Where names occur, and what they mean there.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use source::{FileId, Span};

use super::symbol::Symbol;

/// The role of a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Definition,
    Reference,
    /// The name in saved programs, which happens to be the same as the current one.
    NameInPrograms,
}

/// A place where a name is mentioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention {
    /// The span of the whole name.
    pub name: Span,
    /// The span of the part that names the symbol: the `x` of `x_grad`.
    pub span: Span,
    pub role: Role,
    pub(super) symbol: usize,
}

impl Mention {
    /// What mentions are ordered by. Numbers, because comparing spans field by field takes most of the time to sort them.
    pub(super) fn key(&self) -> (u64, u64, u64, usize) {
        let pair = |first: u32, second: u32| u64::from(first) << 32 | u64::from(second);
        let Mention { name, span, role, symbol } = *self;
        (pair(name.file.index(), name.start), pair(name.end, span.start), pair(span.end, role as u32), symbol)
    }
}

/// The mentions in a project, or in one of its files.
#[derive(Debug, Default)]
pub struct Mentions {
    pub(super) symbols: IndexSet<Symbol, FxBuildHasher>,
    /// Ordered by file and position.
    pub(super) list: Vec<Mention>,
}

impl Mentions {
    pub(super) fn add(&mut self, symbol: &Symbol<&str>, name: Span, span: Span, role: Role) {
        let symbol = self.intern(symbol);
        self.list.push(Mention { name, span, role, symbol });
    }

    /// The mentions in several files, whose ids are in order.
    pub fn joined<'a>(files: impl IntoIterator<Item = &'a Mentions>) -> Self {
        let mut joined = Mentions::default();
        for file in files {
            let symbols: Vec<usize> = file.symbols.iter().map(|symbol| joined.intern(&symbol.borrowed())).collect();
            let mentions = file.list.iter().map(|mention| Mention { symbol: symbols[mention.symbol], ..*mention });
            joined.list.extend(mentions);
        }
        joined
    }

    /// The index of a symbol, which is kept if it is new.
    pub(super) fn intern(&mut self, symbol: &Symbol<&str>) -> usize {
        let known = self.symbols.get_index_of(symbol);
        known.unwrap_or_else(|| self.symbols.insert_full(symbol.to_owned()).0)
    }

    pub fn symbol(&self, mention: Mention) -> &Symbol {
        &self.symbols[mention.symbol]
    }

    /// The mention at an offset, or the one that ends there.
    pub fn at(&self, file: FileId, offset: usize) -> Option<Mention> {
        let offset = offset as u32;
        let end = self.list.partition_point(|mention| (mention.name.file, mention.name.start) <= (file, offset));
        let near = self.list[..end].iter().rev().take_while(|mention| mention.name.file == file).take(4);
        near.copied().find(|mention| mention.name.start <= offset && offset <= mention.name.end)
    }

    /// All mentions in a file, ordered by position.
    pub fn in_file(&self, file: FileId) -> &[Mention] {
        let start = self.list.partition_point(|mention| mention.name.file < file);
        let end = self.list.partition_point(|mention| mention.name.file <= file);
        &self.list[start..end]
    }

    /// The number of references to every symbol, for [`Mentions::count_of`].
    pub fn reference_counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.symbols.len()];
        for mention in self.list.iter().filter(|mention| mention.role != Role::Definition) {
            counts[mention.symbol] += 1;
        }
        counts
    }

    /// The number of references to what a mention means.
    pub fn count_of(&self, mention: Mention, counts: &[usize]) -> usize {
        counts[mention.symbol]
    }

    /// All mentions of a symbol, ordered by file and position.
    pub fn of_symbol(&self, symbol: &Symbol) -> impl Iterator<Item = Mention> {
        let wanted = self.symbols.get_index_of(symbol);
        self.list.iter().copied().filter(move |mention| Some(mention.symbol) == wanted)
    }

    /// Every symbol that is mentioned.
    pub fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter()
    }
}
