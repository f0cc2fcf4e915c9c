//! The types of variables.

use crate::fault::{Fault, Part};
use crate::legacy::{Variable, VariableKind};
use crate::pir::{DataType, TensorKind, TensorType, Type};
use crate::rules;

use super::Translator;

/// The most sizes that a tensor has.
const MOST_SIZES: usize = 9;

impl Translator<'_> {
    /// The variable of a name, which the block or one around it must declare.
    pub(super) fn variable(&self, block: usize, name: &str) -> Result<&Variable, Fault> {
        self.legacy.variable(block, name).ok_or_else(|| {
            let message = format!("the variable `{name}` is not declared in its block, nor in one around it");
            let known = self.legacy.blocks[block].chain.iter().flat_map(|&at| self.legacy.blocks[at].vars.keys());
            let help = source::suggest::help(name, known.map(String::as_str));
            Fault::new(rules::UNKNOWN_VARIABLE, Part::Variable(name.to_owned()), message).help(help)
        })
    }

    /// The type of a variable.
    pub(super) fn type_of(&self, block: usize, name: &str) -> Result<Type, Fault> {
        let variable = self.variable(block, name)?;
        let fault = |message: String| Fault::new(rules::NO_TYPE, Part::Variable(name.to_owned()), message);
        let kind = match variable.kind {
            VariableKind::Tensor => TensorKind::Dense,
            VariableKind::SelectedRows => TensorKind::SelectedRows,
            VariableKind::Array => TensorKind::Array,
            VariableKind::SparseCoo if self.profile.form.has_newer_types() => TensorKind::SparseCoo,
            VariableKind::SparseCsr if self.profile.form.has_newer_types() => TensorKind::SparseCsr,
            VariableKind::SparseCoo | VariableKind::SparseCsr | VariableKind::Other(_) => {
                return Err(fault(format!(
                    "the variable `{name}` is {}, for which PIR has no type",
                    describe(variable)
                )));
            }
        };
        let element = self.element(variable.data_type).ok_or_else(|| {
            fault(format!("the variable `{name}` has {}, for which PIR has no type", data_type(variable.data_type)))
        })?;
        if variable.dims.len() > MOST_SIZES {
            let message = format!(
                "the variable `{name}` has {} sizes, but a tensor has at most {MOST_SIZES}",
                variable.dims.len()
            );
            return Err(fault(message));
        }
        Ok(Type::Tensor(TensorType { kind, element, dims: variable.dims.as_slice().into() }))
    }

    /// The type of elements that a number stands for. `None` if there is no tensor of it.
    pub(super) fn element(&self, number: Option<i32>) -> Option<DataType> {
        let found = DataType::of_number(number?)?;
        (found.element().is_some() && (self.profile.form.has_newer_types() || !found.is_newer())).then_some(found)
    }
}

/// The kind of a variable, in messages.
pub(super) fn describe(variable: &Variable) -> String {
    match variable.kind {
        VariableKind::Tensor => TensorKind::Dense.describe().to_owned(),
        VariableKind::SelectedRows => TensorKind::SelectedRows.describe().to_owned(),
        VariableKind::Array => TensorKind::Array.describe().to_owned(),
        VariableKind::SparseCoo => TensorKind::SparseCoo.describe().to_owned(),
        VariableKind::SparseCsr => TensorKind::SparseCsr.describe().to_owned(),
        VariableKind::Other(number) => match other_kind(number) {
            Some(name) => format!("of the kind {name}"),
            None => format!("of the unknown kind {number}"),
        },
    }
}

/// The name of a kind of variable that is not a tensor.
fn other_kind(number: i32) -> Option<&'static str> {
    Some(match number {
        9 => "FEED_MINIBATCH",
        10 => "FETCH_LIST",
        11 => "STEP_SCOPES",
        12 => "LOD_RANK_TABLE",
        14 => "PLACE_LIST",
        15 => "READER",
        17 => "RAW",
        18 => "TUPLE",
        25 => "STRING",
        26 => "STRINGS",
        27 => "VOCAB",
        28 => "FEED_LIST",
        _ => return None,
    })
}

fn data_type(number: Option<i32>) -> String {
    match number.and_then(DataType::of_number) {
        Some(known) => format!("the data type {}", known.name()),
        None => format!("the unknown data type {}", number.unwrap_or(-1)),
    }
}
