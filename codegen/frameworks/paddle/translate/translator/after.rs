//! Results that are found or replaced behind the operation.

use crate::fault::{Failed, Fault, Part};
use crate::pir::{OpId, ValueId};
use crate::rules;

use super::operator::{Step, Written};
use super::scopes::Definition;

impl<'a> Step<'_, 'a> {
    /// The result for the only variable of an output, and the variable.
    pub(super) fn made(&mut self, op: OpId, written: &Written, output: &str) -> Result<(ValueId, &'a str), Failed> {
        let name = self.only_output(output);
        let name = self.noted(name)?;
        match written.get(name) {
            Some(&(result, _)) => Ok((self.translator.program.op(op).results[result], name)),
            None => {
                let message = format!("the operation has no result for the output `{output}`");
                self.fail(Fault::new(rules::MISSING_VARIABLE, Part::Output(output.to_owned()), message))
            }
        }
    }

    /// Reshapes a result. From here on, the reshaped value stands for the variable.
    pub(super) fn reshape_result(&mut self, name: &str, value: ValueId, shape: &[i64]) -> Result<(), Failed> {
        let reshaped = self.translator.reshape(self.block, value, shape);
        let reshaped = self.noted(reshaped)?;
        self.translator.scopes.define(name, Definition::of(reshaped));
        Ok(())
    }
}
