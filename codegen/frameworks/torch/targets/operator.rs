//! An operator as the dispatcher knows it.

use serde::Serialize;
use torch_cpp::dispatcher;
use torch_registry::Function;

/// The values that declare and define an operator.
#[derive(Debug, Serialize)]
pub struct Operator {
    /// The name that no other overload has.
    pub operator: String,
    /// The name without overload.
    pub name: String,
    /// The overload.
    pub overload: String,
    /// The schema.
    pub schema: String,
    /// The type of the result.
    pub returns: String,
    /// The types of the parameters.
    pub types: String,
    /// The parameters.
    pub parameters: String,
    /// The parameters behind the set of dispatch keys.
    pub redispatched: String,
    /// The arguments.
    pub arguments: String,
    /// The arguments behind the set of dispatch keys.
    pub redispatched_arguments: String,
}

impl Operator {
    /// The values of a function.
    pub fn new(function: &Function) -> Operator {
        let signature = dispatcher(function);
        let schema = function.entry.func.to_string();
        let (parameters, arguments) = (signature.defined(), signature.names());
        Operator {
            operator: function.name().unambiguous(),
            name: function.name().name.to_string(),
            overload: function.name().overload.clone(),
            types: signature.types(),
            redispatched: behind_keys("c10::DispatchKeySet dispatchKeySet", &parameters),
            redispatched_arguments: behind_keys("dispatchKeySet", &arguments),
            returns: signature.returns,
            schema,
            parameters,
            arguments,
        }
    }
}

/// A list of parameters or arguments behind a first one.
pub fn behind_keys(first: &str, others: &str) -> String {
    if others.is_empty() { first.to_owned() } else { format!("{first}, {others}") }
}
