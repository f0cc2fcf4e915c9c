//! The names of a grad node: of its class, of the class's members, and of the variables in its function.

use std::collections::BTreeMap;

use super::creation::optional_local;
use super::locals::Suffixes;
use super::slots::{Pairing, Slot};
use crate::names::Locals;
use spec::Op;

/// The variables of `node.cc.j2`, besides those that are named after arguments and results.
pub const TEMPLATE_LOCALS: &[&str] = &[
    "api_output",
    "can_be_inplaced",
    "create_graph",
    "creation_event",
    "event",
    "grad_node",
    "grads",
    "hooked_grads",
    "input_metas",
    "is_new_grad",
    "out_metas",
    "owner",
    "primitive",
    "returns",
    "scope",
    "trace_backward",
];

/// `matmul_grad` -> `Matmul`, which is the class `MatmulGradNode`.
pub fn node_name(backward: &str) -> String {
    let words = backward.split('_').filter(|word| !word.is_empty());
    let camel: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    camel.strip_suffix("Grad").map_or(camel.clone(), str::to_owned)
}

/// The names of one node.
pub struct NodeNames {
    /// Arguments by the names that they have in the `forward` signature of the next gradient.
    args: BTreeMap<String, String>,
    /// Results, likewise.
    results: BTreeMap<String, String>,
    member_suffix: String,
    pub suffixes: Suffixes,
}

impl NodeNames {
    pub fn new(pairing: &Pairing, backward: &Op, next: Option<&Pairing>) -> Self {
        let signature = &backward.signature;
        let args = renamed(signature.input_names(), next.map_or(&[], |next| &next.inputs));
        let results = renamed(signature.output_names(), next.map_or(&[], |next| &next.outputs));
        let attrs = signature.attrs.iter().map(|attr| attr.name.value.as_str());
        let arg_locals: Vec<&str> =
            signature.input_names().map(|name| renaming(&args, name)).chain(attrs.clone()).collect();
        let stored: Vec<&str> = pairing.wrapped.iter().map(|tensor| tensor.slot.name.as_str()).chain(attrs).collect();
        let member_suffix = member_suffix(&stored, &arg_locals);
        let members: Vec<String> = stored.iter().map(|name| format!("{name}{member_suffix}")).collect();

        let grads: Vec<&str> = pairing.grads_out.iter().map(|grad| renaming(&results, &grad.slot.name)).collect();
        let pointers = (0..grads.len()).map(|index| pointer(index, ""));
        let optional = arg_locals.iter().map(|name| optional_local(name, ""));
        let locals = TEMPLATE_LOCALS.iter().map(|&name| name.to_owned()).chain(pointers).chain(optional).collect();
        let taken: Vec<&str> = arg_locals.iter().copied().chain(members.iter().map(String::as_str)).collect();
        let suffixes = Suffixes::new(&taken, &grads, locals);
        NodeNames { args, results, member_suffix, suffixes }
    }

    /// The variable of an argument.
    pub fn arg(&self, name: &str) -> String {
        renaming(&self.args, name).to_owned()
    }

    /// The variable of an argument that may be absent.
    pub fn optional_arg(&self, name: &str) -> String {
        optional_local(renaming(&self.args, name), &self.suffixes.locals)
    }

    /// The variable of a result.
    pub fn result(&self, name: &str) -> String {
        self.suffixes.output(renaming(&self.results, name))
    }

    /// The variable that points to a result.
    pub fn pointer(&self, index: usize) -> String {
        pointer(index, &self.suffixes.locals)
    }

    /// The member that stores a tensor or an attribute.
    pub fn member(&self, name: &str) -> String {
        format!("{name}{}", self.member_suffix)
    }
}

fn pointer(index: usize, suffix: &str) -> String {
    format!("api_output_{index}{suffix}")
}

/// From names to those that the next gradient uses.
fn renamed<'a>(names: impl Iterator<Item = &'a str>, next: &[Slot]) -> BTreeMap<String, String> {
    names.zip(next).map(|(name, next)| (name.to_owned(), next.name.clone())).collect()
}

fn renaming<'a>(names: &'a BTreeMap<String, String>, name: &'a str) -> &'a str {
    names.get(name).map_or(name, String::as_str)
}

/// One underscore, or more where the name of a member would be that of a parameter of its setter, or of an argument.
fn member_suffix(stored: &[&str], arg_locals: &[&str]) -> String {
    let members: Vec<String> = stored.iter().map(|name| format!("{name}_")).collect();
    let taken = Locals::new(stored.iter().chain(arg_locals).copied());
    format!("_{}", taken.tail(&members))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_named_after_their_gradients() {
        assert_eq!(node_name("matmul_grad"), "Matmul");
        assert_eq!(node_name("matmul_double_grad"), "MatmulDouble");
        assert_eq!(node_name("sync_batch_norm_"), "SyncBatchNorm");
    }
}
