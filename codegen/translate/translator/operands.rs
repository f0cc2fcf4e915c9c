//! The step that gathers operands.

use profile::{OperandRule, OperandsRule};

use crate::facts::{Mutable, OperandInfo, OperationInfo, ValueKind};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::{LegacyAttr, VariableKind};
use crate::pir::{DataType, ValueId};
use crate::rules;

use super::insert::Flags;
use super::operator::Step;

pub(super) type Operands = Vec<Option<ValueId>>;

impl Step<'_, '_> {
    /// Takes the values of variables that are parts of vectors out of these.
    pub(super) fn take_out_of_vectors(&mut self) -> Result<(), Failed> {
        for name in self.op.input_variables() {
            self.take_out_of_vector(name);
        }
        for attr in self.op.attrs.values() {
            if let LegacyAttr::Variables(names) = attr {
                names.iter().for_each(|name| self.take_out_of_vector(name));
            }
        }
        Ok(())
    }

    fn take_out_of_vector(&mut self, name: &str) {
        let Some(definition) = self.translator.scopes.get(name) else { return };
        if let (Some(vector), Some(index)) = (definition.value, definition.index) {
            self.translator.slice(self.block, vector, index, name);
        }
    }

    pub(super) fn operands(&mut self, info: &OperationInfo) -> Result<Operands, Failed> {
        if let Some(rule) = &self.handler.operands
            && let Some(operands) = self.all_operands(rule)?
        {
            return Ok(operands);
        }
        let mut operands = Vec::with_capacity(info.operands.len());
        let mut failed = false;
        for operand in &info.operands {
            let value = match self.handler.operand.get(&*operand.name) {
                Some(rule) => self.special_operand(operand, rule),
                None => self.operand(operand),
            };
            match value {
                Ok(value) => operands.push(value),
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(operands) }
    }

    /// The general rule for one operand: variables, or a constant of what the attribute of its name holds.
    pub(super) fn operand(&mut self, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        let facts = self.facts();
        let input = facts.names.argument(&self.op.kind, &operand.name);
        let mut variables = self.op.input(&input);
        let mut named = input.as_ref();
        if variables.is_empty() && operand.is_optional {
            return Ok(None);
        }
        let carriers = facts.names.carriers(&self.op.kind, &operand.name);
        if variables.is_empty() && (carriers.is_some() || operand.mutable.is_some()) {
            let carriers = carriers.unwrap_or(&[]);
            let given =
                carriers.iter().find(|carrier| self.op.inputs.get(*carrier).is_some_and(|list| !list.is_empty()));
            let Some(given) = given else { return self.constant(operand).map(Some) };
            (variables, named) = (self.op.input(given), given);
        }
        let is_list = matches!(operand.kind, ValueKind::List | ValueKind::ArrayList);
        let mut is_vector = is_list || operand.mutable == Some(Mutable::IntArray);
        if let [name] = variables {
            let variable = self.translator.variable(self.at.block, name).map(|variable| variable.kind);
            is_vector &= self.noted(variable)? != VariableKind::Array;
        }
        if is_vector {
            let values = variables.iter().map(|name| self.value(name)).collect::<Result<Vec<_>, _>>()?;
            return Ok(Some(self.translator.combine(self.block, values, Flags::Absent)));
        }
        let name = self.only(named, variables, operand);
        let name = self.noted(name)?;
        self.value(name).map(Some)
    }

    /// The one variable that an operand is.
    fn only<'v>(&self, input: &str, variables: &'v [String], operand: &OperandInfo) -> Result<&'v str, Fault> {
        if let [name] = variables {
            return Ok(name);
        }
        if variables.is_empty() {
            let message = format!("`{}` has no input `{input}`, which is the operand `{}`", self.op.kind, operand.name);
            let help = source::suggest::help(input, self.op.inputs.keys().map(String::as_str));
            return Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message).help(help));
        }
        let message = format!("the input `{input}` has {} variables, but the operand is one", variables.len());
        Err(Fault::new(rules::TOO_MANY_VARIABLES, Part::Input(input.to_owned()), message))
    }

    /// The value that stands for a variable.
    pub(super) fn value(&mut self, name: &str) -> Result<ValueId, Failed> {
        match self.translator.scopes.get(name) {
            Some(definition) => definition.value.ok_or(Failed),
            None => {
                let message = format!("the variable `{name}` is read here, and nothing has written it");
                let help =
                    "a program gets its inputs from `feed` or `data`, and its parameters from persistable variables";
                let fault = Fault::new(rules::UNDEFINED_VARIABLE, Part::Variable(name.to_owned()), message);
                self.fail(fault.help(Some(help.to_owned())))
            }
        }
    }

    /// A constant of what an attribute holds.
    fn constant(&mut self, operand: &OperandInfo) -> Result<ValueId, Failed> {
        let name = self.facts().names.attribute(&self.op.kind, &operand.name);
        match operand.mutable {
            Some(Mutable::IntArray) => self.list_constant(name),
            _ => self.number_constant(name),
        }
    }

    pub(super) fn list_constant(&mut self, attribute: &str) -> Result<ValueId, Failed> {
        let values = self.integers(attribute);
        let values = self.noted(values)?;
        Ok(self.translator.full_int_array(self.block, &values, DataType::Int64))
    }

    /// A constant with the number in an attribute, of that number's own type.
    pub(super) fn number_constant(&mut self, attribute: &str) -> Result<ValueId, Failed> {
        let value = self.required(attribute).cloned();
        let (value, data_type) = match self.noted(value)? {
            LegacyAttr::Float(number) => (f64::from(number), DataType::Float32),
            LegacyAttr::Double(number) => (number, DataType::Float64),
            LegacyAttr::Int(number) => (f64::from(number), DataType::Int32),
            LegacyAttr::Long(number) => (number as f64, DataType::Int64),
            LegacyAttr::Bool(flag) => (f64::from(u8::from(flag)), DataType::Bool),
            // Numbers with all their digits were saved as text.
            LegacyAttr::Text(text) if text.trim().parse::<f64>().is_ok() => {
                (text.trim().parse().unwrap_or(f64::NAN), DataType::Float64)
            }
            other => {
                let message = format!("the attribute `{attribute}` is {}, but must be a number", other.describe());
                return self.fail(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(attribute.to_owned()), message));
            }
        };
        Ok(self.translator.full(self.block, &[1], f64::from(value as f32), data_type))
    }

    fn special_operand(&mut self, operand: &OperandInfo, rule: &OperandRule) -> Result<Option<ValueId>, Failed> {
        match rule {
            OperandRule::ZerosLikeOutput(output) => self.zeros_like(output),
            OperandRule::TensorOrNumber { tensor, attribute } => {
                if self.op.input(tensor).is_empty() {
                    return self.number_constant(attribute).map(Some);
                }
                let name = self.only_variable(tensor);
                let name = self.noted(name)?;
                self.value(name).map(Some)
            }
            OperandRule::Number | OperandRule::IntArray => {
                let carriers = self.facts().names.carriers(&self.op.kind, &operand.name).unwrap_or(&[]);
                let input = self.facts().names.argument(&self.op.kind, &operand.name);
                let is_given = carriers.iter().any(|carrier| !self.op.input(carrier).is_empty());
                if is_given || !self.op.input(&input).is_empty() {
                    return self.operand(operand);
                }
                let name = self.facts().names.attribute(&self.op.kind, &operand.name);
                match rule {
                    OperandRule::IntArray => self.list_constant(name).map(Some),
                    _ if self.op.attr(name).is_some() => self.number_constant(name).map(Some),
                    _ => Ok(Some(self.translator.full(self.block, &[1], 0.0, DataType::Int64))),
                }
            }
            OperandRule::Only(input) => {
                let name = self.only_variable(input);
                let name = self.noted(name)?;
                self.value(name).map(Some)
            }
            OperandRule::ArrayOfInput(input) => {
                let name = self.only_variable(input);
                let name = self.noted(name)?;
                self.array(name).map(Some)
            }
            OperandRule::ArrayOfOutput(output) => {
                let name = self.only_output(output);
                let name = self.noted(name)?;
                self.array(name).map(Some)
            }
        }
    }

    /// The array of tensors that a variable is, which is made if nothing has written it.
    fn array(&mut self, name: &str) -> Result<ValueId, Failed> {
        if self.translator.scopes.has(name) {
            return self.value(name);
        }
        let op = self.translator.new_array(self.at.block, name);
        let op = self.noted(op)?;
        self.translator.program.block_mut(self.block).ops.push(op);
        Ok(self.translator.first_result(op))
    }

    fn zeros_like(&mut self, output: &str) -> Result<Option<ValueId>, Failed> {
        let Some(name) = self.op.output(output).first() else { return Ok(None) };
        let ty = self.translator.type_of(self.at.block, name);
        let ty = self.noted(ty)?;
        let Some(tensor) = ty.as_dense() else {
            let message = format!("the output `{output}` must be a dense tensor");
            return self.fail(Fault::new(rules::WRONG_KIND, Part::Output(output.to_owned()), message));
        };
        Ok(Some(self.translator.full(self.block, &tensor.dims, 0.0, tensor.element)))
    }

    /// The operands of a handler that replaces all of them; none if the general rule holds after all.
    fn all_operands(&mut self, rule: &OperandsRule) -> Result<Option<Operands>, Failed> {
        match rule {
            OperandsRule::Variables(names) => self.listed(names).map(Some),
            OperandsRule::Split { input, number, sizes, axis } => self.split(input, number, sizes, axis).map(Some),
            OperandsRule::Matrices { operands, gradient } => self.matrices(operands, gradient.as_deref()).map(Some),
            OperandsRule::AlongAxis { first, second, axis } => self.along_axis(first, second, axis),
            OperandsRule::ShapeAndValue { shape_first, shape, value } => {
                self.shape_and_value(*shape_first, shape, value).map(Some)
            }
            OperandsRule::Selected { mask, values } => self.selected(mask, values).map(Some),
        }
    }

    /// The first variables of some inputs and outputs, as far as they are given.
    fn listed(&mut self, names: &[String]) -> Result<Operands, Failed> {
        let mut values = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let variables = match name.strip_prefix("out:") {
                Some(output) => self.op.output(output),
                None => self.op.input(name),
            };
            match variables.first() {
                Some(variable) => values.push(Some(self.value(variable)?)),
                None if at == 0 => {
                    let message = format!("`{}` has no input `{name}`", self.op.kind);
                    return self.fail(Fault::new(rules::MISSING_VARIABLE, Part::Type, message));
                }
                None => {}
            }
        }
        Ok(values)
    }
}
