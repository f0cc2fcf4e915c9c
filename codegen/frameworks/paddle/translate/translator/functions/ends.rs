//! Inputs and outputs of a program.

use crate::facts::{AttributeInfo, OperationInfo};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::LegacyAttr;
use crate::pir::{Attribute, Memory, Place};
use crate::rules;

use super::super::operands::Operands;
use super::super::operator::{Results, Step};
use super::super::steps::Steps;

/// The attribute with the name of a declared input.
const NAME: &str = "name";
const SHAPE: &str = "shape";
const DATA_TYPE: &str = "dtype";
/// The number of a kind of memory. Custom devices also have a number and a name.
const PLACE: &str = "place";
const DEVICE_NUMBER: &str = "place_device_id";
const DEVICE_NAME: &str = "place_device_type";
/// The place of an input or output among all.
const COLUMN: &str = "col";

/// An input that is described by its attributes.
pub(super) struct DeclaredInput;

impl Steps for DeclaredInput {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        match &*attribute.name {
            "name" => step.text_or_empty(NAME).map(Some),
            "shape" => step.given(attribute, SHAPE).map(Some),
            "dtype" => step.given(attribute, DATA_TYPE).map(Some),
            "place" => place(step).map(Some),
            _ => step.general_attribute(attribute),
        }
    }
}

fn place(step: &Step) -> Result<Attribute, Fault> {
    let mut place = Place::new(Memory(step.integer(PLACE)?));
    if place.memory == Memory::CUSTOM && step.form().has_newer_types() {
        place.device = step.integer(DEVICE_NUMBER)?;
        place.custom = match step.required(DEVICE_NAME)? {
            LegacyAttr::Text(text) => text.clone(),
            other => return Err(step.wrong_type(DEVICE_NAME, other, "a text")),
        };
    } else if place.memory.name().is_none() {
        let message = format!("{} is not the number of a kind of memory", place.memory.0);
        return Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(PLACE.to_owned()), message));
    }
    Ok(Attribute::Place(place))
}

/// An input that is known by its column. Its name is that of its variable.
pub(super) struct FedInput;

impl Steps for FedInput {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        column(step, attribute, step.op.output_variables().next(), "outputs")
    }
}

/// An output that is known by its column. Its name is that of its variable.
pub(super) struct FetchedOutput;

impl Steps for FetchedOutput {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        column(step, attribute, step.op.input_variables().next(), "inputs")
    }

    /// One result of the type of the operand, for which no variable stands.
    fn results(&self, step: &mut Step, _: &OperationInfo, operands: Option<&Operands>) -> Result<Results, Failed> {
        let operand = operands.ok_or(Failed)?.first().copied().flatten();
        let ty = operand.and_then(|value| step.translator.program.ty(value)).cloned();
        Ok(Results { types: vec![ty], ..Results::default() })
    }
}

fn column(
    step: &Step,
    attribute: &AttributeInfo,
    variable: Option<&String>,
    slots: &str,
) -> Result<Option<Attribute>, Fault> {
    match &*attribute.name {
        "name" => {
            let name = variable.map(|name| Some(Attribute::Text(name.clone())));
            name.ok_or_else(|| {
                let message = format!("`{}` has no variable among its {slots}", step.op.kind);
                Fault::new(rules::MISSING_VARIABLE, Part::Type, message)
            })
        }
        "col" => {
            let is_given = step.op.attr(COLUMN).is_some();
            Ok(Some(Attribute::Int32(if is_given { step.integer(COLUMN)? } else { 0 })))
        }
        _ => step.general_attribute(attribute),
    }
}
