//! Functions of the C++ API, which call the dispatcher.

use serde::Serialize;
use torch_cpp::{Signatures, converted, dispatcher};
use torch_registry::Function;

use crate::operator::behind_keys;

/// The functions of an operator in the C++ API.
#[derive(Debug, Serialize)]
pub struct Calls {
    /// The name that no other overload has.
    pub operator: String,
    /// The schema.
    pub schema: String,
    /// True if there is a function, and not only a method.
    pub is_function: bool,
    /// True if arguments may be symbolic integers.
    pub has_symint: bool,
    /// The functions.
    pub apis: Vec<Call>,
}

/// A function, or a method.
#[derive(Debug, Serialize)]
pub struct Call {
    /// The name.
    pub name: String,
    /// The name that does not say whether integers are symbolic.
    pub plain_name: String,
    /// The type of integers.
    pub integer: &'static str,
    /// The type of the result.
    pub returns: String,
    /// The parameters with their defaults.
    pub declared: String,
    /// The parameters.
    pub defined: String,
    /// The parameters with their defaults, behind the set of dispatch keys.
    pub redispatched: String,
    /// The arguments of the dispatcher.
    pub arguments: String,
    /// The arguments of the dispatcher behind the set of dispatch keys.
    pub redispatched_arguments: String,
}

impl Calls {
    /// The functions of an operator, or its methods.
    pub fn new(function: &Function, method: bool) -> Calls {
        let wanted = dispatcher(function).parameters;
        let call = |api: torch_cpp::Api| {
            let (declared, defined) = (api.signature.declared(), api.signature.defined());
            let arguments = converted(&api.signature.parameters, &wanted, method);
            Call {
                name: api.signature.name,
                plain_name: api.plain_name,
                integer: if api.symint { "c10::SymInt" } else { "int64_t" },
                returns: api.signature.returns,
                redispatched: behind_keys("c10::DispatchKeySet dispatchKeySet", &declared),
                redispatched_arguments: behind_keys("dispatchKeySet", &arguments),
                declared,
                defined,
                arguments,
            }
        };
        let apis = Signatures { method, generated_name: true }.of(function);
        Calls {
            operator: function.name().unambiguous(),
            schema: function.entry.func.to_string(),
            is_function: function.entry.variants.function,
            has_symint: function.entry.func.has_symint(),
            apis: apis.into_iter().map(call).collect(),
        }
    }
}
