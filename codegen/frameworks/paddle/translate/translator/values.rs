//! Values that a program has for an operator's inputs and attributes.

use crate::facts::AttributeInfo;
use crate::fault::{Failed, Fault, Part};
use crate::legacy::LegacyAttr;
use crate::pir::{Attribute, NamedAttribute, ValueId};
use crate::rules;

use super::insert::Flags;
use super::operator::Step;

/// Attributes.
impl<'a> Step<'_, 'a> {
    /// An attribute that must be given.
    pub(super) fn required(&self, name: &str) -> Result<&'a LegacyAttr, Fault> {
        self.op.attr(name).ok_or_else(|| self.absent(name))
    }

    /// The fault of an attribute that is absent or in a variable.
    pub(super) fn absent(&self, name: &str) -> Fault {
        if self.op.attrs.contains_key(name) {
            let message = format!("the attribute `{name}` is in a variable, but must be a value");
            return Fault::new(rules::MISSING_ATTRIBUTE, Part::Attribute(name.to_owned()), message);
        }
        let message = format!("`{}` has no attribute `{name}`", self.op.kind);
        let help = source::suggest::help(name, self.op.attrs.keys().map(String::as_str));
        Fault::new(rules::MISSING_ATTRIBUTE, Part::Type, message).help(help)
    }

    pub(super) fn wrong_type(&self, name: &str, value: &LegacyAttr, wanted: &str) -> Fault {
        let message = format!("the attribute `{name}` is {}, but must be {wanted}", value.describe());
        Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(name.to_owned()), message)
    }

    /// An attribute of the operation, from an attribute of the operator that must be given.
    pub(super) fn given(&self, attribute: &AttributeInfo, from: &str) -> Result<Attribute, Fault> {
        self.convert(attribute, from, self.required(from)?)
    }

    /// A 32-bit integer that must be given.
    pub(super) fn integer(&self, name: &str) -> Result<i32, Fault> {
        match self.required(name)? {
            LegacyAttr::Int(number) => Ok(*number),
            other => Err(self.wrong_type(name, other, "a 32-bit integer")),
        }
    }

    /// A flag that must be given.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Fault> {
        match self.required(name)? {
            LegacyAttr::Bool(flag) => Ok(*flag),
            other => Err(self.wrong_type(name, other, "a flag")),
        }
    }

    /// A float that must be given.
    pub(super) fn float(&self, name: &str) -> Result<f32, Fault> {
        match self.required(name)? {
            LegacyAttr::Float(number) => Ok(*number),
            other => Err(self.wrong_type(name, other, "a float")),
        }
    }

    /// A list of integers that must be given.
    pub(super) fn integers(&self, name: &str) -> Result<Vec<i64>, Fault> {
        match self.required(name)? {
            LegacyAttr::Ints(list) => Ok(list.iter().map(|&number| number.into()).collect()),
            LegacyAttr::Longs(list) => Ok(list.clone()),
            other => Err(self.wrong_type(name, other, "a list of integers")),
        }
    }

    /// A text; an absent one is empty.
    pub(super) fn text_or_empty(&self, name: &str) -> Result<Attribute, Fault> {
        Ok(Attribute::Text(match self.op.attr(name) {
            Some(LegacyAttr::Text(text)) => text.clone(),
            Some(other) => return Err(self.wrong_type(name, other, "a text")),
            None => String::new(),
        }))
    }

    /// The attributes for a device that some operations keep besides their own, or their defaults.
    pub(super) fn device_attributes(&self) -> Vec<NamedAttribute> {
        let names = self.translator.profile.devices.iter().flat_map(|device| &device.kept_attributes);
        let kept = names.filter_map(|name| {
            let value = match self.op.attr(name) {
                Some(LegacyAttr::Text(text)) => text.clone(),
                Some(_) => return None,
                None => self.facts().default_of(self.described_by(), name)?.to_owned(),
            };
            Some(NamedAttribute { name: name.as_str().into(), value: Attribute::Text(value), is_described: false })
        });
        kept.collect()
    }
}

/// Variables.
impl<'a> Step<'_, 'a> {
    /// Whether an input has a variable.
    pub(super) fn has(&self, input: &str) -> bool {
        !self.op.input(input).is_empty()
    }

    /// The only variable of an input.
    pub(super) fn only_variable(&self, input: &str) -> Result<&'a str, Fault> {
        match self.op.input(input) {
            [name] => Ok(name),
            [] => {
                let message = format!("`{}` has no input `{input}`", self.op.kind);
                let help = source::suggest::help(input, self.op.inputs.keys().map(String::as_str));
                Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message).help(help))
            }
            several => {
                let message = format!("the input `{input}` has {} variables, but must have one", several.len());
                Err(Fault::new(rules::TOO_MANY_VARIABLES, Part::Input(input.to_owned()), message))
            }
        }
    }

    /// The only variable of an output.
    pub(super) fn only_output(&self, output: &str) -> Result<&'a str, Fault> {
        match self.op.output(output) {
            [name] => Ok(name),
            [] => {
                let message = format!("`{}` has no output `{output}`", self.op.kind);
                let help = source::suggest::help(output, self.op.outputs.keys().map(String::as_str));
                Err(Fault::new(rules::MISSING_VARIABLE, Part::Type, message).help(help))
            }
            several => {
                let message = format!("the output `{output}` has {} variables, but must have one", several.len());
                Err(Fault::new(rules::TOO_MANY_VARIABLES, Part::Output(output.to_owned()), message))
            }
        }
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

    /// The values of all variables of an input.
    pub(super) fn values(&mut self, input: &str) -> Result<Vec<ValueId>, Failed> {
        self.op.input(input).iter().map(|name| self.value(name)).collect()
    }

    /// The value of the first variable of an input, which must have one.
    pub(super) fn first_value(&mut self, input: &str) -> Result<ValueId, Failed> {
        match self.op.input(input) {
            [name, ..] => self.value(name),
            [] => self.only_value(input),
        }
    }

    /// The value of the only variable of an input.
    pub(super) fn only_value(&mut self, input: &str) -> Result<ValueId, Failed> {
        let name = self.only_variable(input);
        let name = self.noted(name)?;
        self.value(name)
    }

    /// The value of the only variable of an input, which must be a dense tensor, and its shape.
    pub(super) fn tensor(&mut self, input: &str) -> Result<(ValueId, Vec<i64>), Failed> {
        let value = self.only_value(input)?;
        let tensor =
            self.translator.dense(value).map_err(|fault| Fault { part: Part::Input(input.to_owned()), ..fault });
        let tensor = self.noted(tensor)?;
        Ok((value, tensor.dims.to_vec()))
    }

    /// A list of integers: tensors in a vector if the input for these is given, or else a constant.
    pub(super) fn list_or_tensors(&mut self, attribute: &str, tensors: &str) -> Result<ValueId, Failed> {
        if self.has(tensors) {
            let values = self.values(tensors)?;
            return Ok(self.translator.combine(self.block, values, Flags::Absent));
        }
        self.list_constant(attribute)
    }

    /// A constant with the list of integers in an attribute.
    pub(super) fn list_constant(&mut self, attribute: &str) -> Result<ValueId, Failed> {
        let values = self.integers(attribute);
        let values = self.noted(values)?;
        Ok(self.translator.full_int_array(self.block, &values, crate::pir::DataType::Int64))
    }
}
