//! Two signatures that are one for Python.

use torch_registry::FunctionId;

use crate::signature::PythonSignature;

/// A signature, and the functions that a call of it calls.
#[derive(Debug, Clone)]
pub struct SignatureGroup {
    /// The signature; with the out argument if there is an overload that has it.
    pub signature: PythonSignature,
    /// The function that is called without an out argument.
    pub base: FunctionId,
    /// The function that is called with one.
    pub out: Option<FunctionId>,
    /// For an old signature, what a call of it passes to each of the two functions: its own names, or constants. Out arguments come
    /// first.
    pub passed: [Option<Vec<String>>; 2],
}
