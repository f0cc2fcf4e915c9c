//! Gradients of operators that change a shape, which need nothing but the old shape.
//!
//! In saved programs, the old shape is an output of the forward operator, with a zero in front. The operations of PIR have no such
//! result, and `data` with that shape takes the place of the operand.

use crate::facts::OperationInfo;
use crate::fault::{Failed, Fault, Part};
use crate::pir::{Attribute, DataType, Memory, OpId, Place, Type, ValueId};
use crate::rules;

use super::super::insert::{Flags, named};
use super::super::operands::Operands;
use super::super::operator::{Results, Step, Written};
use super::super::scopes::Definition;
use super::super::steps::Steps;

/// The input whose variable has the old shape.
const OLD_SHAPE: &str = "XShape";
const GRADIENT: &str = "Out@GRAD";
const RESULT: &str = "X@GRAD";
const AXES: &str = "axes";
const AXES_TENSOR: &str = "AxesTensor";
const AXES_TENSORS: &str = "AxesTensorList";

/// The gradient of an operator that changes a shape.
pub(super) struct ShapeGradient;

impl Steps for ShapeGradient {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        shape_and_gradient(step)
    }

    fn results(&self, step: &mut Step, _: &OperationInfo, operands: Option<&Operands>) -> Result<Results, Failed> {
        like_shape(step, operands)
    }

    fn after(&self, step: &mut Step, op: OpId, _: &Written) -> Result<(), Failed> {
        stop_gradient(step, op);
        Ok(())
    }
}

/// The same for an operator that inserts or removes dimensions at some axes.
pub(super) struct ShapeAxesGradient;

impl Steps for ShapeAxesGradient {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        let mut operands = shape_and_gradient(step)?;
        let is_tensor = step.has(AXES_TENSOR);
        operands.push(Some(if is_tensor {
            step.only_value(AXES_TENSOR)?
        } else {
            step.list_or_tensors(AXES, AXES_TENSORS)?
        }));
        Ok(operands)
    }

    fn results(&self, step: &mut Step, _: &OperationInfo, operands: Option<&Operands>) -> Result<Results, Failed> {
        like_shape(step, operands)
    }

    fn after(&self, step: &mut Step, op: OpId, _: &Written) -> Result<(), Failed> {
        stop_gradient(step, op);
        Ok(())
    }
}

fn shape_and_gradient(step: &mut Step) -> Result<Operands, Failed> {
    let shape = old_shape(step)?;
    let (gradient, _) = step.tensor(GRADIENT)?;
    Ok(vec![Some(shape), Some(gradient)])
}

/// One result of the type of the first operand.
fn like_shape(step: &mut Step, operands: Option<&Operands>) -> Result<Results, Failed> {
    let name = step.only_output(RESULT);
    let name = step.noted(name)?.to_owned();
    let shape = operands.ok_or(Failed)?.first().copied().flatten();
    let ty = shape.and_then(|value| step.translator.program.ty(value)).cloned();
    Ok(Results { types: vec![ty], written: [(name, (0, 0))].into_iter().collect() })
}

fn stop_gradient(step: &mut Step, op: OpId) {
    step.translator.program.op_mut(op).stop_gradient = Some(vec![true]);
}

/// The value with the old shape, without the zero in front.
fn old_shape(step: &mut Step) -> Result<ValueId, Failed> {
    let name = step.only_variable(OLD_SHAPE);
    let name = step.noted(name)?;
    if let Some(value) = step.translator.shapes.get(name) {
        return Ok(*value);
    }
    let variable = step.translator.variable(step.at.block, name).cloned();
    let variable = step.noted(variable)?;
    let element = step.translator.element(variable.data_type);
    let (Some(element), Some((_, dims))) = (element, variable.dims.split_first()) else {
        let message = format!("the variable `{name}` has no shape");
        return step.fail(Fault::new(rules::WRONG_SHAPE, Part::Variable(name.to_owned()), message));
    };
    if let Some(old) = step.translator.scopes.get(name) {
        if let Some(value) = old.value {
            step.translator.remove_input(value);
        }
        step.translator.scopes.forget(name);
    }
    let value = data(step, name, element, dims);
    step.translator.shapes.insert(name, value);
    step.translator.scopes.define(name, Definition::of(value));
    Ok(value)
}

fn data(step: &mut Step, name: &str, element: DataType, dims: &[i64]) -> ValueId {
    let attributes = vec![
        named("name", Attribute::Text(name.to_owned())),
        named("shape", Attribute::IntArray(dims.to_vec())),
        named("dtype", Attribute::DataType(element)),
        named("place", Attribute::Place(Place::new(Memory::UNDEFINED))),
    ];
    let results = vec![Some(Type::dense(element, dims))];
    let profile = step.translator.profile;
    let op = step.translator.insert(step.block, &profile.inserted.data, Vec::new(), attributes, results, Flags::Set);
    step.translator.first_result(op)
}
