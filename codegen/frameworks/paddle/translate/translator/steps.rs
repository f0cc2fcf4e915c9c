//! The steps by which an operator is translated. By default each step follows the general rule; the functions in `functions`
//! replace single ones.

use std::rc::Rc;

use crate::facts::{AttributeInfo, OperandInfo, OperationInfo};
use crate::fault::{Failed, Fault};
use crate::pir::{Attribute, NamedAttribute, OpId, ValueId};

use super::operands::Operands;
use super::operator::{Results, Step, Written};
use super::remarks::Remark;

/// How an operator is translated, step by step.
pub(super) trait Steps {
    /// Translates the operator.
    fn run(&self, step: &mut Step) -> Result<(), Failed> {
        step.run_steps()
    }

    /// Refuses an operator that no operation stands for.
    fn check(&self, _step: &Step) -> Result<(), Fault> {
        Ok(())
    }

    /// The operation that the operator becomes.
    fn operation(&self, step: &Step) -> Result<Rc<OperationInfo>, Fault> {
        step.found_operation()
    }

    /// All operands, in the order of the operation.
    fn operands(&self, step: &mut Step, info: &OperationInfo) -> Result<Operands, Failed> {
        step.each_operand(info)
    }

    /// One operand. `None` if it is optional and absent.
    fn operand(&self, step: &mut Step, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        step.general_operand(operand)
    }

    /// One attribute. `None` if the program has no value for it.
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        step.general_attribute(attribute)
    }

    /// Attributes that the operation keeps besides those of its description.
    fn extra_attributes(&self, _step: &Step) -> Vec<NamedAttribute> {
        Vec::new()
    }

    /// A remark if the framework's own translation gives the attribute another value.
    fn remark(&self, _step: &Step, _attribute: &AttributeInfo, _value: &Attribute) -> Option<Remark> {
        None
    }

    /// The types of the results. The operands are `None` if they have faults; faults of results are found all the same.
    fn results(&self, step: &mut Step, info: &OperationInfo, _operands: Option<&Operands>) -> Result<Results, Failed> {
        step.general_results(info)
    }

    /// Inserts operations behind the operation.
    fn after(&self, _step: &mut Step, _op: OpId, _written: &Written) -> Result<(), Failed> {
        Ok(())
    }
}

/// The general rule.
pub(super) struct General;

impl Steps for General {}
