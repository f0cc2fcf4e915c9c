//! Functions that call kernels without the dispatcher.

use serde::Serialize;
use torch_cpp::{Parameter, Signatures, converted};
use torch_registry::Function;

/// What a function calls.
#[derive(Debug)]
pub struct Called {
    /// The function. `None` if nothing is computed.
    pub function: Option<String>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// A function that calls a kernel.
#[derive(Debug, Serialize)]
pub struct Direct {
    returns: String,
    name: String,
    parameters: String,
    /// The function that is called. `None` if nothing is computed.
    called: Option<String>,
    arguments: String,
}

/// The functions of the C++ API that call a kernel.
pub fn functions<'a>(function: &'a Function, called: &'a Called) -> impl Iterator<Item = Direct> + 'a {
    let apis = Signatures { method: false, generated_name: false }.of(function);
    apis.into_iter().map(|api| Direct {
        parameters: api.signature.defined(),
        returns: api.signature.returns,
        name: api.signature.name,
        called: called.function.clone(),
        arguments: converted(&api.signature.parameters, &called.parameters, false),
    })
}
