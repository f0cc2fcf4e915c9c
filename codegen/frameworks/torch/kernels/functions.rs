//! The functions of all C++ files of a tree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::files::File;
use crate::native::{NativeKernel, NativeKind};
use crate::signature::Kernel;

/// A function and the file that it is in.
pub type Located<'a> = (&'a File, &'a Kernel);

/// The functions of all C++ files of a tree that other files can call.
pub struct CppFunctions<'a> {
    /// By the name, and by the scope around it.
    by_name: BTreeMap<&'a str, BTreeMap<&'a str, Vec<Located<'a>>>>,
    /// The names in calls of macros that are defined in other files.
    words_of_macros: BTreeSet<&'a str>,
    /// The beginnings and endings of names that macros make for others.
    pasted_names: Vec<(&'a str, &'a str)>,
}

/// The length of what is known of a name that a macro makes. With less, it would be almost every name.
const SHORTEST_PASTED: usize = 4;

impl<'a> CppFunctions<'a> {
    /// The functions of files.
    pub fn of(files: &'a [Arc<File>]) -> Self {
        let mut by_name: BTreeMap<&str, BTreeMap<&str, Vec<Located>>> = BTreeMap::new();
        let mut words_of_macros = BTreeSet::new();
        let mut pasted_names = Vec::new();
        for file in files {
            for kernel in file.read.kernels.iter().filter(|kernel| !kernel.is_static) {
                let of_name = by_name.entry(&kernel.name).or_default();
                of_name.entry(&kernel.scope).or_default().push((file, kernel));
            }
            words_of_macros.extend(file.read.words_of_macros.iter().map(String::as_str));
            let pasted = file.read.pasted_names.iter().map(|(prefix, suffix)| (prefix.as_str(), suffix.as_str()));
            pasted_names.extend(pasted.filter(|(prefix, suffix)| prefix.len() + suffix.len() >= SHORTEST_PASTED));
        }
        CppFunctions { by_name, words_of_macros, pasted_names }
    }

    /// True if the C++ declares a kernel, or has a call of a macro that may define it.
    pub fn may_have(&self, kernel: &NativeKernel) -> bool {
        !self.defining(kernel).is_empty() || self.is_in_macro(&kernel.name)
    }

    fn is_in_macro(&self, name: &str) -> bool {
        let is_pasted = |(prefix, suffix): &(&str, &str)| {
            name.strip_prefix(prefix).is_some_and(|rest| rest.len() > suffix.len() && rest.ends_with(suffix))
        };
        self.words_of_macros.contains(name) || self.pasted_names.iter().any(is_pasted)
    }

    /// The functions with the name of a kernel where it must be.
    pub fn defining(&self, kernel: &NativeKernel) -> &[Located<'a>] {
        let of_name = self.by_name.get(kernel.read.name.as_str());
        of_name.and_then(|of_name| of_name.get(kernel.scope.as_str())).map_or(&[], Vec::as_slice)
    }

    /// A function with the name of a kernel that is elsewhere.
    pub fn in_another_scope(&self, kernel: &NativeKernel) -> Option<Located<'a>> {
        let is_function = matches!(kernel.kind, NativeKind::Named | NativeKind::Implicit);
        let of_name = self.by_name.get(kernel.name.as_str()).filter(|_| is_function)?;
        of_name.values().flatten().find(|(_, own)| own.has_body).copied()
    }

    /// The names of the functions in a scope.
    pub fn names<'s>(&'s self, scope: &'s str) -> impl Iterator<Item = &'a str> + 's {
        self.by_name.iter().filter(move |(_, of_name)| of_name.contains_key(scope)).map(|(name, _)| *name)
    }

    /// The first function of a name in a scope.
    pub fn first(&self, scope: &str, name: &str) -> Option<Located<'a>> {
        self.by_name.get(name)?.get(scope)?.first().copied()
    }
}
