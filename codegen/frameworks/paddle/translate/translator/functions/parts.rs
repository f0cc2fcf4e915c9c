//! A tensor that is split into parts.

use std::rc::Rc;

use profile::SplitOperations;

use crate::facts::OperationInfo;
use crate::fault::{Failed, Fault};
use crate::pir::NamedAttribute;

use super::super::operands::Operands;
use super::super::operator::Step;
use super::super::steps::Steps;

const TENSOR: &str = "X";
/// The number of parts, or 0 if their sizes are given.
const NUMBER: &str = "num";
const SIZES: &str = "sections";
/// One tensor for each size.
const SIZE_TENSORS: &str = "SectionsTensorList";
const AXIS: &str = "axis";
const AXIS_TENSOR: &str = "AxisTensor";

/// A tensor split into a number of equal parts, or into parts of given sizes.
impl Steps for SplitOperations {
    fn operation(&self, step: &Step) -> Result<Rc<OperationInfo>, Fault> {
        step.named_operation(if step.integer(NUMBER)? > 0 { &self.number } else { &self.sizes })
    }

    fn operands(&self, step: &mut Step, _: &OperationInfo) -> Result<Operands, Failed> {
        let mut operands = vec![Some(step.only_value(TENSOR)?)];
        let number = step.integer(NUMBER);
        if step.noted(number)? <= 0 {
            operands.push(Some(step.list_or_tensors(SIZES, SIZE_TENSORS)?));
        }
        // The axis is always a tensor.
        let axis = if step.has(AXIS_TENSOR) { step.only_value(AXIS_TENSOR)? } else { step.number_constant(AXIS)? };
        operands.push(Some(axis));
        Ok(operands)
    }

    /// The framework keeps the attributes for a device if the sizes are given, and loses them if only their number is.
    fn extra_attributes(&self, step: &Step) -> Vec<NamedAttribute> {
        let has_sizes = step.integer(NUMBER).is_ok_and(|number| number <= 0);
        if has_sizes { step.device_attributes() } else { Vec::new() }
    }
}
