//! What things are called in a grad node's class and in its function.

use std::collections::BTreeMap;

use super::slots::{Pairing, Slot};
use super::tails::Tails;
use crate::names::Locals;
use spec::Op;

/// The variables of every node's function, besides those that are called after an argument or a result.
const OWN: &[&str] = &[
    "api_output",
    "can_be_inplaced",
    "create_graph",
    "event",
    "grad_node",
    "grads",
    "hooked_grads",
    "input_metas",
    "is_new_grad",
    "out_metas",
    "owner",
    "returns",
    "scope",
    "trace_backward",
];

/// The names of one node.
pub struct Names {
    /// The names that the next gradient's `forward` signature has for this one's arguments.
    args: BTreeMap<String, String>,
    /// The same for its results.
    results: BTreeMap<String, String>,
    /// What makes the name of an argument that of the member that keeps it.
    behind_fields: String,
    pub tails: Tails,
}

impl Names {
    pub fn new(pairing: &Pairing, backward: &Op, next: Option<&Pairing>) -> Self {
        let signature = &backward.signature;
        let args = renamed(signature.input_names(), next.map_or(&[], |next| &next.inputs));
        let results = renamed(signature.output_names(), next.map_or(&[], |next| &next.outputs));
        let attrs = signature.attrs.iter().map(|attr| attr.name.value.as_str());
        let arg_locals: Vec<&str> =
            signature.input_names().map(|name| local(&args, name)).chain(attrs.clone()).collect();
        let kept: Vec<&str> = pairing.saved.iter().map(|saved| saved.slot.name.as_str()).chain(attrs).collect();
        let behind_fields = behind_fields(&kept, &arg_locals);
        let fields: Vec<String> = kept.iter().map(|name| format!("{name}{behind_fields}")).collect();

        let grads: Vec<&str> = pairing.grads_out.iter().map(|grad| local(&results, &grad.slot.name)).collect();
        let of_result = (0..grads.len()).map(|i| format!("api_output_{i}"));
        let of_arg = arg_locals.iter().map(|name| format!("{name}_optional"));
        let own = OWN.iter().map(|&name| name.to_owned()).chain(of_result).chain(of_arg).collect();
        let taken: Vec<&str> = arg_locals.iter().copied().chain(fields.iter().map(String::as_str)).collect();
        let tails = Tails::new(&taken, &grads, own);
        Names { args, results, behind_fields, tails }
    }

    /// The variable that holds an argument.
    pub fn arg(&self, name: &str) -> String {
        local(&self.args, name).to_owned()
    }

    /// The variable that holds a result.
    pub fn result(&self, name: &str) -> String {
        format!("{}{}", local(&self.results, name), self.tails.outputs)
    }

    /// The member that keeps an argument.
    pub fn field(&self, name: &str) -> String {
        format!("{name}{}", self.behind_fields)
    }

    /// One of the function's own variables.
    pub fn own(&self, name: &str) -> String {
        format!("{name}{}", self.tails.own)
    }
}

/// Names, each to what the next gradient calls it.
fn renamed<'a>(names: impl Iterator<Item = &'a str>, next: &[Slot]) -> BTreeMap<String, String> {
    names.zip(next).map(|(name, next)| (name.to_owned(), next.name.clone())).collect()
}

fn local<'a>(names: &'a BTreeMap<String, String>, name: &'a str) -> &'a str {
    names.get(name).map_or(name, String::as_str)
}

/// An underscore, and more where a member would be called as an argument is: of its setter, or of the call.
fn behind_fields(kept: &[&str], arg_locals: &[&str]) -> String {
    let fields: Vec<String> = kept.iter().map(|name| format!("{name}_")).collect();
    let taken = Locals::new(kept.iter().chain(arg_locals).copied());
    format!("_{}", taken.tail(&fields))
}
