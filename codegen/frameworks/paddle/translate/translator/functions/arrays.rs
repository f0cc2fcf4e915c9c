//! Operators over arrays of tensors, and those that take either a tensor or an array.

use std::rc::Rc;

use profile::{CopyOperations, SliceOperations};

use crate::facts::{OperandInfo, OperationInfo};
use crate::fault::{Failed, Fault};
use crate::legacy::VariableKind;
use crate::pir::ValueId;

use super::super::operands::Operands;
use super::super::operator::Step;
use super::super::steps::Steps;

const ARRAY: &str = "X";
const COPIED: &str = "X";
const SLICED: &str = "Input";
const RESULT: &str = "Out";

/// The length of an array, which is created if nothing has written it.
pub(super) struct LengthOfArray;

impl Steps for LengthOfArray {
    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        match &*operand.name {
            "x" => {
                let name = step.only_variable(ARRAY);
                let name = step.noted(name)?;
                array(step, name).map(Some)
            }
            _ => step.general_operand(operand),
        }
    }
}

/// An element is written to an array, which is created if nothing has written it.
pub(super) struct ElementOfArray;

impl Steps for ElementOfArray {
    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        match &*operand.name {
            "array" => {
                let name = step.only_output(RESULT);
                let name = step.noted(name)?;
                array(step, name).map(Some)
            }
            _ => step.general_operand(operand),
        }
    }
}

fn array(step: &mut Step, name: &str) -> Result<ValueId, Failed> {
    if step.translator.scopes.has(name) {
        return step.value(name);
    }
    let op = step.translator.new_array(step.at.block, name);
    let op = step.noted(op)?;
    step.translator.program.block_mut(step.block).ops.push(op);
    Ok(step.translator.first_result(op))
}

/// A copy. One that overwrites a value also has that value as an operand.
impl Steps for CopyOperations {
    fn operation(&self, step: &Step) -> Result<Rc<OperationInfo>, Fault> {
        if let Some((operation, _)) = overwritten(self, step) {
            return step.named_operation(operation);
        }
        match step.kind_of(step.only_variable(COPIED)?)? {
            VariableKind::Array => step.named_operation(&self.array),
            _ => step.found_operation(),
        }
    }

    fn operands(&self, step: &mut Step, info: &OperationInfo) -> Result<Operands, Failed> {
        let Some((_, written)) = overwritten(self, step) else { return step.each_operand(info) };
        Ok(vec![Some(step.only_value(COPIED)?), Some(step.value(written)?)])
    }
}

/// The operation that overwrites, and the variable, if the variable already has a value.
fn overwritten<'s, 'a>(operations: &'s CopyOperations, step: &Step<'_, 'a>) -> Option<(&'s str, &'a str)> {
    let name = step.op.output(RESULT).first().filter(|name| step.translator.scopes.has(name))?;
    Some((operations.overwriting.as_deref()?, name))
}

/// A slice. Of an array, it may be an array or a single tensor.
impl Steps for SliceOperations {
    fn operation(&self, step: &Step) -> Result<Rc<OperationInfo>, Fault> {
        let is_array = step.kind_of(step.only_variable(SLICED)?)? == VariableKind::Array;
        if !is_array {
            return step.named_operation(&self.tensor);
        }
        let is_element = step.kind_of(step.only_output(RESULT)?)? == VariableKind::Tensor;
        step.named_operation(if is_element { &self.element } else { &self.array })
    }
}
