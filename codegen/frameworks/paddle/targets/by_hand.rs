//! Functions that are written by hand and called with the addresses of local variables, to read or change what Python passes.

use std::collections::BTreeMap;

use serde::Serialize;
use spec::python_api::Mode;
use spec::{PythonApi, Signature};

/// A function that gets the addresses of local variables.
#[derive(Debug, Serialize)]
pub struct ByHand<'a> {
    name: &'a str,
    parameters: Vec<Variable<'a>>,
}

/// A local variable whose address such a function gets.
#[derive(Debug, Clone, Serialize)]
pub struct Variable<'a> {
    pub variable: String,
    /// Attributes: the C++ type.
    pub returns: Option<&'a str>,
    pub list: bool,
    pub optional: bool,
    /// If the variable is a pointer to the caller's tensor: the local variable that refers to it.
    pub target: Option<String>,
}

/// The functions for one call.
#[derive(Debug, Default)]
pub struct Helpers<'a> {
    /// Reads all arguments: it gets what Python passes, and fills the variables.
    pub mapper: Option<ByHand<'a>>,
    /// Changes the arguments before the call.
    pub pre_process: Option<ByHand<'a>>,
}

impl<'a> Helpers<'a> {
    /// The functions for one mode. The variables are given in the order of the arguments.
    pub fn new(
        api: &'a PythonApi,
        mode: Mode,
        signature: &Signature,
        variables: impl Iterator<Item = Variable<'a>>,
    ) -> Self {
        let variables: Vec<Variable> = variables.collect();
        let pre_process = api.pre_process.of(mode).map(|call| {
            let by_name: BTreeMap<&str, &Variable> = signature.arg_names().zip(&variables).collect();
            let parameters = call.args.iter().filter_map(|name| Some((*by_name.get(name.as_str())?).clone())).collect();
            ByHand { name: call.func.as_str(), parameters }
        });
        let mapper = api.args_mapper.of(mode).map(|mapper| ByHand { name: mapper.as_str(), parameters: variables });
        Helpers { mapper, pre_process }
    }
}
