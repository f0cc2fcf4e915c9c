//! A saved program: blocks of variables and operators, as its file has them.

pub mod actual_types;
mod attribute;
mod read;

use std::collections::BTreeMap;

pub use attribute::{LegacyAttr, LegacyScalar};
pub use read::{DEEPEST, read};

use crate::pir::DataType;

/// In a list of variables, the place of an absent one.
pub const NO_VARIABLE: &str = "@EMPTY@";

#[derive(Debug, Default)]
pub struct Legacy {
    pub blocks: Vec<LegacyBlock>,
}

#[derive(Debug, Default)]
pub struct LegacyBlock {
    /// The blocks whose variables are known here: this one, then the ones around it.
    pub chain: Vec<usize>,
    pub vars: BTreeMap<String, Variable>,
    pub ops: Vec<LegacyOp>,
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub kind: VariableKind,
    /// The number of its data type. `None` if the kind has no data type.
    pub data_type: Option<i32>,
    pub dims: Vec<i64>,
    pub persistable: bool,
    pub stop_gradient: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariableKind {
    Tensor,
    SelectedRows,
    Array,
    SparseCoo,
    SparseCsr,
    /// By its number in files.
    Other(i32),
}

/// Variables, by the name of the input or output.
pub type Slots = BTreeMap<String, Vec<String>>;

#[derive(Debug, Default)]
pub struct LegacyOp {
    pub kind: String,
    pub inputs: Slots,
    pub outputs: Slots,
    pub attrs: BTreeMap<String, LegacyAttr>,
}

impl Legacy {
    /// The variable that an operator of a block means by a name.
    pub fn variable(&self, block: usize, name: &str) -> Option<&Variable> {
        self.blocks[block].chain.iter().find_map(|&at| self.blocks[at].vars.get(name))
    }

    /// Like [`variable`](Self::variable), to change it.
    pub fn variable_mut(&mut self, block: usize, name: &str) -> Option<&mut Variable> {
        let has_it = |at: &&usize| self.blocks[**at].vars.contains_key(name);
        let at = *self.blocks[block].chain.iter().find(has_it)?;
        self.blocks[at].vars.get_mut(name)
    }
}

impl Variable {
    pub fn data_type(&self) -> Option<DataType> {
        DataType::of_number(self.data_type?)
    }
}

impl LegacyOp {
    /// The variables of an input. An attribute whose value is in variables counts as an input.
    pub fn input(&self, name: &str) -> &[String] {
        match self.attrs.get(name) {
            Some(LegacyAttr::Variables(names)) => names,
            _ => self.inputs.get(name).map_or(&[], Vec::as_slice),
        }
    }

    pub fn has_input(&self, name: &str) -> bool {
        matches!(self.attrs.get(name), Some(LegacyAttr::Variables(_))) || self.inputs.contains_key(name)
    }

    pub fn output(&self, name: &str) -> &[String] {
        self.outputs.get(name).map_or(&[], Vec::as_slice)
    }

    /// The value of an attribute. `None` if it is absent or in variables.
    pub fn attr(&self, name: &str) -> Option<&LegacyAttr> {
        self.attrs.get(name).filter(|attr| !matches!(attr, LegacyAttr::Variables(_)))
    }

    /// The number of the block that is the operator's body.
    pub fn body(&self) -> Option<i32> {
        match self.attrs.get("sub_block") {
            Some(LegacyAttr::Block(index)) => Some(*index),
            _ => None,
        }
    }

    pub fn input_variables(&self) -> impl Iterator<Item = &String> {
        self.inputs.values().flatten()
    }

    pub fn output_variables(&self) -> impl Iterator<Item = &String> {
        self.outputs.values().flatten()
    }
}
