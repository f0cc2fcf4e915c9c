//! The step that gathers operands.

use std::borrow::Cow;

use profile::Literal;

use crate::facts::{Mutable, OperandInfo, OperationInfo, ValueKind};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::{LegacyAttr, VariableKind};
use crate::pir::{DataType, ValueId};
use crate::rules;

use super::insert::Flags;
use super::operator::Step;

pub(super) type Operands = Vec<Option<ValueId>>;

impl Step<'_, '_> {
    /// Takes variables that are parts of vectors out of these vectors.
    pub(super) fn take_out_of_vectors(&mut self) {
        for name in self.op.input_variables() {
            self.take_out_of_vector(name);
        }
        for attr in self.op.attrs.values() {
            if let LegacyAttr::Variables(names) = attr {
                for name in names {
                    self.take_out_of_vector(name);
                }
            }
        }
    }

    fn take_out_of_vector(&mut self, name: &str) {
        let Some(definition) = self.translator.scopes.get(name) else { return };
        if let (Some(vector), Some(index)) = (definition.value, definition.index) {
            self.translator.slice(self.block, vector, index, name);
        }
    }

    /// The operands of the operation, one by one.
    pub(super) fn each_operand(&mut self, info: &OperationInfo) -> Result<Operands, Failed> {
        let mut operands = Vec::with_capacity(info.operands.len());
        let mut failed = false;
        for operand in &info.operands {
            match self.steps.operand(self, operand) {
                Ok(value) => operands.push(value),
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(operands) }
    }

    /// The operator's input that becomes an operand.
    pub(super) fn input_name<'n>(&'n self, operand: &'n str) -> Cow<'n, str> {
        match self.handler.inputs.get(operand) {
            Some(input) => input.into(),
            None => self.facts().names.argument(self.described_by(), operand),
        }
    }

    /// The general rule for one operand: variables, or a constant with the value of an attribute.
    pub(super) fn general_operand(&mut self, operand: &OperandInfo) -> Result<Option<ValueId>, Failed> {
        let facts = self.facts();
        let input = self.input_name(&operand.name).into_owned();
        let mut variables = self.op.input(&input);
        let mut named = input.as_str();
        if variables.is_empty() && operand.is_optional {
            return Ok(None);
        }
        let carriers = facts.names.carriers(self.described_by(), &operand.name);
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

    /// The only variable of an operand.
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

    /// A constant with the value of an attribute.
    fn constant(&mut self, operand: &OperandInfo) -> Result<ValueId, Failed> {
        let name = self.attribute_name(&operand.name).to_owned();
        let default = self.handler.defaults.get(&*operand.name).filter(|_| self.op.attr(&name).is_none());
        match (operand.mutable, default.and_then(Literal::number)) {
            (Some(Mutable::IntArray), _) => self.list_constant(&name),
            (_, Some(default)) => Ok(self.translator.full(self.block, &[1], default, DataType::Int64)),
            _ => self.number_constant(&name),
        }
    }

    /// A constant with the number in an attribute, of that number's own type.
    pub(super) fn number_constant(&mut self, attribute: &str) -> Result<ValueId, Failed> {
        let value = self.required(attribute);
        let (value, data_type) = match self.noted(value)? {
            LegacyAttr::Float(number) => (f64::from(*number), DataType::Float32),
            LegacyAttr::Double(number) => (*number, DataType::Float64),
            LegacyAttr::Int(number) => (f64::from(*number), DataType::Int32),
            LegacyAttr::Long(number) => (*number as f64, DataType::Int64),
            LegacyAttr::Bool(flag) => (f64::from(u8::from(*flag)), DataType::Bool),
            // A number with all its digits is saved as text.
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
}
