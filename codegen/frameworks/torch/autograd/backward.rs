//! Formulas of gradients.

use std::collections::BTreeSet;

use torch_cpp::{Api, Signatures, Style, result_names, return_type, without_reference};
use torch_registry::Function;

use crate::saved::{self, Saved, Value};
use crate::words::has_word;

/// A formula of the gradients of arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backward {
    /// The arguments.
    pub arguments: Vec<String>,
    /// The formula over what is saved.
    pub formula: String,
    /// The formula as it is written.
    pub written: String,
    /// What it saves of arguments.
    pub saved_inputs: Vec<Saved>,
    /// What it saves of results.
    pub saved_outputs: Vec<Saved>,
    /// The gradients of results that it names.
    pub named_gradients: BTreeSet<String>,
}

impl Backward {
    /// The formula of a function's arguments. It may name these gradients.
    pub(crate) fn new(function: &Function, arguments: Vec<String>, written: &str, gradients: &[String]) -> Backward {
        let (formula, saved_inputs) = saved::read(written, &inputs(function));
        let (formula, saved_outputs) = saved::read(&formula, &outputs(function));
        let named_gradients = gradients.iter().filter(|name| has_word(&formula, name)).cloned().collect();
        Backward { arguments, formula, written: written.to_owned(), saved_inputs, saved_outputs, named_gradients }
    }
}

/// The function of the C++ API whose parameters formulas name: with tensor options as one, and symbolic integers.
pub(crate) fn api(function: &Function) -> Option<Api> {
    let apis = Signatures { method: false, generated_name: false }.of(function);
    let symint = function.entry.func.has_symint();
    apis.into_iter().find(|api| api.symint == symint)
}

fn inputs(function: &Function) -> Vec<Value> {
    let parameters = api(function).map(|api| api.signature.parameters).unwrap_or_default();
    parameters
        .into_iter()
        .map(|parameter| Value { ty: without_reference(&parameter.ty).to_owned(), name: parameter.name })
        .collect()
}

fn outputs(function: &Function) -> Vec<Value> {
    let func = &function.entry.func;
    let style = Style::of(function, true);
    let names = result_names(func).into_iter().map(|name| if name == "self" { RESULT.to_owned() } else { name });
    let types = func.returns.iter().map(|returned| without_reference(&return_type(returned, style)).to_owned());
    names.zip(types).map(|(name, ty)| Value { name, ty }).collect()
}

/// The name of the only result in formulas.
pub(crate) const RESULT: &str = "result";
