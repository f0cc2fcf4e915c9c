//! Operators of which only one operand, attribute or result does not follow the general rule.

use crate::facts::{AttributeInfo, OperandInfo, OperationInfo};
use crate::fault::{Failed, Fault, Part};
use crate::pir::{Attribute, DataType, NamedAttribute, OpId, Type, ValueId};
use crate::rules;

use super::super::operands::Operands;
use super::super::operator::{Results, Step, Written};
use super::super::scopes::Definition;
use super::super::steps::Steps;

const RESULT: &str = "Out";
const DATA_TYPE: &str = "dtype";
const FIRST_BOUND: &str = "Start";
const DROPOUT_STATE: &str = "DropoutState";
const INTERMEDIATE_GRADIENT: &str = "IntermediateOut@GRAD";
/// The dimension of indices that the rows of a table do not have.
const INDEX_DIMENSION: i64 = -2;

/// The operation keeps the attributes for a device besides its own.
pub(super) struct DeviceAttribute;

impl Steps for DeviceAttribute {
    fn extra_attributes(&self, step: &Step) -> Vec<NamedAttribute> {
        step.device_attributes()
    }
}

/// The data type is that of the first bound.
pub(super) struct TypeOfBound;

impl Steps for TypeOfBound {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        match &*attribute.name {
            "dtype" => {
                let bound = step.translator.variable(step.at.block, step.only_variable(FIRST_BOUND)?)?;
                Ok(Some(Attribute::DataType(bound.data_type().unwrap_or(DataType::Undefined))))
            }
            _ => step.general_attribute(attribute),
        }
    }
}

/// The data type of the result is an attribute, not that of its variable.
pub(super) struct TypeOfResult;

impl Steps for TypeOfResult {
    fn results(&self, step: &mut Step, _: &OperationInfo, _: Option<&Operands>) -> Result<Results, Failed> {
        let result = result_of_type(step);
        step.noted(result)
    }
}

fn result_of_type(step: &Step) -> Result<Results, Fault> {
    let name = step.only_output(RESULT)?;
    let number = step.integer(DATA_TYPE)?;
    let element = step.translator.element(Some(number)).ok_or_else(|| {
        let message = format!("there is no tensor of the data type {number}");
        Fault::new(rules::NO_TYPE, Part::Attribute(DATA_TYPE.to_owned()), message)
    })?;
    let dims = step.translator.variable(step.at.block, name)?.dims.clone();
    Ok(Results::one(name, Type::dense(element, dims)))
}

/// A recurrent layer whose dropout state is created with zeros.
pub(super) struct DropoutState;

impl Steps for DropoutState {
    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        match &*operand.name {
            "dropout_state_in" => zeros_like(step, DROPOUT_STATE),
            _ => step.general_operand(operand),
        }
    }
}

/// Zeros of the type that an output has.
fn zeros_like(step: &mut Step, output: &str) -> Result<Option<ValueId>, Failed> {
    let Some(name) = step.op.output(output).first() else { return Ok(None) };
    let ty = step.translator.type_of(step.at.block, name);
    let ty = step.noted(ty)?;
    let Some(tensor) = ty.as_dense() else {
        let message = format!("the output `{output}` must be a dense tensor");
        return step.fail(Fault::new(rules::WRONG_KIND, Part::Output(output.to_owned()), message));
    };
    Ok(Some(step.translator.full(step.block, &tensor.dims, 0.0, tensor.element)))
}

/// Rows of a table by indices that have one dimension more than the operation wants.
pub(super) struct RowsOfTable;

impl Steps for RowsOfTable {
    fn after(&self, step: &mut Step, op: OpId, written: &Written) -> Result<(), Failed> {
        let (value, name) = step.made(op, written, RESULT)?;
        let ty = step.translator.type_of(step.at.block, name);
        let ty = step.noted(ty)?;
        let squeezed = step.translator.squeeze(step.block, value, &[INDEX_DIMENSION], ty);
        step.translator.scopes.define(name, Definition::of(squeezed));
        Ok(())
    }
}

/// Of all results, only the main one stands for a variable.
pub(super) struct MainResult;

impl Steps for MainResult {
    fn after(&self, step: &mut Step, op: OpId, written: &Written) -> Result<(), Failed> {
        if step.op.outputs.contains_key(RESULT) {
            let (value, name) = step.made(op, written, RESULT)?;
            step.translator.scopes.define(name, Definition::of(value));
        }
        Ok(())
    }
}

/// A gradient that has no operation if the gradient of the intermediate result is wanted, too.
pub(super) struct WithoutIntermediate;

impl Steps for WithoutIntermediate {
    fn check(&self, step: &Step) -> Result<(), Fault> {
        if step.op.output(INTERMEDIATE_GRADIENT).is_empty() {
            return Ok(());
        }
        let message = format!("there is no operation for `{}` that writes `{INTERMEDIATE_GRADIENT}`", step.op.kind);
        Err(Fault::new(rules::NO_OPERATION, Part::Output(INTERMEDIATE_GRADIENT.to_owned()), message))
    }
}
