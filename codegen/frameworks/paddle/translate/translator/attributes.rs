//! The step that converts attributes.

use profile::Literal;

use crate::facts::{AttributeInfo, AttributeKind, OperationInfo};
use crate::fault::{Failed, Fault, Part};
use crate::legacy::{LegacyAttr, LegacyScalar};
use crate::pir::{Attribute, DataType, Memory, NamedAttribute, Place};
use crate::rules;

use super::operator::Step;

impl Step<'_, '_> {
    /// All attributes of the operation, in order.
    pub(super) fn attributes(&mut self, info: &OperationInfo) -> Result<Vec<NamedAttribute>, Failed> {
        let mut attributes = Vec::with_capacity(info.attributes.len());
        let mut failed = false;
        for attribute in &info.attributes {
            let found = self.steps.attribute(self, attribute);
            match self.noted(found.and_then(|value| self.checked(info, attribute, value))) {
                Ok(value) => {
                    self.remark(attribute, &value);
                    attributes.push(NamedAttribute { name: attribute.name.clone(), value, is_described: true });
                }
                Err(Failed) => failed = true,
            }
        }
        attributes.extend(self.steps.extra_attributes(self));
        if failed { Err(Failed) } else { Ok(attributes) }
    }

    /// The operator's attribute that becomes an attribute or a constant operand of the operation.
    pub(super) fn attribute_name<'n>(&'n self, name: &'n str) -> &'n str {
        let named = self.handler.attributes.get(name).map(String::as_str);
        named.unwrap_or_else(|| self.facts().names.attribute(self.described_by(), name))
    }

    /// The general rule: the operator's attribute, or a default. `None` if there is neither.
    pub(super) fn general_attribute(&self, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        let from = self.attribute_name(&attribute.name);
        if let Some(value) = self.op.attr(from) {
            return self.convert(attribute, from, value).map(Some);
        }
        if let Some(default) = self.facts().default_of(self.described_by(), from) {
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
            (AttributeKind::Bool, false) if self.form().completes_flags() => Some(Attribute::Bool(false)),
            _ => None,
        })
    }

    /// A value as the operation keeps it. A value that does not fit stays as it is, and is refused later.
    pub(super) fn convert(
        &self,
        attribute: &AttributeInfo,
        from: &str,
        value: &LegacyAttr,
    ) -> Result<Attribute, Fault> {
        let form = self.form();
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
            (AttributeKind::Double, false, &LegacyAttr::Float(number)) => Attribute::Double(number.into()),
            (AttributeKind::Double, true, LegacyAttr::Floats(list)) => {
                Attribute::Array(list.iter().map(|&number| Attribute::Double(number.into())).collect())
            }
            (AttributeKind::Int32, true, LegacyAttr::Longs(list)) if form.narrows_lists() => {
                Attribute::Array(list.iter().map(|&number| Attribute::Int32(number as i32)).collect())
            }
            (AttributeKind::Bool, false, &LegacyAttr::Int(number)) if form.completes_flags() => {
                Attribute::Bool(number != 0)
            }
            (AttributeKind::Bool, false, &LegacyAttr::Long(number)) if form.completes_flags() => {
                Attribute::Bool(number != 0)
            }
            (_, _, other) => return plain(other).ok_or_else(|| self.not_an_attribute(from, other)),
        })
    }

    fn not_an_attribute(&self, name: &str, value: &LegacyAttr) -> Fault {
        let message = format!("the attribute `{name}` is {}, and operations have no such attributes", value.describe());
        Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(name.to_owned()), message)
    }

    /// A value of the profile as an attribute.
    fn literal(&self, attribute: &AttributeInfo, literal: &Literal) -> Result<Attribute, Fault> {
        let one = |text: &str| match attribute.kind {
            AttributeKind::Bool => text.parse().ok().map(Attribute::Bool),
            AttributeKind::Int32 => text.parse().ok().map(Attribute::Int32),
            AttributeKind::Int64 => text.parse().ok().map(Attribute::Int64),
            AttributeKind::Float => text.trim_end_matches('f').parse().ok().map(Attribute::Float),
            AttributeKind::Double | AttributeKind::Scalar => text.parse().ok().map(Attribute::Double),
            AttributeKind::Str => Some(Attribute::Text(text.to_owned())),
            AttributeKind::DataType => {
                let number = text.parse().ok();
                number.map(|number| Attribute::DataType(DataType::of_number(number).unwrap_or(DataType::Undefined)))
            }
            AttributeKind::Place if text.is_empty() => Some(Attribute::Place(Place::new(Memory::UNDEFINED))),
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

/// A value as an attribute of its own type. `None` if attributes have no such type.
fn plain(value: &LegacyAttr) -> Option<Attribute> {
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

/// The name of a data type, or its number if it is unknown.
pub(super) fn data_type_name(number: i32) -> String {
    DataType::of_number(number).map_or_else(|| number.to_string(), |known| known.name().to_owned())
}
