//! Facts about operators: the operations of PIR with their operands, attributes and results, the operations that an operator with
//! several kernels may become, and the names of all these in saved programs.
//!
//! Facts come from the registry of a tree, or from a table that is part of opgen and that opgen made from a registry. The table
//! is text with one fact per line. Lines are parsed when they are needed.

mod info;
mod names;
mod registry;
mod table;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use profile::{Released, TRANSLATION_FACTS};

pub(crate) use info::{AttributeInfo, AttributeKind, Mutable, OperandInfo, OperationInfo, ResultInfo, ValueKind};
pub use names::{Arguments, Names};
pub use registry::forget_mended_kernels;
pub use table::changes;

/// Facts about the operators of a release or of a tree.
#[derive(Debug, Default)]
pub struct Facts {
    /// The lines that describe operations, by name.
    operations: BTreeMap<Rc<str>, Rc<str>>,
    read: RefCell<BTreeMap<Rc<str>, Option<Rc<OperationInfo>>>>,
    /// The operations that an operator with several kernels may become, in order.
    kernels: BTreeMap<String, Vec<String>>,
    /// Names in saved programs.
    pub names: Names,
    /// The defaults of attributes that programs leave out, by operator and attribute.
    defaults: BTreeMap<(String, String), String>,
}

impl Facts {
    /// The facts of a profile that are part of opgen.
    pub fn built_in(profile: &str) -> Option<Facts> {
        Facts::parse(&built_in_table(profile)?).ok()
    }

    /// The operation of a name that includes the dialect.
    pub(crate) fn operation(&self, name: &str) -> Option<Rc<OperationInfo>> {
        let (name, line) = self.operations.get_key_value(name)?;
        let mut read = self.read.borrow_mut();
        let info = read.entry(name.clone());
        info.or_insert_with(|| OperationInfo::parse(name, line).ok().map(Rc::new)).clone()
    }

    /// The names of all operations, with their dialects.
    pub(crate) fn operations(&self) -> impl Iterator<Item = &str> {
        self.operations.keys().map(|name| &**name)
    }

    /// The operations that an operator with several kernels may become, in order and without the dialect.
    pub(crate) fn kernels(&self, op: &str) -> Option<&[String]> {
        self.kernels.get(op).map(Vec::as_slice)
    }

    /// The default of an attribute that a program leaves out.
    pub(crate) fn default_of(&self, op: &str, attribute: &str) -> Option<&str> {
        self.defaults.get(&(op.to_owned(), attribute.to_owned())).map(String::as_str)
    }

    /// Adds operations whose classes are written by hand. The lines are those of the table.
    pub fn with_operations(mut self, lines: &[String]) -> Self {
        for line in lines {
            let (name, rest) = table::split_operation(line);
            self.operations.insert(name.into(), rest.into());
        }
        self
    }

    /// Corrects what the release describes otherwise than the YAML of its preview.
    pub fn as_released(mut self, released: &Released) -> Self {
        for name in &released.without {
            self.operations.remove(name.as_str());
        }
        for (attribute, beside) in &released.empty_beside {
            let ops: Vec<_> =
                self.defaults.keys().filter(|(_, other)| other == beside).map(|(op, _)| op.clone()).collect();
            let defaults = ops.into_iter().map(|op| ((op, attribute.clone()), String::new()));
            self.defaults.extend(defaults);
        }
        self.with_operations(&released.operations)
    }
}

/// The whole table of a profile.
fn built_in_table(profile: &str) -> Option<Cow<'static, str>> {
    let text_of = |wanted: &str| TRANSLATION_FACTS.iter().find(|(name, _)| *name == wanted).map(|(_, text)| *text);
    let text = text_of(profile)?;
    Some(match table::base_of(text) {
        Some(base) => Cow::Owned(table::changed(text_of(base)?, text)),
        None => Cow::Borrowed(text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_line_can_be_read() {
        for (profile, text) in TRANSLATION_FACTS {
            let table = built_in_table(profile).expect("it is built in");
            let facts = Facts::parse(&table).expect("the built-in table is valid");
            assert!(facts.operations().count() > 1000, "{profile}");
            for name in facts.operations.keys() {
                assert!(facts.operation(name).is_some(), "{profile}: {name}");
            }
            match table::base_of(text) {
                Some(base) => {
                    let table = built_in_table(base).expect("it is built in");
                    assert_eq!(changes(base, &table, &facts.to_table()), *text);
                }
                None => assert_eq!(facts.to_table(), *text),
            }
        }
    }
}
