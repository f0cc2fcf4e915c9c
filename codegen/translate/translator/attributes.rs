//! The step that converts attributes.

use indexmap::IndexMap;
use profile::{AttributeRule, AttributesRule, Literal};

use crate::facts::{AttributeInfo, AttributeKind, OperationInfo};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::{LegacyAttr, LegacyScalar};
use crate::pir::{Attribute, DataType, Memory, NamedAttribute, Place};
use crate::rules;

use super::operator::Step;

impl Step<'_, '_> {
    /// All attributes of the operation, in order.
    pub(super) fn attributes(&mut self, info: &OperationInfo) -> Result<Vec<NamedAttribute>, Failed> {
        let handler = self.handler;
        let mut attributes = Vec::with_capacity(info.attributes.len());
        let mut failed = false;
        for attribute in &info.attributes {
            let found = match &handler.attributes {
                Some(AttributesRule::First(from)) if attribute.name == info.attributes[0].name => {
                    self.converted(attribute, from)
                }
                Some(AttributesRule::First(_)) => continue,
                Some(AttributesRule::Only(listed)) => match listed.get(&*attribute.name) {
                    Some(rule) => self.by_rule(attribute, rule),
                    None => Ok(None),
                },
                None => match handler.attribute.get(&*attribute.name) {
                    Some(rule) => self.by_rule(attribute, rule),
                    None => self.converted(attribute, self.facts().names.attribute(&self.op.kind, &attribute.name)),
                },
            };
            match self.noted(found.and_then(|value| self.checked(info, attribute, value))) {
                Ok(Some(value)) => {
                    self.remark(attribute, &value);
                    attributes.push(NamedAttribute { name: attribute.name.clone(), value, is_described: true });
                }
                Ok(None) => {}
                Err(Failed) => failed = true,
            }
        }
        attributes.extend(self.also_kept());
        if failed { Err(Failed) } else { Ok(attributes) }
    }

    /// What the handler keeps beside the operation's own attributes.
    fn also_kept(&self) -> Option<NamedAttribute> {
        let without_number = self.handler.also_keeps_without_number.as_ref();
        let without_number = without_number.filter(|kept| self.integer(&kept.number).is_ok_and(|number| number <= 0));
        let name = self.handler.also_keeps.as_ref().or(without_number.map(|kept| &kept.attribute))?;
        let value = match self.op.attr(name) {
            Some(LegacyAttr::Text(text)) => text.clone(),
            Some(_) => return None,
            None => self.facts().default_of(&self.op.kind, name)?.to_owned(),
        };
        Some(NamedAttribute { name: name.as_str().into(), value: Attribute::Text(value), is_described: false })
    }

    /// The general rule: what the program keeps under a name, or what an absent attribute is.
    fn converted(&self, attribute: &AttributeInfo, from: &str) -> Result<Option<Attribute>, Fault> {
        if let Some(value) = self.op.attr(from) {
            return self.convert(attribute, from, value).map(Some);
        }
        if let Some(default) = self.facts().default_of(&self.op.kind, from) {
            return self.literal(attribute, &Literal::One(default.to_owned())).map(Some);
        }
        if !self.handler.defaults.is_empty() {
            let default = self.handler.defaults.get(&*attribute.name);
            return default.map(|default| self.literal(attribute, default)).transpose();
        }
        Ok(match (attribute.kind, attribute.is_list) {
            (AttributeKind::DataType, false) => Some(Attribute::DataType(DataType::Undefined)),
            (AttributeKind::Place, false) => Some(Attribute::Place(Place::new(Memory::UNDEFINED))),
            (AttributeKind::Int64, true) => Some(Attribute::Array(Vec::new())),
            (AttributeKind::Bool, false) if self.rules().completes_flags => Some(Attribute::Bool(false)),
            _ => None,
        })
    }

    /// A value as the operation wants it; of another type if it does not fit.
    fn convert(&self, attribute: &AttributeInfo, from: &str, value: &LegacyAttr) -> Result<Attribute, Fault> {
        let rules = self.rules();
        let numbers = |numbers: &[i32]| numbers.iter().map(|&number| i64::from(number)).collect::<Vec<_>>();
        Ok(match (attribute.kind, attribute.is_list, value) {
            (AttributeKind::IntArray, false, LegacyAttr::Ints(list)) => Attribute::IntArray(numbers(list)),
            (AttributeKind::IntArray, false, LegacyAttr::Longs(list)) => Attribute::IntArray(list.clone()),
            (AttributeKind::DataType, false, &LegacyAttr::Int(number)) => {
                Attribute::DataType(DataType::of_number(number).unwrap_or(DataType::Undefined))
            }
            (AttributeKind::Int64, true, LegacyAttr::Ints(list)) => {
                Attribute::Array(numbers(list).into_iter().map(Attribute::Int64).collect())
            }
            (AttributeKind::Int64, false, &LegacyAttr::Int(number)) => Attribute::Int64(number.into()),
            (AttributeKind::Int32, true, LegacyAttr::Longs(list)) if rules.narrows_lists => {
                Attribute::Array(list.iter().map(|&number| Attribute::Int32(number as i32)).collect())
            }
            (AttributeKind::Bool, false, &LegacyAttr::Int(number)) if rules.completes_flags => {
                Attribute::Bool(number != 0)
            }
            (AttributeKind::Bool, false, &LegacyAttr::Long(number)) if rules.completes_flags => {
                Attribute::Bool(number != 0)
            }
            (_, _, other) => return plain(other).ok_or_else(|| self.not_an_attribute(from, other)),
        })
    }

    fn not_an_attribute(&self, name: &str, value: &LegacyAttr) -> Fault {
        let message = format!("the attribute `{name}` is {}, which no operation can keep", value.describe());
        Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(name.to_owned()), message)
    }

    fn by_rule(&self, attribute: &AttributeInfo, rule: &AttributeRule) -> Result<Option<Attribute>, Fault> {
        Ok(match rule {
            AttributeRule::Value(literal) => Some(self.literal(attribute, literal)?),
            AttributeRule::NameOfInput => Some(self.name_of(self.op.input_variables().next(), "inputs")?),
            AttributeRule::NameOfOutput => Some(self.name_of(self.op.output_variables().next(), "outputs")?),
            AttributeRule::Kept { from, default } => match (self.op.attr(from), default) {
                (Some(value), _) => Some(plain(value).ok_or_else(|| self.not_an_attribute(from, value))?),
                (None, Some(default)) => Some(self.literal(attribute, default)?),
                (None, None) => None,
            },
            AttributeRule::Required(from) => {
                let value = self.required(from)?;
                Some(self.convert(attribute, from, value)?)
            }
            AttributeRule::IfPositive(from) => {
                Some(self.integer(from)?).filter(|&number| number > 0).map(Attribute::Int32)
            }
            AttributeRule::IntegerOrZero(from) => Some(Attribute::Int32(match self.op.attr(from) {
                Some(_) => self.integer(from)?,
                None => 0,
            })),
            AttributeRule::StringOrEmpty(from) => Some(self.text_or_empty(from)?),
            AttributeRule::Memory { from, device, kind } => Some(self.memory(from, device, kind)?),
            AttributeRule::Place { from, processor, default } => Some(self.place(from, processor, default.as_ref())?),
            AttributeRule::NoPlace => Some(Attribute::Place(Place::new(Memory::UNDEFINED))),
            AttributeRule::TypeOfInput(input) => Some(self.type_of_input(input)?),
            AttributeRule::EmptyIf(flag) => match self.op.attr(flag) {
                Some(LegacyAttr::Bool(true)) => Some(Attribute::Array(Vec::new())),
                Some(LegacyAttr::Bool(false)) | None => {
                    let from = self.facts().names.attribute(&self.op.kind, &attribute.name);
                    let value = self.required(from)?;
                    Some(self.convert(attribute, from, value)?)
                }
                Some(other) => return Err(self.wrong_type(flag, other, "a flag")),
            },
            AttributeRule::FirstList(lists) => Some(self.first_list(attribute, lists)?),
            AttributeRule::ListByType { attribute: by, lists } => Some(self.list_by_type(attribute, by, lists)?),
            AttributeRule::ElementType(from) => Some(self.element_type(from)?),
            AttributeRule::LimitOfBits { from, bits, is_largest } => match (self.op.attr(from), self.op.attr(bits)) {
                (Some(value), _) => Some(self.convert(attribute, from, value)?),
                (None, Some(_)) => Some(Attribute::Int32(self.limit_of_bits(bits, *is_largest)?)),
                (None, None) => self.converted(attribute, from)?,
            },
            AttributeRule::Float { from, exact, data_type } => {
                let value = self.float(from)?;
                Some(self.exact(value, exact, data_type)?.unwrap_or(Attribute::Float(value)))
            }
        })
    }

    fn text_or_empty(&self, from: &str) -> Result<Attribute, Fault> {
        Ok(Attribute::Text(match self.op.attr(from) {
            Some(LegacyAttr::Text(text)) => text.clone(),
            Some(other) => return Err(self.wrong_type(from, other, "a text")),
            None => String::new(),
        }))
    }

    /// The list for the data type whose number is in the attribute `by`.
    fn list_by_type(
        &self,
        attribute: &AttributeInfo,
        by: &str,
        lists: &IndexMap<String, String>,
    ) -> Result<Attribute, Fault> {
        let number = self.integer(by)?;
        let list = lists.get(number.to_string().as_str()).ok_or_else(|| {
            let message = format!("there are no values of the data type {}", data_type_name(number));
            Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(by.to_owned()), message)
        })?;
        self.convert(attribute, list, self.required(list)?)
    }

    fn element_type(&self, from: &str) -> Result<Attribute, Fault> {
        let number = self.integer(from)?;
        let known = DataType::of_number(number).filter(|known| known.element().is_some());
        known.map(Attribute::DataType).ok_or_else(|| {
            let message = format!("there is no tensor of the data type {}", data_type_name(number));
            Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(from.to_owned()), message)
        })
    }

    /// The smallest or largest signed integer with the number of bits in an attribute.
    fn limit_of_bits(&self, bits: &str, is_largest: bool) -> Result<i32, Fault> {
        let number = self.integer(bits)?;
        if !(1..=32).contains(&number) {
            let message = format!("the attribute `{bits}` is {number}, but must be between 1 and 32");
            return Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(bits.to_owned()), message));
        }
        let smallest = i32::MIN >> (32 - number);
        Ok(if is_largest { !smallest } else { smallest })
    }

    /// The value that the program has with all its digits, if a float cannot hold it.
    pub(super) fn exact(&self, value: f32, exact: &str, data_type: &str) -> Result<Option<Attribute>, Fault> {
        let Some(LegacyAttr::Text(text)) = self.op.attr(exact) else { return Ok(None) };
        let data_type = DataType::of_number(self.integer(data_type)?);
        let is_double = matches!(data_type, Some(DataType::Float64 | DataType::Complex128));
        let is_integer = matches!(data_type, Some(DataType::Int32 | DataType::Int64));
        let exact = match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(number), _) if is_integer && value as i64 != number => Attribute::Int64(number),
            (_, Ok(number)) if is_double && number.is_finite() && f64::from(value) != number => {
                Attribute::Double(number)
            }
            _ => return Ok(None),
        };
        Ok(Some(exact))
    }

    fn name_of(&self, variable: Option<&String>, what: &str) -> Result<Attribute, Fault> {
        variable.map(|name| Attribute::Text(name.clone())).ok_or_else(|| {
            let message = format!("`{}` has no variable among its {what}", self.op.kind);
            Fault::new(rules::MISSING_VARIABLE, Part::Type, message)
        })
    }

    /// An attribute that must be there.
    pub(super) fn required(&self, name: &str) -> Result<&LegacyAttr, Fault> {
        self.op.attr(name).ok_or_else(|| self.absent(name))
    }

    fn absent(&self, name: &str) -> Fault {
        let message = match self.op.attrs.get(name) {
            Some(_) => format!("the attribute `{name}` is given by a variable, and must be a value"),
            None => format!("`{}` has no attribute `{name}`", self.op.kind),
        };
        let help = source::suggest::help(name, self.op.attrs.keys().map(String::as_str));
        Fault::new(rules::MISSING_ATTRIBUTE, Part::Type, message).help(help)
    }

    fn wrong_type(&self, name: &str, value: &LegacyAttr, wanted: &str) -> Fault {
        let message = format!("the attribute `{name}` is {}, but must be {wanted}", value.describe());
        Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(name.to_owned()), message)
    }

    /// An integer of 32 bits that must be there.
    pub(super) fn integer(&self, name: &str) -> Result<i32, Fault> {
        match self.required(name)? {
            LegacyAttr::Int(number) => Ok(*number),
            other => Err(self.wrong_type(name, other, "an integer of 32 bits")),
        }
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, Fault> {
        match self.required(name)? {
            LegacyAttr::Bool(flag) => Ok(*flag),
            other => Err(self.wrong_type(name, other, "a flag")),
        }
    }

    pub(super) fn float(&self, name: &str) -> Result<f32, Fault> {
        match self.required(name)? {
            LegacyAttr::Float(number) => Ok(*number),
            other => Err(self.wrong_type(name, other, "a float")),
        }
    }

    /// A list of integers.
    pub(super) fn integers(&self, name: &str) -> Result<Vec<i64>, Fault> {
        match self.required(name)? {
            LegacyAttr::Ints(list) => Ok(list.iter().map(|&number| number.into()).collect()),
            LegacyAttr::Longs(list) => Ok(list.clone()),
            other => Err(self.wrong_type(name, other, "a list of integers")),
        }
    }

    /// The place whose kind of memory has a number.
    fn memory(&self, from: &str, device: &str, kind: &str) -> Result<Attribute, Fault> {
        let mut place = Place::new(Memory(self.integer(from)?));
        if place.memory == Memory::CUSTOM && self.rules().newer_kinds {
            place.device = self.integer(device)?;
            place.custom = match self.required(kind)? {
                LegacyAttr::Text(text) => text.clone(),
                other => return Err(self.wrong_type(kind, other, "a text")),
            };
        } else if place.memory.name().is_none() {
            let message = format!("{} stands for no kind of memory", place.memory.0);
            return Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(from.to_owned()), message));
        }
        Ok(Attribute::Place(place))
    }

    /// The place that a number of the older form stands for.
    fn place(&self, from: &str, processor: &str, default: Option<&Literal>) -> Result<Attribute, Fault> {
        let is_processor = match self.op.attr(processor) {
            Some(_) => self.flag(processor)?,
            None => false,
        };
        let number = match (self.op.attr(from), default) {
            (None, Some(default)) => default.number().unwrap_or(-1),
            _ => self.integer(from)?,
        };
        let memory = match number {
            _ if is_processor => Memory::PROCESSOR,
            -1 => Memory::UNDEFINED,
            0 => Memory::PROCESSOR,
            1 => Memory::GPU,
            2 => Memory::GPU_PINNED,
            3 => Memory::XPU,
            other => {
                let message = format!("{other} stands for no place");
                return Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(from.to_owned()), message));
            }
        };
        Ok(Attribute::Place(Place::new(memory)))
    }

    fn type_of_input(&self, input: &str) -> Result<Attribute, Fault> {
        let name = self.only_variable(input)?;
        let data_type = self.translator.variable(self.at.block, name)?.data_type();
        Ok(Attribute::DataType(data_type.unwrap_or(DataType::Undefined)))
    }

    fn first_list(&self, attribute: &AttributeInfo, lists: &[String]) -> Result<Attribute, Fault> {
        for name in lists {
            if let Some(value) = self.op.attr(name) {
                let list = self.convert(attribute, name, value)?;
                if matches!(&list, Attribute::Array(items) if !items.is_empty()) {
                    return Ok(list);
                }
            }
        }
        let names: Vec<String> = lists.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("none of the attributes {} has a value", names.join(", "));
        Err(Fault::new(rules::MISSING_ATTRIBUTE, Part::Type, message))
    }

    /// A value of the profile, of the type that an attribute has.
    fn literal(&self, attribute: &AttributeInfo, literal: &Literal) -> Result<Attribute, Fault> {
        let one = |text: &str| match attribute.kind {
            AttributeKind::Bool => text.parse().ok().map(Attribute::Bool),
            AttributeKind::Int32 => text.parse().ok().map(Attribute::Int32),
            AttributeKind::Int64 => text.parse().ok().map(Attribute::Int64),
            AttributeKind::Float => text.trim_end_matches('f').parse().ok().map(Attribute::Float),
            AttributeKind::Double | AttributeKind::Scalar => text.parse().ok().map(Attribute::Double),
            AttributeKind::Str => Some(Attribute::Text(text.to_owned())),
            _ => None,
        };
        let value = match literal {
            Literal::One(text) if !attribute.is_list => one(text),
            Literal::List(texts) if attribute.is_list => {
                texts.iter().map(|text| one(text)).collect::<Option<Vec<_>>>().map(Attribute::Array)
            }
            _ => None,
        };
        value.ok_or_else(|| {
            let message = format!("the default of the attribute `{}` does not fit its type", attribute.name);
            Fault::new(rules::WRONG_ATTRIBUTE, Part::Type, message)
        })
    }
}

/// A value as an attribute, whatever the operation wants. `None` if there is no such attribute.
pub(super) fn plain(value: &LegacyAttr) -> Option<Attribute> {
    fn list<T: Clone>(items: &[T], one: impl Fn(T) -> Attribute) -> Attribute {
        Attribute::Array(items.iter().cloned().map(one).collect())
    }
    Some(match value {
        LegacyAttr::Int(number) => Attribute::Int32(*number),
        LegacyAttr::Long(number) => Attribute::Int64(*number),
        LegacyAttr::Float(number) => Attribute::Float(*number),
        LegacyAttr::Double(number) => Attribute::Double(*number),
        LegacyAttr::Bool(flag) => Attribute::Bool(*flag),
        LegacyAttr::Text(text) => Attribute::Text(text.clone()),
        LegacyAttr::Ints(items) => list(items, Attribute::Int32),
        LegacyAttr::Longs(items) => list(items, Attribute::Int64),
        LegacyAttr::Floats(items) => list(items, Attribute::Float),
        LegacyAttr::Doubles(items) => list(items, Attribute::Double),
        LegacyAttr::Bools(items) => list(items, Attribute::Bool),
        LegacyAttr::Texts(items) => list(items, Attribute::Text),
        LegacyAttr::Scalars(items) => {
            let one = |scalar: &LegacyScalar| match *scalar {
                LegacyScalar::Bool(flag) => Some(Attribute::Bool(flag)),
                LegacyScalar::Long(number) => Some(Attribute::Int64(number)),
                LegacyScalar::Double(number) => Some(Attribute::Double(number)),
                LegacyScalar::Complex => None,
            };
            Attribute::Array(items.iter().map(one).collect::<Option<_>>()?)
        }
        LegacyAttr::Scalar(_) | LegacyAttr::Block(_) | LegacyAttr::Variables(_) | LegacyAttr::Opaque => return None,
    })
}

fn data_type_name(number: i32) -> String {
    DataType::of_number(number).map_or_else(|| number.to_string(), |known| known.name().to_owned())
}
