//! Plans the results that a function returns from the operator that it adds.

use profile::{PirApi, PirApiForm};
use serde::Serialize;
use spec::Output;

use crate::names::Locals;
use forms::pir::Entry;

/// The results of an operator, as a function returns them.
#[derive(Debug, Serialize)]
pub struct ResultsPlan {
    /// The local variable with the results.
    local: String,
    /// The results that may be absent.
    absent: Vec<AbsentResult>,
    returned: Vec<ReturnedResult>,
}

#[derive(Debug, Serialize)]
struct AbsentResult {
    index: usize,
    /// The input without which it is absent. If there is none, it is absent if its shape is unknown.
    input: Option<String>,
}

#[derive(Debug, Serialize)]
struct ReturnedResult {
    index: usize,
    list: bool,
    optional: bool,
    /// The local variable into which it is moved before the others are returned.
    local: Option<String>,
}

/// A returned value.
#[derive(Debug, Clone, Serialize)]
pub struct ReturnedType {
    pub list: bool,
    pub optional: bool,
}

pub fn types(entry: &Entry, api: &PirApi) -> Vec<ReturnedType> {
    let returned = entry.outputs().iter().filter(|output| !output.intermediate);
    let ty = |output: &Output| ReturnedType { list: output.ty.is_list(), optional: is_optional(entry, output, api) };
    returned.map(ty).collect()
}

pub fn plan(entry: &Entry, api: &PirApi, locals: &mut Locals) -> ResultsPlan {
    let local = locals.fresh("out");
    let outputs = || entry.outputs().iter().enumerate();
    let absent = outputs().filter_map(|(index, output)| absent(entry, index, output, api));
    let mut returned = |(index, output): (usize, &Output)| {
        let (list, optional) = (output.ty.is_list(), is_optional(entry, output, api));
        // For optional lists, the operators that split them come first.
        let local = (list && optional).then(|| locals.fresh(&output.name.value));
        ReturnedResult { index, list, optional, local }
    };
    ResultsPlan {
        local,
        absent: absent.collect(),
        returned: outputs().filter(|(_, output)| !output.intermediate).map(&mut returned).collect(),
    }
}

/// Only in programs that follow the dynamic graph can results be absent.
fn absent(entry: &Entry, index: usize, output: &Output, api: &PirApi) -> Option<AbsentResult> {
    api.modes.as_ref()?;
    if let Some(input) = optional_target(entry, output) {
        return Some(AbsentResult { index, input: Some(input.to_owned()) });
    }
    (output.optional && !output.intermediate).then_some(AbsentResult { index, input: None })
}

/// Whether the function returns an optional value.
fn is_optional(entry: &Entry, output: &Output, api: &PirApi) -> bool {
    optional_target(entry, output).is_some()
        || api.form == PirApiForm::Optional && is_gradient(entry) && output.optional
}

/// The optional input that an output overwrites. Gradients have no such outputs.
fn optional_target<'a>(entry: &Entry<'a>, output: &Output) -> Option<&'a str> {
    let input = entry.inplace_input(output)?;
    (input.optional && !is_gradient(entry)).then_some(input.name.value.as_str())
}

fn is_gradient(entry: &Entry) -> bool {
    entry.op.stem().ends_with("_grad")
}
