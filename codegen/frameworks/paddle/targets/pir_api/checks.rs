//! Plans the checks of data types before a function adds an operator.

use profile::PirApi;
use serde::Serialize;
use spec::{Element, Input};

use forms::lists::is_listed;
use forms::pir::Entry;

/// A check that a kernel supports the data type of an argument.
#[derive(Debug, Serialize)]
pub struct ChecksPlan {
    kernel: String,
    check: Check,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Check {
    /// The first of these inputs that is present.
    FirstGiven {
        inputs: Vec<CheckedInput>,
    },
    DataType {
        attribute: String,
    },
    /// The attribute if it is set, or else the input.
    DataTypeOrValue {
        attribute: String,
        input: String,
    },
}

#[derive(Debug, Serialize)]
struct CheckedInput {
    name: String,
    list: bool,
    optional: bool,
}

impl From<&Input> for CheckedInput {
    fn from(input: &Input) -> Self {
        CheckedInput { name: input.name.value.clone(), list: input.ty.is_list(), optional: input.optional }
    }
}

/// Plans the checks for a kernel.
pub fn plan(entry: &Entry, kernel: String, api: &PirApi) -> Option<ChecksPlan> {
    let checks = &api.checks;
    if is_listed(&kernel, &checks.without, &checks.without_endings) {
        return None;
    }
    Some(ChecksPlan { check: check(entry)?, kernel })
}

fn check(entry: &Entry) -> Option<Check> {
    let candidates = entry.kernel().and_then(|kernel| kernel.data_type.as_ref());
    let names = candidates.map_or(&[][..], |candidates| &candidates.names);
    let signature = &entry.op.signature;
    let data_type = |name: &str| entry.attrs.iter().any(|attr| attr.name() == name && attr.ty().is(Element::DataType));
    match names {
        [] => first_given(entry),
        [only] => {
            let name = &only.name.value;
            match signature.input(name) {
                Some(input) => Some(Check::FirstGiven { inputs: vec![input.into()] }),
                None => data_type(name).then(|| Check::DataType { attribute: name.clone() }),
            }
        }
        [first, second] => {
            let input = signature.input(&second.name.value).filter(|input| !input.ty.is_list() && !input.optional)?;
            let attribute = first.name.value.clone();
            data_type(&attribute).then(|| Check::DataTypeOrValue { attribute, input: input.name.value.clone() })
        }
        _ => None,
    }
}

/// The last input decides or, if it is optional and absent, the one before it.
fn first_given(entry: &Entry) -> Option<Check> {
    let mut inputs = Vec::new();
    for input in entry.inputs().iter().rev() {
        inputs.push(CheckedInput::from(input));
        if !input.optional {
            break;
        }
    }
    (!inputs.is_empty()).then_some(Check::FirstGiven { inputs })
}
