//! The step behind the operation: what is inserted there, and which value stands for an output in the end.

use profile::{AfterRule, Literal, Matrix};

use crate::fault::{Failed, Fault, Part};
use crate::pir::{OpId, ValueId};
use crate::rules;

use super::operator::{Step, Written};
use super::scopes::Definition;

/// A result of the operation, and the variable that it stands for.
type Made<'a> = (ValueId, &'a str);

impl<'a> Step<'_, 'a> {
    pub(super) fn after(&mut self, op: OpId, written: &Written) -> Result<(), Failed> {
        match &self.handler.after {
            None => Ok(()),
            Some(AfterRule::ReshapeProduct { output, first, second }) => {
                if !self.op.outputs.contains_key(output) {
                    return Ok(());
                }
                let made = self.made(op, written, output)?;
                self.reshape_product(made, first, second)
            }
            Some(AfterRule::ReshapeLike(outputs)) => {
                for (output, input) in outputs {
                    if self.op.output(output).is_empty() {
                        continue;
                    }
                    let made = self.made(op, written, output)?;
                    self.reshape_like(made, input)?;
                }
                Ok(())
            }
            Some(AfterRule::ReshapeBack { output, input, axis }) => {
                let axis = self.integer(axis);
                if self.noted(axis)? == -1 || self.op.output(output).is_empty() {
                    return Ok(());
                }
                let made = self.made(op, written, output)?;
                self.reshape_back(made, input)
            }
            Some(AfterRule::Squeeze { output, axes }) => {
                let made = self.made(op, written, output)?;
                self.squeeze(made, axes)
            }
            Some(AfterRule::Multiply { output, by }) => {
                let by = self.float(by);
                let by = self.noted(by)?;
                if (by - 1.0).abs() < 1e-6 {
                    return Ok(());
                }
                let made = self.made(op, written, output)?;
                self.multiply(made, by)
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

    fn reshape_product(&mut self, (value, name): Made<'a>, first: &Matrix, second: &Matrix) -> Result<(), Failed> {
        let (_, first_dims) = self.tensor(&first.input)?;
        let (_, second_dims) = self.tensor(&second.input)?;
        let front = &first_dims[..self.row_sizes(first, &first_dims)?];
        let back = &second_dims[self.row_sizes(second, &second_dims)?..];
        self.reshape_result(name, value, &[front, back].concat())
    }

    fn reshape_like(&mut self, (value, name): Made<'a>, input: &str) -> Result<(), Failed> {
        let shape = self.only_variable(input);
        let shape = shape.and_then(|input| self.translator.variable(self.at.block, input));
        let shape = shape.map(|variable| variable.dims.clone());
        let shape = self.noted(shape)?;
        self.reshape_result(name, value, &shape)
    }

    fn reshape_back(&mut self, (value, name): Made<'a>, input: &str) -> Result<(), Failed> {
        let (_, shape) = self.tensor(input)?;
        let made = self.translator.dense(value);
        if *self.noted(made)?.dims == *shape {
            return Ok(());
        }
        self.reshape_result(name, value, &shape)
    }

    fn squeeze(&mut self, (value, name): Made<'a>, axes: &[Literal]) -> Result<(), Failed> {
        let ty = self.translator.type_of(self.at.block, name);
        let ty = self.noted(ty)?;
        let axes: Vec<i64> = axes.iter().filter_map(|axis| axis.number()).collect();
        let squeezed = self.translator.squeeze(self.block, value, &axes, ty);
        self.translator.scopes.define(name, Definition::of(squeezed));
        Ok(())
    }

    fn multiply(&mut self, (value, name): Made<'a>, by: f32) -> Result<(), Failed> {
        let scaled = self.translator.scale(self.block, value, by);
        let scaled = self.noted(scaled)?;
        self.translator.scopes.define(name, Definition::of(scaled));
        Ok(())
    }

    /// The result for the only variable of an output.
    fn made(&mut self, op: OpId, written: &Written, output: &str) -> Result<Made<'a>, Failed> {
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
