//! Tensors whose values the program has.

use std::rc::Rc;

use profile::FillOperations;

use crate::facts::{AttributeInfo, OperandInfo, OperationInfo};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::LegacyAttr;
use crate::pir::{Attribute, DataType, Memory, Place, ValueId};
use crate::rules;

use super::super::attributes::data_type_name;
use super::super::operator::Step;
use super::super::remarks::Remark;
use super::super::steps::Steps;

const SHAPE: &str = "shape";
const SHAPE_TENSOR: &str = "ShapeTensor";
/// One tensor for each size.
const SHAPE_TENSORS: &str = "ShapeTensorList";
const VALUE: &str = "value";
const VALUE_TENSOR: &str = "ValueTensor";
/// The value as text, with all its digits.
const EXACT_VALUE: &str = "str_value";
const DATA_TYPE: &str = "dtype";
/// The number of a place, which does not count if the tensor is forced to a processor.
const PLACE: &str = "place_type";
const FORCED_TO_PROCESSOR: &str = "force_cpu";

/// The number of each data type that values may have, and the list with these values.
const LISTS_BY_TYPE: [(i32, &str); 4] =
    [(0, "bool_values"), (2, "int32_values"), (3, "int64_values"), (5, "fp32_values")];
/// All lists, in the order in which the framework looks at them.
const LISTS: [&str; 5] = ["bool_values", "fp32_values", "int32_values", "int64_values", "values"];

/// A tensor filled with one value.
impl Steps for FillOperations {
    fn operation(&self, step: &Step) -> Result<Rc<OperationInfo>, Fault> {
        step.named_operation(if has_tensors(step) { &self.tensors } else { &self.attributes })
    }

    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        match &*operand.name {
            "shape" => shape(step).map(Some),
            "value" => value(step).map(Some),
            _ => step.general_operand(operand),
        }
    }

    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        match &*attribute.name {
            "shape" => step.given(attribute, SHAPE).map(Some),
            "value" => {
                let value = step.float(VALUE)?;
                Ok(Some(exact(step, value)?.unwrap_or(Attribute::Float(value))))
            }
            "dtype" => element_type(step).map(Some),
            "place" => place(step, attribute).map(Some),
            _ => step.general_attribute(attribute),
        }
    }

    fn remark(&self, step: &Step, attribute: &AttributeInfo, _: &Attribute) -> Option<Remark> {
        let value = step.float(VALUE).ok().filter(|_| &*attribute.name == "value")?;
        let (Ok(Some(_)), Some(LegacyAttr::Text(text))) = (exact(step, value), step.op.attr(EXACT_VALUE)) else {
            return None;
        };
        let message = format!("the value is {text}, where the framework's own translation has {}", f64::from(value));
        Some(Remark { attribute: EXACT_VALUE, message })
    }
}

fn has_tensors(step: &Step) -> bool {
    [SHAPE_TENSOR, SHAPE_TENSORS, VALUE_TENSOR].iter().any(|input| step.has(input))
}

fn shape(step: &mut Step) -> Result<ValueId, Failed> {
    if step.has(SHAPE_TENSOR) {
        return step.first_value(SHAPE_TENSOR);
    }
    if step.has(SHAPE_TENSORS) {
        let sizes = step.values(SHAPE_TENSORS)?;
        let stacked = step.translator.stack(step.block, sizes);
        return step.noted(stacked);
    }
    step.list_constant(SHAPE)
}

fn value(step: &mut Step) -> Result<ValueId, Failed> {
    if step.has(VALUE_TENSOR) {
        return step.first_value(VALUE_TENSOR);
    }
    let number = step.float(VALUE);
    let number = step.noted(number)?;
    Ok(step.translator.full(step.block, &[1], number.into(), DataType::Float32))
}

/// The value with all its digits. `None` if a float has them, too.
fn exact(step: &Step, value: f32) -> Result<Option<Attribute>, Fault> {
    let Some(LegacyAttr::Text(text)) = step.op.attr(EXACT_VALUE) else { return Ok(None) };
    let data_type = DataType::of_number(step.integer(DATA_TYPE)?);
    let is_double = matches!(data_type, Some(DataType::Float64 | DataType::Complex128));
    let is_integer = matches!(data_type, Some(DataType::Int32 | DataType::Int64));
    Ok(match (text.parse::<i64>(), text.parse::<f64>()) {
        (Ok(number), _) if is_integer && value as i64 != number => Some(Attribute::Int64(number)),
        (_, Ok(number)) if is_double && number.is_finite() && f64::from(value) != number => {
            Some(Attribute::Double(number))
        }
        _ => None,
    })
}

fn element_type(step: &Step) -> Result<Attribute, Fault> {
    let number = step.integer(DATA_TYPE)?;
    let known = DataType::of_number(number).filter(|known| known.element().is_some());
    known.map(Attribute::DataType).ok_or_else(|| {
        let message = format!("there is no tensor of the data type {}", data_type_name(number));
        Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(DATA_TYPE.to_owned()), message)
    })
}

fn place(step: &Step, attribute: &AttributeInfo) -> Result<Attribute, Fault> {
    let is_forced = step.op.attr(FORCED_TO_PROCESSOR).is_some() && step.flag(FORCED_TO_PROCESSOR)?;
    let number = match (step.op.attr(PLACE), step.handler.defaults.get(&*attribute.name)) {
        (None, Some(default)) => default.number().unwrap_or(-1),
        _ => step.integer(PLACE)?,
    };
    let memory = match number {
        _ if is_forced => Memory::PROCESSOR,
        -1 => Memory::UNDEFINED,
        0 => Memory::PROCESSOR,
        1 => Memory::GPU,
        2 => Memory::GPU_PINNED,
        3 => Memory::XPU,
        other => {
            let message = format!("{other} is not the number of a place");
            return Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(PLACE.to_owned()), message));
        }
    };
    Ok(Attribute::Place(Place::new(memory)))
}

/// A tensor with the values in the list for its data type.
pub(super) struct ValuesByType;

impl Steps for ValuesByType {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        listed(step, attribute, list_by_type)
    }
}

/// A tensor with the values in the first list that is not empty.
pub(super) struct FirstValues;

impl Steps for FirstValues {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        listed(step, attribute, first_list)
    }
}

/// The attributes of a tensor whose values a function finds.
fn listed(
    step: &Step,
    attribute: &AttributeInfo,
    values: impl Fn(&Step, &AttributeInfo) -> Result<Attribute, Fault>,
) -> Result<Option<Attribute>, Fault> {
    match &*attribute.name {
        "shape" => step.given(attribute, SHAPE).map(Some),
        "dtype" => step.given(attribute, DATA_TYPE).map(Some),
        "values" => values(step, attribute).map(Some),
        "place" => Ok(Some(Attribute::Place(Place::new(Memory::UNDEFINED)))),
        _ => step.general_attribute(attribute),
    }
}

fn list_by_type(step: &Step, attribute: &AttributeInfo) -> Result<Attribute, Fault> {
    let number = step.integer(DATA_TYPE)?;
    let list = LISTS_BY_TYPE.iter().find(|(data_type, _)| *data_type == number);
    let (_, list) = list.ok_or_else(|| {
        let message = format!("there are no values of the data type {}", data_type_name(number));
        Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(DATA_TYPE.to_owned()), message)
    })?;
    step.given(attribute, list)
}

fn first_list(step: &Step, attribute: &AttributeInfo) -> Result<Attribute, Fault> {
    for name in LISTS {
        if let Some(value) = step.op.attr(name) {
            let list = step.convert(attribute, name, value)?;
            if matches!(&list, Attribute::Array(items) if !items.is_empty()) {
                return Ok(list);
            }
        }
    }
    let names: Vec<String> = LISTS.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("none of the attributes {} has a value", names.join(", "));
    Err(Fault::new(rules::MISSING_ATTRIBUTE, Part::Type, message))
}
