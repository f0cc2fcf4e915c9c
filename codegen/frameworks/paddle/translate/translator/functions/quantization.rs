//! Quantized values.

use crate::facts::AttributeInfo;
use crate::fault::{Fault, Part};
use crate::pir::Attribute;
use crate::rules;

use super::super::operator::Step;
use super::super::remarks::Remark;
use super::super::steps::Steps;

/// The number of bits of a quantized value.
const BITS: &str = "bit_length";

/// The limits of quantized values follow from the number of bits unless they are given. The framework always has those of 8 bits.
pub(super) struct QuantizedLimits;

impl Steps for QuantizedLimits {
    fn attribute(&self, step: &Step, attribute: &AttributeInfo) -> Result<Option<Attribute>, Fault> {
        let limit = match &*attribute.name {
            "qmin" => smallest,
            "qmax" => largest,
            _ => return step.general_attribute(attribute),
        };
        if step.op.attr(&attribute.name).is_some() || step.op.attr(BITS).is_none() {
            return step.general_attribute(attribute);
        }
        Ok(Some(Attribute::Int32(limit(bits(step)?))))
    }

    fn remark(&self, step: &Step, attribute: &AttributeInfo, value: &Attribute) -> Option<Remark> {
        let name = &attribute.name;
        let fixed: i32 = step.handler.defaults.get(&**name).filter(|_| matches!(&**name, "qmin" | "qmax"))?.number()?;
        match value {
            Attribute::Int32(value) if step.op.attr(name).is_none() && *value != fixed => {
                let message = format!("`{name}` is {value}, where the framework's own translation has {fixed}");
                Some(Remark { attribute: BITS, message })
            }
            _ => None,
        }
    }
}

fn bits(step: &Step) -> Result<i32, Fault> {
    let number = step.integer(BITS)?;
    if (1..=32).contains(&number) {
        return Ok(number);
    }
    let message = format!("the attribute `{BITS}` is {number}, but must be between 1 and 32");
    Err(Fault::new(rules::WRONG_ATTRIBUTE, Part::Attribute(BITS.to_owned()), message))
}

/// The smallest signed integer with a number of bits.
fn smallest(bits: i32) -> i32 {
    i32::MIN >> (32 - bits)
}

/// The largest signed integer with a number of bits.
fn largest(bits: i32) -> i32 {
    !smallest(bits)
}
