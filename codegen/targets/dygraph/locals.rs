//! What makes the variables of a generated function differ from its arguments, whatever those are called.

use crate::names::Locals;

/// What stands behind the names of variables: nothing, unless a name would be there twice.
#[derive(Debug, Clone)]
pub struct Tails {
    /// Behind those of outputs.
    pub outputs: String,
    /// Behind those of the function's own variables.
    pub own: String,
}

impl Tails {
    /// Names that the YAML gives to arguments stay; outputs give way to them, and the function's own variables to both.
    pub fn new(args: &[&str], outputs: &[&str], mut own: Vec<String>) -> Self {
        let behind_outputs = Locals::new(args.iter().copied()).tail(outputs);
        let outputs: Vec<String> = outputs.iter().map(|output| format!("{output}{behind_outputs}")).collect();
        own.extend(outputs.iter().flat_map(|output| autograd_metas(output)));
        let taken = Locals::new(args.iter().copied().chain(outputs.iter().map(String::as_str)));
        Tails { own: taken.tail(&own), outputs: behind_outputs }
    }
}

/// The variables for the autograd meta of a tensor or list.
pub fn autograd_metas(name: &str) -> [String; 2] {
    [format!("{name}_autograd_meta"), format!("{name}_autograd_meta_vec")]
}
