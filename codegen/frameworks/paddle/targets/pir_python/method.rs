//! Plans the methods in Python, and the functions that they call in programs and in the dynamic graph.

use forms::lists::is_listed;
use forms::pir::Entry;
use forms::python::Methods;
use serde::Serialize;

/// A method.
#[derive(Debug, Serialize)]
pub struct MethodPlan {
    name: String,
    /// The names of the arguments, in order.
    parameters: Vec<String>,
    /// The function that adds an operator to a program.
    program: String,
    /// Whether that function is written by hand, so that no generated header declares it.
    hand_written: bool,
    /// The function of the dynamic graph, and its namespace.
    eager: Option<String>,
    namespace: Option<String>,
}

/// All methods of an operator.
pub fn methods(entry: &Entry, of: &Methods) -> Vec<MethodPlan> {
    of.variants(entry).map(|variant| method(entry, &variant, of)).collect()
}

fn method(entry: &Entry, variant: &str, of: &Methods) -> MethodPlan {
    let methods = &of.python.methods;
    let name = of.name(entry, variant);
    let program = entry.marked(variant.to_owned());
    let is_eager = of.eager.contains(&name) && !methods.is_only_in_programs(&name);
    MethodPlan {
        name,
        parameters: entry.op.signature.arg_names().map(str::to_owned).collect(),
        hand_written: is_listed(variant, &of.python.without, &[]),
        program,
        eager: is_eager.then(|| variant.to_owned()),
        namespace: entry.is_sparse.then(|| methods.sparse.clone()),
    }
}
