//! Values that a mask selects between.

use crate::facts::OperationInfo;
use crate::fault::{Failed, Fault, Part};
use crate::pir::{TensorType, Type};
use crate::rules;

use super::super::operands::Operands;
use super::super::operator::{Results, Step};
use super::super::steps::Steps;

const MASK: &str = "Mask";
const VALUES: &str = "X";
const RESULT: &str = "Out";

/// One of two values.
pub(super) struct SelectionOfInput;

impl Steps for SelectionOfInput {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        mask_and_values(step)
    }

    fn results(&self, step: &mut Step, _: &OperationInfo, operands: Option<&Operands>) -> Result<Results, Failed> {
        let result = common_type(step, operands.ok_or(Failed)?);
        step.noted(result)
    }
}

/// One of two results becomes the value.
pub(super) struct SelectionOfOutput;

impl Steps for SelectionOfOutput {
    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        mask_and_values(step)
    }

    /// Both results have the type of the value.
    fn results(&self, step: &mut Step, _: &OperationInfo, operands: Option<&Operands>) -> Result<Results, Failed> {
        let names = step.op.output(RESULT);
        if names.len() != 2 {
            let message = format!("the output `{RESULT}` must have two variables");
            return step.fail(Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
        }
        let value = operands.ok_or(Failed)?.get(1).copied().flatten();
        let ty = value.and_then(|value| step.translator.program.ty(value)).cloned();
        let written = names.iter().enumerate().map(|(at, name)| (name.clone(), (at, 0)));
        Ok(Results { types: vec![ty; names.len()], written: written.collect() })
    }
}

fn mask_and_values(step: &mut Step) -> Result<Operands, Failed> {
    let mask = step.only_value(MASK)?;
    let values = step.values(VALUES)?;
    Ok([mask].into_iter().chain(values).map(Some).collect())
}

/// The type that both values have; sizes in which they differ are unknown.
fn common_type(step: &Step, operands: &Operands) -> Result<Results, Fault> {
    let name = step.only_output(RESULT)?;
    let ty = |at: usize| operands.get(at).copied().flatten().and_then(|value| step.translator.program.ty(value));
    let (Some(first), Some(second)) = (ty(1), ty(2)) else {
        let message = format!("`{}` must have two values to select from", step.op.kind);
        return Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
    };
    if first == second {
        return Ok(Results::one(name, first.clone()));
    }
    let both = first.as_dense().zip(second.as_dense()).filter(|(first, second)| first.element == second.element);
    let Some((first, second)) = both else {
        let message = "the two values to select from are of different types";
        return Err(Fault::new(rules::WRONG_KIND, Part::Type, message));
    };
    Ok(Results::one(name, Type::dense(first.element, common_sizes(first, second))))
}

fn common_sizes(first: &TensorType, second: &TensorType) -> Vec<i64> {
    first.dims.iter().zip(&*second.dims).map(|(&one, &other)| if one == other { one } else { -1 }).collect()
}
