//! Products of tensors that are reshaped to matrices, and products with factors.

use crate::facts::OperationInfo;
use crate::fault::{Failed, Fault, Part};
use crate::pir::{OpId, ValueId};
use crate::rules;

use super::super::operands::Operands;
use super::super::operator::{Step, Written};
use super::super::scopes::Definition;
use super::super::shapes::rows;
use super::super::steps::Steps;

const RESULT: &str = "Out";
const GRADIENT: &str = "Out@GRAD";
/// The gradients of both operands, and the operands.
const GRADIENTS: [(&str, &str); 2] = [("X@GRAD", "X"), ("Y@GRAD", "Y")];
const FACTOR: &str = "alpha";
/// Factors of quantized operands and results, which no operation has.
const OTHER_FACTORS: [&str; 3] = ["Scale_x", "Scale_y", "Scale_out"];
/// Factors that differ less from 1 are 1.
const TOLERANCE: f32 = 1e-6;

/// An operand that is reshaped to a matrix.
struct Matrix {
    input: &'static str,
    /// The attribute with the number of sizes that become rows.
    rows: &'static str,
}

const FIRST: Matrix = Matrix { input: "X", rows: "x_num_col_dims" };
const SECOND: Matrix = Matrix { input: "Y", rows: "y_num_col_dims" };

/// The product of two tensors that are reshaped to matrices.
pub(super) struct MatrixProduct;

impl Steps for MatrixProduct {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        let operands = [matrix(step, &FIRST)?, matrix(step, &SECOND)?];
        reshaped(step, &operands)
    }

    /// The result gets the first sizes of one operand and the last ones of the other.
    fn after(&self, step: &mut Step, op: OpId, written: &Written) -> Result<(), Failed> {
        if !step.op.outputs.contains_key(RESULT) {
            return Ok(());
        }
        let (value, name) = step.made(op, written, RESULT)?;
        let (_, first) = step.tensor(FIRST.input)?;
        let (_, second) = step.tensor(SECOND.input)?;
        let front = &first[..row_sizes(step, &FIRST, &first)?];
        let back = &second[row_sizes(step, &SECOND, &second)?..];
        step.reshape_result(name, value, &[front, back].concat())
    }
}

/// The gradient of such a product.
pub(super) struct MatrixProductGradient;

impl Steps for MatrixProductGradient {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        let (first, [rows, inner]) = matrix(step, &FIRST)?;
        let (second, [other, columns]) = matrix(step, &SECOND)?;
        let (gradient, _) = step.tensor(GRADIENT)?;
        reshaped(step, &[(first, [rows, inner]), (second, [other, columns]), (gradient, [rows, columns])])
    }

    fn after(&self, step: &mut Step, op: OpId, written: &Written) -> Result<(), Failed> {
        for (output, input) in GRADIENTS {
            if step.op.output(output).is_empty() {
                continue;
            }
            let (value, name) = step.made(op, written, output)?;
            let shape = step.only_variable(input);
            let shape = shape.and_then(|input| step.translator.variable(step.at.block, input));
            let shape = shape.map(|variable| variable.dims.clone());
            let shape = step.noted(shape)?;
            step.reshape_result(name, value, &shape)?;
        }
        Ok(())
    }
}

/// An operand and its rows and columns.
fn matrix(step: &mut Step, matrix: &Matrix) -> Result<(ValueId, [i64; 2]), Failed> {
    let (value, dims) = step.tensor(matrix.input)?;
    let (front, back) = dims.split_at(row_sizes(step, matrix, &dims)?);
    let too_large = || {
        let message = format!("the shape {dims:?} has too many elements");
        Fault::new(rules::WRONG_SHAPE, Part::Input(matrix.input.to_owned()), message)
    };
    let shape = rows(front).zip(rows(back)).ok_or_else(too_large);
    let (rows, columns) = step.noted(shape)?;
    Ok((value, [rows, columns]))
}

/// The number of sizes of a tensor that become the rows of a matrix.
fn row_sizes(step: &mut Step, matrix: &Matrix, dims: &[i64]) -> Result<usize, Failed> {
    let number = step.integer(matrix.rows);
    let number = step.noted(number)?;
    match usize::try_from(number).ok().filter(|&number| number <= dims.len()) {
        Some(number) => Ok(number),
        None => {
            let message =
                format!("`{}` is {number}, but the input `{}` has {} sizes", matrix.rows, matrix.input, dims.len());
            step.fail(Fault::new(rules::WRONG_SHAPE, Part::Attribute(matrix.rows.to_owned()), message))
        }
    }
}

fn reshaped(step: &mut Step, values: &[(ValueId, [i64; 2])]) -> Result<Operands, Failed> {
    let mut operands = Operands::new();
    for (value, shape) in values {
        let reshaped = step.translator.reshape(step.block, *value, shape);
        operands.push(Some(step.noted(reshaped)?));
    }
    Ok(operands)
}

/// A product multiplied by a number.
pub(super) struct ScaledProduct;

impl Steps for ScaledProduct {
    fn check(&self, step: &Step) -> Result<(), Fault> {
        for factor in OTHER_FACTORS {
            if step.op.attr(factor).is_some() && is_other_than_one(step.float(factor)?) {
                let message = format!("there is no operation for `{}` with another `{factor}` than 1", step.op.kind);
                return Err(Fault::new(rules::NO_OPERATION, Part::Attribute(factor.to_owned()), message));
            }
        }
        Ok(())
    }

    fn after(&self, step: &mut Step, op: OpId, written: &Written) -> Result<(), Failed> {
        let factor = step.float(FACTOR);
        let factor = step.noted(factor)?;
        if !is_other_than_one(factor) {
            return Ok(());
        }
        let (value, name) = step.made(op, written, RESULT)?;
        let scaled = step.translator.scale(step.block, value, factor);
        let scaled = step.noted(scaled)?;
        step.translator.scopes.define(name, Definition::of(scaled));
        Ok(())
    }
}

/// Whether a factor changes anything. NaN does.
fn is_other_than_one(factor: f32) -> bool {
    (factor - 1.0).abs() >= TOLERANCE || factor.is_nan()
}
