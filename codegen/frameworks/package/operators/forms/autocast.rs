//! What a framework converts while it casts automatically, before it calls an operator.

use serde::Serialize;
use spec::Autocast;
use spec::Op;

use super::{InputForm, TypeForm};

/// The conversions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AutocastForm {
    /// The type of which the inputs are then.
    pub to: AutocastType,
    /// The names of the inputs, in order: those for whose type the kernel is compiled, and that are not overwritten.
    pub inputs: Vec<String>,
}

/// A type to which inputs are converted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum AutocastType {
    /// The type that the caller has chosen.
    Lower,
    /// A data type.
    Fixed(String),
    /// The type of an input.
    Like(String),
}

impl AutocastForm {
    /// The conversions of an operator. `None` if it has none.
    pub fn of(op: &Op, inputs: &[InputForm]) -> Option<Self> {
        let to = match op.package.as_ref()?.autocast.as_ref()? {
            Autocast::Lower(_) => AutocastType::Lower,
            Autocast::Type(name) => AutocastType::Fixed(name.value.clone()),
            Autocast::Like(name) => AutocastType::Like(name.value.clone()),
        };
        let is_converted = |input: &&InputForm| {
            let decides = matches!(&to, AutocastType::Like(name) if *name == input.name);
            input.data_type == TypeForm::Common && !input.written && !decides
        };
        let inputs = inputs.iter().filter(is_converted).map(|input| input.name.clone()).collect();
        Some(AutocastForm { to, inputs })
    }
}

impl std::fmt::Display for AutocastType {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            AutocastType::Lower => f.write_str("lower"),
            AutocastType::Fixed(name) => f.write_str(name),
            AutocastType::Like(name) => write!(f, "like {name}"),
        }
    }
}
