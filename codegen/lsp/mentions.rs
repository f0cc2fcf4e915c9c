//! Every name in a project's files that means an operator, a part of one, or a function, and what it means.

mod collect;
mod origin;

use std::collections::BTreeMap;

use indexmap::IndexSet;
use project::Project;
use registry::OpId;
use source::{FileId, Span};

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// All operators of a name that can take each other's place: the definitions of several graphs. `space` tells apart
    /// those that cannot, such as dense and sparse operators. The name has no trailing underscore.
    Op {
        space: &'static str,
        stem: String,
    },
    /// An input, attribute or output of an operator, and what its gradients call after it.
    Part {
        space: &'static str,
        stem: String,
        name: String,
    },
    Kernel(String),
    InferMeta(String),
    SpmdRule(String),
    Trait(String),
    /// A C++ function that selects kernels.
    KernelType(String),
    /// The name of an operator in saved programs.
    InPrograms(String),
}

/// Kinds of names that only C++ code defines.
pub const KERNEL: &str = "kernel";
pub const INFER_META: &str = "infer meta function";
pub const SPMD_RULE: &str = "spmd rule";
pub const TRAIT: &str = "trait or interface";
pub const KERNEL_TYPE: &str = "function that selects kernels";

impl Symbol {
    /// The kind and the name, if only C++ code defines it.
    pub fn in_cpp(&self) -> Option<(&'static str, &str)> {
        match self {
            Symbol::Kernel(name) => Some((KERNEL, name)),
            Symbol::InferMeta(name) => Some((INFER_META, name)),
            Symbol::SpmdRule(name) => Some((SPMD_RULE, name)),
            Symbol::Trait(name) => Some((TRAIT, name)),
            Symbol::KernelType(name) => Some((KERNEL_TYPE, name)),
            Symbol::Op { .. } | Symbol::Part { .. } | Symbol::InPrograms(_) => None,
        }
    }
}

/// What a mention does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Definition,
    Reference,
    /// It is the name in saved programs, which is the same.
    Saved,
}

/// A name in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The whole name.
    pub name: Span,
    /// What is the name of the symbol: of the gradient `x_grad` of `x`, the `x`.
    pub span: Span,
    pub role: Role,
    symbol: usize,
}

/// All mentions of a project.
#[derive(Debug, Default)]
pub struct Mentions {
    symbols: IndexSet<Symbol>,
    /// By file and position.
    list: Vec<Mention>,
    /// The operators of each symbol that has some.
    ops: BTreeMap<usize, Vec<OpId>>,
}

impl Mentions {
    pub fn of(project: &Project) -> Self {
        let mut mentions = Mentions::default();
        collect::all(project, &mut mentions);
        mentions.list.sort();
        mentions.list.dedup_by_key(|mention| (mention.span, mention.symbol));
        mentions
    }

    fn add(&mut self, symbol: Symbol, name: Span, span: Span, role: Role) {
        let symbol = self.intern(symbol);
        self.list.push(Mention { name, span, role, symbol });
    }

    fn intern(&mut self, symbol: Symbol) -> usize {
        self.symbols.insert_full(symbol).0
    }

    pub fn symbol(&self, mention: Mention) -> &Symbol {
        &self.symbols[mention.symbol]
    }

    /// The name at an offset, or the one that ends there.
    pub fn at(&self, file: FileId, offset: usize) -> Option<Mention> {
        let offset = offset as u32;
        let end = self.list.partition_point(|mention| (mention.name.file, mention.name.start) <= (file, offset));
        let near = self.list[..end].iter().rev().take_while(|mention| mention.name.file == file).take(4);
        near.copied().find(|mention| mention.name.start <= offset && offset <= mention.name.end)
    }

    /// All mentions of what one means, by file and position.
    pub fn of_symbol(&self, symbol: &Symbol) -> impl Iterator<Item = Mention> {
        let wanted = self.symbols.get_index_of(symbol);
        self.list.iter().copied().filter(move |mention| Some(mention.symbol) == wanted)
    }

    /// The operators that a symbol means, or that have the part that it means.
    pub fn ops(&self, symbol: &Symbol) -> &[OpId] {
        let at = self.symbols.get_index_of(symbol);
        at.and_then(|at| self.ops.get(&at)).map_or(&[], Vec::as_slice)
    }

    /// Every symbol that is mentioned.
    pub fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter()
    }
}
