//! The meanings of names.

use indexmap::Equivalent;

/// The meaning of a name. A `Symbol<&str>` finds the `Symbol` with the same texts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Symbol<Text = String> {
    /// All operators with the same stem in the same space. Operators in different spaces are independent, such as dense and
    /// sparse ones. The stem is the name without a trailing underscore.
    Op {
        space: &'static str,
        stem: Text,
    },
    /// An input, attribute or output of an operator, and the parts of its gradients that are named after it.
    Part {
        space: &'static str,
        stem: Text,
        name: Text,
    },
    Kernel(Text),
    InferMeta(Text),
    SpmdRule(Text),
    Trait(Text),
    /// A C++ function that selects kernels.
    KernelType(Text),
    /// The name of an operator in saved programs.
    InPrograms(Text),
}

/// The space of all families that `op_compat` describes, and of PIR's own operators, which it joins.
pub const NAMED_IN_PROGRAMS: &str = "";

/// Kinds of names that only C++ code defines.
pub const KERNEL: &str = "kernel";
pub const INFER_META: &str = "infer meta function";
pub const SPMD_RULE: &str = "spmd rule";
pub const TRAIT: &str = "trait or interface";
pub const KERNEL_TYPE: &str = "function that selects kernels";

impl Symbol<&str> {
    /// The symbol with texts of its own.
    pub fn to_owned(&self) -> Symbol {
        let owned = str::to_owned;
        match *self {
            Symbol::Op { space, stem } => Symbol::Op { space, stem: owned(stem) },
            Symbol::Part { space, stem, name } => Symbol::Part { space, stem: owned(stem), name: owned(name) },
            Symbol::Kernel(name) => Symbol::Kernel(owned(name)),
            Symbol::InferMeta(name) => Symbol::InferMeta(owned(name)),
            Symbol::SpmdRule(name) => Symbol::SpmdRule(owned(name)),
            Symbol::Trait(name) => Symbol::Trait(owned(name)),
            Symbol::KernelType(name) => Symbol::KernelType(owned(name)),
            Symbol::InPrograms(name) => Symbol::InPrograms(owned(name)),
        }
    }
}

impl Equivalent<Symbol> for Symbol<&str> {
    fn equivalent(&self, other: &Symbol) -> bool {
        *self == other.borrowed()
    }
}

impl Symbol {
    pub(super) fn borrowed(&self) -> Symbol<&str> {
        match self {
            Symbol::Op { space, stem } => Symbol::Op { space, stem },
            Symbol::Part { space, stem, name } => Symbol::Part { space, stem, name },
            Symbol::Kernel(name) => Symbol::Kernel(name),
            Symbol::InferMeta(name) => Symbol::InferMeta(name),
            Symbol::SpmdRule(name) => Symbol::SpmdRule(name),
            Symbol::Trait(name) => Symbol::Trait(name),
            Symbol::KernelType(name) => Symbol::KernelType(name),
            Symbol::InPrograms(name) => Symbol::InPrograms(name),
        }
    }

    /// The text that every mention has.
    pub fn name(&self) -> &str {
        match self {
            Symbol::Op { stem: name, .. } | Symbol::Part { name, .. } => name,
            Symbol::Kernel(name)
            | Symbol::InferMeta(name)
            | Symbol::SpmdRule(name)
            | Symbol::Trait(name)
            | Symbol::KernelType(name)
            | Symbol::InPrograms(name) => name,
        }
    }

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
