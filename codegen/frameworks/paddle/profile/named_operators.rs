//! Operators that sections refer to by name outside of lists.

use crate::Profile;
use crate::sections::Operants;

impl Profile {
    /// The operators that sections refer to outside of lists, each with the section. `listed` are the names in a list of the
    /// project.
    pub fn named_operators<'a>(&'a self, listed: impl Fn(&str) -> Vec<&'a str>) -> Vec<(&'static str, &'a str)> {
        let pruned = self.dygraph.iter().flat_map(|dygraph| &dygraph.pruned);
        let pruned = pruned.map(|pruned| ("dygraph.pruned", pruned.forward.as_str()));
        let operants = self.operants.iter().flat_map(|operants| needed(operants, &listed(&operants.list)));
        pruned.chain(operants.map(|name| ("operants", name))).collect()
    }
}

/// The listed operators that the operators of C++ and functions with numbers call, and those that make tensors of numbers.
fn needed<'a>(operants: &'a Operants, listed: &[&str]) -> Vec<&'a str> {
    let unary = operants.unary_operators.values().filter_map(|call| call.split('(').next());
    let modes = operants.modes.values();
    let of_modes = modes.clone().flat_map(|mode| &mode.overloads).chain(&operants.overloads);
    let filled = modes.map(|mode| mode.fill.as_str());
    let overloads = of_modes.map(|overload| overload.calls.as_str());
    let called = operants.operators.values().map(String::as_str).chain(unary).chain(overloads);
    called.filter(|name| listed.contains(name)).chain(filled.filter(|_| !listed.is_empty())).collect()
}
