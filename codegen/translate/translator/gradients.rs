//! Gradients that only need the shape of what the forward operator was given.
//!
//! In programs of the older form, that shape is an output of the forward operator with a zero in front. In PIR there is no such
//! result, and `data` with the shape stands for the operand.

use std::rc::Rc;

use crate::fault::{Failed, Fault, Part};
use crate::pir::{Attribute, DataType, Memory, Operation, Place, Type, ValueId};
use crate::rules;

use super::insert::{Flags, named};
use super::operator::Step;
use super::scopes::Definition;

impl Step<'_, '_> {
    pub(super) fn gradient_of_shape(&mut self) -> Result<(), Failed> {
        let Some(rule) = &self.handler.rebuilds_gradient else { return Err(Failed) };
        let shape = self.shape_operand_of_gradient(&rule.shape)?;
        self.take_first_out_of_vector(&rule.gradient)?;
        let (gradient, _) = self.tensor(&rule.gradient)?;
        let mut operands = vec![Some(shape), Some(gradient)];
        if let Some(axes) = &rule.axes {
            operands.push(Some(self.list_or_tensors(axes)?));
        }
        let name = self.only_output(&rule.result);
        let name = self.noted(name)?;
        let ty = self.translator.program.ty(shape).cloned();
        let operation: Rc<str> = format!("{}.{}", self.translator.profile.dialect, rule.operation).into();
        let op = Operation { name: operation, operands, stop_gradient: Some(vec![true]), ..Operation::default() };
        let op = self.translator.program.add(op, vec![ty]);
        self.translator.program.block_mut(self.block).ops.push(op);
        let result = self.translator.first_result(op);
        self.translator.scopes.define(name, Definition::of(result));
        Ok(())
    }

    fn take_first_out_of_vector(&mut self, input: &str) -> Result<(), Failed> {
        let Some(name) = self.op.input(input).first() else { return Ok(()) };
        let Some(definition) = self.translator.scopes.get(name) else { return Ok(()) };
        if let (Some(vector), Some(index)) = (definition.value, definition.index) {
            self.translator.slice(self.block, vector, index, name);
        }
        Ok(())
    }

    /// The value that has the shape in a variable, without the zero in front.
    fn shape_operand_of_gradient(&mut self, input: &str) -> Result<ValueId, Failed> {
        let name = self.only_variable(input);
        let name = self.noted(name)?;
        if let Some(value) = self.translator.shapes.get(name) {
            return Ok(*value);
        }
        let variable = self.translator.variable(self.at.block, name).cloned();
        let variable = self.noted(variable)?;
        let element = self.translator.element(variable.data_type);
        let (Some(element), Some((_, dims))) = (element, variable.dims.split_first()) else {
            let message = format!("the variable `{name}` has no shape");
            return self.fail(Fault::new(rules::WRONG_SHAPE, Part::Variable(name.to_owned()), message));
        };
        if let Some(old) = self.translator.scopes.get(name) {
            if let Some(value) = old.value {
                self.translator.remove_input(value);
            }
            self.translator.scopes.forget(name);
        }
        let value = self.data(name, element, dims);
        self.translator.shapes.insert(name, value);
        self.translator.scopes.define(name, Definition::of(value));
        Ok(value)
    }

    fn data(&mut self, name: &str, element: DataType, dims: &[i64]) -> ValueId {
        let attributes = vec![
            named("name", Attribute::Text(name.to_owned())),
            named("shape", Attribute::IntArray(dims.to_vec())),
            named("dtype", Attribute::DataType(element)),
            named("place", Attribute::Place(Place::new(Memory::UNDEFINED))),
        ];
        let results = vec![Some(Type::dense(element, dims))];
        let profile = self.translator.profile;
        let op =
            self.translator.insert(self.block, &profile.inserted.data, Vec::new(), attributes, results, Flags::Set);
        self.translator.first_result(op)
    }
}
