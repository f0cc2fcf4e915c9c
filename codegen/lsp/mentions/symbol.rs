//! The meanings of names.

/// The meaning of a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// All operators with the same stem in the same space. Operators in different spaces are independent, such as dense and
    /// sparse ones. The stem is the name without a trailing underscore.
    Op {
        space: &'static str,
        stem: String,
    },
    /// An input, attribute or output of an operator, and the parts of its gradients that are named after it.
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

/// The space of all families that `op_compat` describes, and of PIR's own operators, which it joins.
pub const NAMED_IN_PROGRAMS: &str = "";

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
