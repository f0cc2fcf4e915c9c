//! Operators with axes: reductions, and operators over two tensors, the second of which begins at an axis of the first.

use crate::facts::{AttributeInfo, OperationInfo};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::LegacyAttr;
use crate::pir::{Attribute, OpId, ValueId};
use crate::rules;

use super::super::operands::Operands;
use super::super::operator::{Step, Written};
use super::super::steps::Steps;

const FIRST: &str = "X";
const SECOND: &str = "Y";
const SECOND_GRADIENT: &str = "Y@GRAD";
const AXIS: &str = "axis";
/// A flag with which the listed axes do not count.
const IS_OVER_ALL: &str = "reduce_all";

/// A reduction over listed axes. No axes stand for all of them.
pub(super) struct AllAxes;

impl Steps for AllAxes {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        match (&*attribute.name, step.op.attr(IS_OVER_ALL)) {
            ("axis", Some(LegacyAttr::Bool(true))) => Ok(Some(Attribute::Array(Vec::new()))),
            ("axis", Some(LegacyAttr::Bool(false)) | None) => {
                step.given(attribute, step.attribute_name(&attribute.name)).map(Some)
            }
            ("axis", Some(other)) => Err(step.wrong_type(IS_OVER_ALL, other, "a flag")),
            _ => step.general_attribute(attribute),
        }
    }
}

/// Two operands, the second of which begins at an axis of the first.
pub(super) struct AlongAxis;

impl Steps for AlongAxis {
    fn operands(&self, step: &mut Step, info: &OperationInfo) -> Result<Operands, Failed> {
        let axis = step.integer(AXIS);
        match step.noted(axis)? {
            -1 => step.each_operand(info),
            axis => along(step, axis.into()),
        }
    }
}

/// The second operand gets sizes of 1 behind its own, up to the last dimension of the first.
fn along(step: &mut Step, axis: i64) -> Result<Operands, Failed> {
    let (first, first_dims) = step.tensor(FIRST)?;
    let (second, dims) = step.tensor(SECOND)?;
    let axis = if axis < 0 { axis + first_dims.len() as i64 } else { axis };
    let ones = first_dims.len() as i64 - axis - dims.len() as i64;
    if ones <= 0 {
        return Ok(vec![Some(first), Some(second)]);
    }
    // An axis far outside of the first operand asks for more sizes than a tensor has.
    let ones = usize::try_from(ones).ok().filter(|&ones| ones <= first_dims.len());
    let Some(ones) = ones.filter(|_| axis >= 0) else {
        let message = format!("the axis {axis} is outside of the first operand");
        return step.fail(Fault::new(rules::WRONG_SHAPE, Part::Type, message));
    };
    let reshaped = if dims.contains(&-1) {
        with_unknown_sizes(step, second, &dims, ones)
    } else {
        let front = if step.form().pads_in_front() { axis as usize } else { 0 };
        let shape = std::iter::repeat_n(1, front).chain(dims).chain(std::iter::repeat_n(1, ones));
        step.translator.reshape(step.block, second, &shape.collect::<Vec<i64>>())
    };
    let second = step.noted(reshaped)?;
    Ok(vec![Some(first), Some(second)])
}

/// Adds sizes of 1 behind a shape that is not fully known before the program runs.
fn with_unknown_sizes(step: &mut Step, value: ValueId, dims: &[i64], ones: usize) -> Result<ValueId, Fault> {
    let (translator, block) = (&mut *step.translator, step.block);
    let tensor = translator.dense(value)?;
    let shape = translator.shape(block, value)?;
    let tail = translator.full_int_array(block, &vec![1; ones], translator.shape_type());
    let shape = translator.concat(block, [shape, tail])?;
    let sizes = if translator.profile.form.knows_shapes() {
        dims.iter().copied().chain(std::iter::repeat_n(1, ones)).collect()
    } else {
        vec![-1; dims.len() + ones]
    };
    Ok(translator.reshape_to(block, value, shape, &tensor, sizes))
}

/// The gradient of an operator along an axis: that of the second operand gets the operand's shape back.
pub(super) struct AlongAxisGradient;

impl Steps for AlongAxisGradient {
    fn after(&self, step: &mut Step, op: OpId, written: &Written) -> Result<(), Failed> {
        let axis = step.integer(AXIS);
        if step.noted(axis)? == -1 || step.op.output(SECOND_GRADIENT).is_empty() {
            return Ok(());
        }
        let (value, name) = step.made(op, written, SECOND_GRADIENT)?;
        let (_, shape) = step.tensor(SECOND)?;
        let made = step.translator.dense(value);
        if *step.noted(made)?.dims == *shape {
            return Ok(());
        }
        step.reshape_result(name, value, &shape)
    }
}
