//! The step behind the operation: what is inserted there, and which value stands for an output in the end.

use profile::AfterRule;

use crate::fault::{Failed, Fault, Part};
use crate::pir::{OpId, ValueId};
use crate::rules;

use super::operator::{Step, Written};
use super::scopes::Definition;

impl<'a> Step<'_, 'a> {
    pub(super) fn after(&mut self, op: OpId, written: &Written) -> Result<(), Failed> {
        match &self.handler.after {
            None => Ok(()),
            Some(AfterRule::ReshapeProduct { output, first, second }) => {
                if !self.op.outputs.contains_key(output) {
                    return Ok(());
                }
                let (value, name) = self.made(op, written, output)?;
                let (_, first_dims) = self.tensor(&first.input)?;
                let (_, second_dims) = self.tensor(&second.input)?;
                let front = &first_dims[..self.row_sizes(first, &first_dims)?];
                let back = &second_dims[self.row_sizes(second, &second_dims)?..];
                self.reshape_result(name, value, &[front, back].concat())
            }
            Some(AfterRule::ReshapeLike(outputs)) => {
                for (output, input) in outputs {
                    if self.op.output(output).is_empty() {
                        continue;
                    }
                    let (value, name) = self.made(op, written, output)?;
                    let shape = self.only_variable(input);
                    let shape = shape.and_then(|input| self.translator.variable(self.at.block, input));
                    let shape = shape.map(|variable| variable.dims.clone());
                    let shape = self.noted(shape)?;
                    self.reshape_result(name, value, &shape)?;
                }
                Ok(())
            }
            Some(AfterRule::ReshapeBack { output, input, axis }) => {
                let axis = self.integer(axis);
                if self.noted(axis)? == -1 || self.op.output(output).is_empty() {
                    return Ok(());
                }
                let (value, name) = self.made(op, written, output)?;
                let (_, shape) = self.tensor(input)?;
                let made = self.translator.dense(value);
                if *self.noted(made)?.dims == *shape {
                    return Ok(());
                }
                self.reshape_result(name, value, &shape)
            }
            Some(AfterRule::Squeeze { output, axes }) => {
                let (value, name) = self.made(op, written, output)?;
                let ty = self.translator.type_of(self.at.block, name);
                let ty = self.noted(ty)?;
                let axes: Vec<i64> = axes.iter().filter_map(|axis| axis.number()).collect();
                let squeezed = self.translator.squeeze(self.block, value, &axes, ty);
                self.translator.scopes.define(name, Definition::of(squeezed));
                Ok(())
            }
            Some(AfterRule::Multiply { output, by }) => {
                let by = self.float(by);
                let by = self.noted(by)?;
                if (by - 1.0).abs() < 1e-6 {
                    return Ok(());
                }
                let (value, name) = self.made(op, written, output)?;
                let scaled = self.translator.scale(self.block, value, by);
                let scaled = self.noted(scaled)?;
                self.translator.scopes.define(name, Definition::of(scaled));
                Ok(())
            }
            Some(AfterRule::Record(output)) => {
                if self.op.outputs.contains_key(output) {
                    let (value, name) = self.made(op, written, output)?;
                    self.translator.scopes.define(name, Definition::of(value));
                }
                Ok(())
            }
        }
    }

    /// The result that the only variable of an output stands for, and that variable.
    fn made(&mut self, op: OpId, written: &Written, output: &str) -> Result<(ValueId, &'a str), Failed> {
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

    fn reshape_result(&mut self, name: &str, value: ValueId, shape: &[i64]) -> Result<(), Failed> {
        let reshaped = self.translator.reshape(self.block, value, shape);
        let reshaped = self.noted(reshaped)?;
        self.translator.scopes.define(name, Definition::of(reshaped));
        Ok(())
    }
}
