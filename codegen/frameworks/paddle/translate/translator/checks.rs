//! Checks that operands, attributes and results are of the kinds that the operation has.

use crate::facts::{AttributeInfo, AttributeKind, OperationInfo, ValueKind};
use crate::fault::{Failed, Fault, Part};
use crate::pir::{Attribute, TensorKind, Type, ValueId};
use crate::rules;

use super::operator::Step;

impl Step<'_, '_> {
    /// Checks operands and results.
    pub(super) fn check_values(
        &mut self,
        info: &OperationInfo,
        operands: &[Option<ValueId>],
        results: &[Option<Type>],
    ) -> Result<(), Failed> {
        if info.is_unchecked {
            return Ok(());
        }
        let mut failed = false;
        for (operand, value) in info.operands.iter().zip(operands) {
            let kind = if operand.mutable.is_some() { ValueKind::List } else { operand.kind };
            let ty = value.and_then(|value| self.translator.program.ty(value));
            let may_be_absent = ty.is_none() && operand.is_optional;
            if !fits(kind, ty) && !may_be_absent {
                let message = format!("the operand `{}` of `{}` must be {}", operand.name, info.name, describe(kind));
                let fault = self.about_input(&operand.name, message, ty);
                failed |= self.fail::<()>(fault).is_err();
            }
        }
        for (result, ty) in info.results.iter().zip(results) {
            let may_be_absent = ty.is_none() && result.is_optional;
            if !fits(result.kind, ty.as_ref()) && !may_be_absent {
                let message =
                    format!("the result `{}` of `{}` must be {}", result.name, info.name, describe(result.kind));
                let fault = self.about_output(&result.name, message, ty.as_ref());
                failed |= self.fail::<()>(fault).is_err();
            }
        }
        if failed { Err(Failed) } else { Ok(()) }
    }

    fn about_input(&self, operand: &str, message: String, ty: Option<&Type>) -> Fault {
        let input = self.input_name(operand).into_owned();
        let part = if self.op.inputs.contains_key(&input) { Part::Input(input) } else { Part::Type };
        Fault::new(rules::WRONG_KIND, part, message + &but_is(ty))
    }

    fn about_output(&self, result: &str, message: String, ty: Option<&Type>) -> Fault {
        let output = self.facts().names.argument(self.described_by(), result).into_owned();
        let part = if self.op.outputs.contains_key(&output) { Part::Output(output) } else { Part::Type };
        Fault::new(rules::WRONG_KIND, part, message + &but_is(ty))
    }

    /// The value of an attribute, if the operation can keep it.
    pub(super) fn checked(
        &self,
        info: &OperationInfo,
        attribute: &AttributeInfo,
        value: Option<Attribute>,
    ) -> Result<Attribute, Fault> {
        let name = self.attribute_name(&attribute.name);
        let Some(value) = value else {
            if self.op.attrs.contains_key(name) {
                return Err(self.absent(name));
            }
            let message = format!("`{}` has no attribute `{name}`, which `{}` needs", self.op.kind, info.name);
            let help = source::suggest::help(name, self.op.attrs.keys().map(String::as_str));
            return Err(Fault::new(rules::MISSING_ATTRIBUTE, Part::Type, message).help(help));
        };
        if info.is_unchecked || has_kind(&value, attribute) {
            return Ok(value);
        }
        let given = self.op.attrs.get(name).map_or("of another type", |attr| attr.describe());
        let message = format!("the attribute `{name}` is {given}, but `{}` needs {}", info.name, wanted(attribute));
        Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(name.to_owned()), message))
    }
}

fn but_is(ty: Option<&Type>) -> String {
    match ty {
        None => ", but is absent".to_owned(),
        Some(Type::Tensor(tensor)) => format!(", but is {}", tensor.kind.describe()),
        Some(Type::Vector(_)) => ", but is a vector".to_owned(),
        Some(Type::Stack(_)) => ", but is a stack".to_owned(),
    }
}

fn describe(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Dense => TensorKind::Dense.describe(),
        ValueKind::List => "a dense tensor, or a vector of dense tensors",
        ValueKind::Rows => TensorKind::SelectedRows.describe(),
        ValueKind::Coo => TensorKind::SparseCoo.describe(),
        ValueKind::Csr => TensorKind::SparseCsr.describe(),
        ValueKind::Array => TensorKind::Array.describe(),
        ValueKind::ArrayList => "a vector of arrays of tensors",
    }
}

fn fits(kind: ValueKind, ty: Option<&Type>) -> bool {
    let tensor = |wanted: TensorKind| matches!(ty, Some(Type::Tensor(tensor)) if tensor.kind == wanted);
    let all = |wanted: TensorKind| match ty {
        Some(Type::Vector(types)) => {
            types.iter().all(|ty| matches!(ty, Some(Type::Tensor(tensor)) if tensor.kind == wanted))
        }
        _ => false,
    };
    match kind {
        ValueKind::Dense => tensor(TensorKind::Dense),
        ValueKind::List => tensor(TensorKind::Dense) || all(TensorKind::Dense),
        ValueKind::Rows => tensor(TensorKind::SelectedRows),
        ValueKind::Coo => tensor(TensorKind::SparseCoo),
        ValueKind::Csr => tensor(TensorKind::SparseCsr),
        ValueKind::Array => tensor(TensorKind::Array),
        ValueKind::ArrayList => all(TensorKind::Array),
    }
}

/// Whether a value is of the type of an attribute.
fn has_kind(value: &Attribute, attribute: &AttributeInfo) -> bool {
    match value {
        Attribute::Array(items) if attribute.is_list => items.iter().all(|item| is_one(item, attribute.kind)),
        value => !attribute.is_list && is_one(value, attribute.kind),
    }
}

fn is_one(value: &Attribute, kind: AttributeKind) -> bool {
    match kind {
        AttributeKind::Bool => matches!(value, Attribute::Bool(_)),
        AttributeKind::Int32 => matches!(value, Attribute::Int32(_)),
        AttributeKind::Int64 => matches!(value, Attribute::Int64(_)),
        AttributeKind::Float => matches!(value, Attribute::Float(_)),
        AttributeKind::Double => matches!(value, Attribute::Double(_)),
        AttributeKind::Str => matches!(value, Attribute::Text(_)),
        AttributeKind::Scalar => !matches!(
            value,
            Attribute::Array(_) | Attribute::IntArray(_) | Attribute::DataType(_) | Attribute::Place(_)
        ),
        AttributeKind::IntArray => matches!(value, Attribute::IntArray(_)),
        AttributeKind::DataType => matches!(value, Attribute::DataType(_)),
        AttributeKind::Place => matches!(value, Attribute::Place(_)),
        AttributeKind::DataLayout | AttributeKind::Unknown => false,
    }
}

fn wanted(attribute: &AttributeInfo) -> String {
    let (one, several) = match attribute.kind {
        AttributeKind::Bool => ("a flag", "flags"),
        AttributeKind::Int32 => ("a 32-bit integer", "32-bit integers"),
        AttributeKind::Int64 => ("a 64-bit integer", "64-bit integers"),
        AttributeKind::Float => ("a float", "floats"),
        AttributeKind::Double => ("a double", "doubles"),
        AttributeKind::Str => ("a text", "texts"),
        AttributeKind::Scalar => ("a number", "numbers"),
        AttributeKind::IntArray => ("a list of integers", "lists of integers"),
        AttributeKind::DataType => ("a data type", "data types"),
        AttributeKind::DataLayout => ("a data layout", "data layouts"),
        AttributeKind::Place => ("a place", "places"),
        AttributeKind::Unknown => ("a type that programs do not have", "values of a type that programs do not have"),
    };
    if attribute.is_list { format!("a list of {several}") } else { one.to_owned() }
}
