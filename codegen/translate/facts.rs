//! What a translation knows of operators: the operations of PIR with their operands, attributes and results, which of them an
//! operator with several kernels becomes, and what all that is called in programs of the older form.
//!
//! Facts come from the registry of a tree, or from a table that is part of opgen and that opgen made of a registry. The table
//! is text with one line for each fact; lines are read when they are needed.

mod info;
mod names;
mod registry;
mod table;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use profile::{Released, TRANSLATION_FACTS};

pub use info::{AttributeInfo, AttributeKind, Mutable, OperandInfo, OperationInfo, ResultInfo, ValueKind};
pub use names::{Arguments, Names};
pub use registry::forget_mended_kernels;

#[derive(Debug, Default)]
pub struct Facts {
    /// The lines that describe operations, by name.
    operations: BTreeMap<Rc<str>, Rc<str>>,
    read: RefCell<BTreeMap<Rc<str>, Option<Rc<OperationInfo>>>>,
    /// An operator with several kernels, and the operations that it may become, in order.
    kernels: BTreeMap<String, Vec<String>>,
    pub names: Names,
    /// The defaults of attributes that programs leave out, by operator and attribute.
    defaults: BTreeMap<(String, String), String>,
}

impl Facts {
    /// The facts of a profile that are part of opgen.
    pub fn built_in(profile: &str) -> Option<Facts> {
        let (_, text) = TRANSLATION_FACTS.iter().find(|(name, _)| *name == profile)?;
        Facts::parse(text).ok()
    }

    /// The operation of a name, with the dialect.
    pub fn operation(&self, name: &str) -> Option<Rc<OperationInfo>> {
        let (name, line) = self.operations.get_key_value(name)?;
        let mut read = self.read.borrow_mut();
        let info = read.entry(name.clone());
        info.or_insert_with(|| OperationInfo::parse(name, line).ok().map(Rc::new)).clone()
    }

    /// The names of all operations, with their dialects.
    pub fn operations(&self) -> impl Iterator<Item = &str> {
        self.operations.keys().map(|name| &**name)
    }

    /// The operations that an operator with several kernels may become, in order and without the dialect.
    pub fn kernels(&self, op: &str) -> Option<&[String]> {
        self.kernels.get(op).map(Vec::as_slice)
    }

    /// The default of an attribute that an operator has even if the program does not say so.
    pub fn default_of(&self, op: &str, attribute: &str) -> Option<&str> {
        self.defaults.get(&(op.to_owned(), attribute.to_owned())).map(String::as_str)
    }

    /// Adds operations whose classes are written by hand, in lines as the table has them.
    pub fn with_operations(mut self, lines: &[String]) -> Self {
        for line in lines {
            let (name, rest) = table::split_operation(line);
            self.operations.insert(name.into(), rest.into());
        }
        self
    }

    /// Replaces what a release describes otherwise.
    pub fn as_released(mut self, released: &Released) -> Self {
        for name in &released.without {
            self.operations.remove(name.as_str());
        }
        self.with_operations(&released.operations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_line_can_be_read() {
        for (profile, text) in TRANSLATION_FACTS {
            let facts = Facts::parse(text).expect("the table is one");
            assert!(facts.operations().count() > 1000, "{profile}");
            for name in facts.operations.keys() {
                assert!(facts.operation(name).is_some(), "{profile}: {name}");
            }
            assert_eq!(facts.to_table(), *text);
        }
    }
}
