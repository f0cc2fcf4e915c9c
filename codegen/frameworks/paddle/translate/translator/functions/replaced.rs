//! Operators of older releases that newer operations compute in another form.

use crate::facts::{AttributeInfo, AttributeKind, OperandInfo, OperationInfo};
use crate::fault::{Failed, Fault, Part};
use crate::pir::{Attribute, DataType, OpId, Type, ValueId};
use crate::rules;

use super::super::operands::Operands;
use super::super::operator::{Results, Step, Written};
use super::super::scopes::Definition;
use super::super::shapes::product;
use super::super::steps::Steps;

const INPUT: &str = "X";
const RESULT: &str = "Out";

/// A tensor that becomes a matrix; an attribute has the number of sizes that become rows.
pub(super) struct FlattenedToMatrix;

const AXIS: &str = "axis";

impl Steps for FlattenedToMatrix {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        let (value, dims) = step.tensor(INPUT)?;
        let shape = matrix_shape(step, &dims);
        let shape = step.noted(shape)?;
        let shape = step.translator.full_int_array(step.block, &shape, DataType::Int64);
        Ok(vec![Some(value), Some(shape)])
    }
}

/// The shape of the matrix, in which one size is always inferred.
fn matrix_shape(step: &Step, dims: &[i64]) -> Result<[i64; 2], Fault> {
    let axis = step.integer(AXIS)?;
    let rank = dims.len();
    let Some(axis) = usize::try_from(axis).ok().filter(|axis| *axis <= rank) else {
        let message = format!("`{AXIS}` is {axis}, but the input `{INPUT}` has {rank} sizes");
        return Err(Fault::new(rules::WRONG_SHAPE, Part::Attribute(AXIS.to_owned()), message));
    };
    let known = |dims: &[i64]| product(dims).filter(|_| dims.iter().all(|size| *size > 0));
    match (known(&dims[..axis]), known(&dims[axis..])) {
        (Some(rows), _) => Ok([rows, -1]),
        (None, Some(columns)) => Ok([-1, columns]),
        // A size of 0 keeps the first one.
        (None, None) if axis == 1 => Ok([0, -1]),
        (None, None) => {
            let message = format!("the shape {dims:?} has unknown sizes on both sides of `{AXIS}`");
            Err(Fault::new(rules::WRONG_SHAPE, Part::Input(INPUT.to_owned()), message))
        }
    }
}

/// A tensor that is repeated along its axes, or the gradient of that. The numbers are a tensor, several tensors or an attribute.
pub(super) struct RepeatedTensor;

const TIMES: &str = "repeat_times";
const REPEATS: &str = "expand_times";
const REPEATS_TENSOR: &str = "ExpandTimes";
const REPEATS_TENSORS: &str = "expand_times_tensor";

impl Steps for RepeatedTensor {
    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        if &*operand.name != TIMES {
            return step.general_operand(operand);
        }
        let repeats = if step.has(REPEATS_TENSOR) {
            step.only_value(REPEATS_TENSOR)
        } else {
            step.list_or_tensors(REPEATS, REPEATS_TENSORS)
        };
        repeats.map(Some)
    }
}

/// A tensor that is repeated until it has the shape of another, or the gradient of that.
pub(super) struct RepeatedToShape;

const TARGET: &str = "target_tensor";

impl Steps for RepeatedToShape {
    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        if &*operand.name != TIMES {
            return step.general_operand(operand);
        }
        let (_, dims) = step.tensor(INPUT)?;
        let (_, target) = step.tensor(TARGET)?;
        let repeats = step.noted(repeats_to_shape(&dims, &target))?;
        Ok(Some(step.translator.full_int_array(step.block, &repeats, DataType::Int64)))
    }
}

fn repeats_to_shape(dims: &[i64], target: &[i64]) -> Result<Vec<i64>, Fault> {
    let wrong = |why: &str| {
        let message = format!("the shape {dims:?} cannot be repeated to {target:?}: {why}");
        Fault::new(rules::WRONG_SHAPE, Part::Input(TARGET.to_owned()), message)
    };
    if dims.len() != target.len() {
        return Err(wrong("they have different numbers of sizes"));
    }
    let pairs = dims.iter().zip(target);
    let repeats = pairs.map(|(size, wanted)| match (size, wanted) {
        (..=0, _) | (_, ..=0) => Err(wrong("a size is unknown")),
        (size, wanted) if wanted % size == 0 => Ok(wanted / size),
        _ => Err(wrong("a size is not a multiple")),
    });
    repeats.collect()
}

/// An interpolation whose points follow from the sizes of input and result. Newer operators compute them from a given factor,
/// which makes a difference if it is not an integer, so they are given the sizes.
pub(super) struct InterpolationBySizes;

/// Inputs that give the size of the result.
const SIZES: [&str; 2] = ["OutSize", "SizeTensor"];
/// Attributes with a size of the result, and its place from the end.
const SIZE_ATTRIBUTES: [(&str, usize); 3] = [("out_w", 1), ("out_h", 2), ("out_d", 3)];
const FACTOR: &str = "scale";
const FACTOR_TENSOR: &str = "Scale";
const LAYOUT: &str = "data_layout";

impl Steps for InterpolationBySizes {
    fn check(&self, step: &Step) -> Result<(), Fault> {
        if step.has(FACTOR_TENSOR) && !SIZES.iter().any(|input| step.has(input)) {
            let message = format!("there is no operation for `{}` with the input `{FACTOR_TENSOR}`", step.op.kind);
            return Err(step.no_operation(Part::Input(FACTOR_TENSOR.to_owned()), message));
        }
        Ok(())
    }

    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        // A given size takes precedence over the factor.
        if &*operand.name == "scale_tensor" { Ok(None) } else { step.general_operand(operand) }
    }

    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        let name = &*attribute.name;
        let size = SIZE_ATTRIBUTES.iter().find(|(size, _)| *size == name);
        if name != FACTOR && size.is_none() {
            return step.general_attribute(attribute);
        }
        let scaled = scaled_sizes(step)?;
        Ok(match (scaled, size) {
            (Some(Scaled::To(sizes)), Some((_, place))) if *place <= sizes.len() => {
                Some(Attribute::Int32(sizes[sizes.len() - place]))
            }
            (Some(Scaled::By(factors)), None) => {
                let one = |factor: f32| match attribute.kind {
                    AttributeKind::Double => Attribute::Double(factor.into()),
                    _ => Attribute::Float(factor),
                };
                Some(Attribute::Array(factors.into_iter().map(one).collect()))
            }
            (_, None) => Some(Attribute::Array(Vec::new())),
            (_, Some(_)) => step.general_attribute(attribute)?,
        })
    }
}

/// What a factor makes of the sizes of an image.
enum Scaled {
    /// These sizes.
    To(Vec<i32>),
    /// Some sizes are unknown, and the factor is an integer.
    By(Vec<f32>),
}

/// The sizes of the result, if a factor gives them.
fn scaled_sizes(step: &Step) -> Result<Option<Scaled>, Fault> {
    let factor = if step.op.attr(FACTOR).is_some() { step.float(FACTOR)? } else { 0.0 };
    if factor <= 0.0 || SIZES.iter().any(|input| step.has(input)) {
        return Ok(None);
    }
    let dims = &step.translator.variable(step.at.block, step.only_variable(INPUT)?)?.dims;
    let Attribute::Text(layout) = step.text_or_empty(LAYOUT)? else { return Ok(None) };
    let ((true, [_, image @ .., _]) | (false, [_, _, image @ ..])) = (layout.ends_with('C'), dims.as_slice()) else {
        let message = format!("the shape {dims:?} has no image to scale");
        return Err(Fault::new(rules::WRONG_SHAPE, Part::Input(INPUT.to_owned()), message));
    };
    if image.iter().all(|size| *size > 0) {
        return Ok(Some(Scaled::To(image.iter().map(|size| (*size as f32 * factor) as i32).collect())));
    }
    if factor.fract() == 0.0 {
        return Ok(Some(Scaled::By(vec![factor; image.len()])));
    }
    let message = format!("the shape {dims:?} has unknown sizes, and the factor {factor} is not an integer");
    Err(Fault::new(rules::WRONG_SHAPE, Part::Attribute(FACTOR.to_owned()), message))
}

/// Padding of images, as padding of volumes with one plane.
pub(super) struct PaddedImage;

const PADDINGS: &str = "paddings";
const MODE: &str = "mode";
const FORMAT: &str = "data_format";

impl Steps for PaddedImage {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        let (value, dims) = step.tensor(INPUT)?;
        let plane = plane_axis(step)?;
        let volume = step.translator.unsqueeze(step.block, value, plane as i64, &with_plane(&dims, plane));
        let volume = step.noted(volume)?;
        let paddings = volume_paddings(step);
        let paddings = step.noted(paddings)?;
        let paddings = step.translator.full_int_array(step.block, &paddings, DataType::Int64);
        Ok(vec![Some(volume), Some(paddings)])
    }

    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        let value = step.general_attribute(attribute)?;
        Ok(match (&*attribute.name, value) {
            (MODE, Some(Attribute::Text(mode))) if mode == "edge" => Some(Attribute::Text("replicate".to_owned())),
            (FORMAT, Some(Attribute::Text(format))) => Some(Attribute::Text(format.replace('H', "DH"))),
            (_, value) => value,
        })
    }

    fn results(&self, step: &mut Step, _: &OperationInfo, _: Option<&Operands>) -> Result<Results, Failed> {
        let plane = plane_axis(step)?;
        let name = step.only_output(RESULT);
        let name = step.noted(name)?;
        let ty = step.translator.type_of(step.at.block, name);
        let ty = step.noted(ty)?;
        let volume = ty.as_dense().map(|image| Type::dense(image.element, with_plane(&image.dims, plane)));
        Ok(Results::one(name, volume.unwrap_or(ty)))
    }

    fn after(&self, step: &mut Step, op: OpId, written: &Written) -> Result<(), Failed> {
        let plane = plane_axis(step)?;
        let (value, name) = step.made(op, written, RESULT)?;
        let ty = step.translator.type_of(step.at.block, name);
        let ty = step.noted(ty)?;
        let image = step.translator.squeeze(step.block, value, &[plane as i64], ty);
        step.translator.scopes.define(name, Definition::of(image));
        Ok(())
    }
}

/// The axis of the plane in the volume: in front of the height.
fn plane_axis(step: &mut Step) -> Result<usize, Failed> {
    let format = step.text_or_empty(FORMAT);
    let format = step.noted(format)?;
    Ok(if matches!(&format, Attribute::Text(format) if format.ends_with('C')) { 1 } else { 2 })
}

fn with_plane(dims: &[i64], axis: usize) -> Vec<i64> {
    let (before, after) = dims.split_at(axis.min(dims.len()));
    [before, &[1], after].concat()
}

/// The paddings begin at the last axis, where those of an image begin at the height.
fn volume_paddings(step: &Step) -> Result<[i64; 6], Fault> {
    match step.integers(PADDINGS)?.as_slice() {
        &[top, bottom, left, right] => Ok([left, right, top, bottom, 0, 0]),
        other => {
            let message = format!("`{PADDINGS}` has {} numbers, but must have 4", other.len());
            Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(PADDINGS.to_owned()), message))
        }
    }
}
