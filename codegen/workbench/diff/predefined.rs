//! The parameter with which C++ functions take tensors for their results. Whether functions have it depends on the version of the
//! framework, so it is compared for all operators at once.

use super::change::{Change, Class, Kind};
use super::pair::OpPair;
use super::side::{Side, Sides};
use forms::cpp_api::{self, PREDEFINED, Parameter};
use profile::Profile;
use source::count;
use spec::Op;

/// One change for all operators whose functions have gained the parameter, and one for all that have lost it.
pub fn compare(base: &Side, head: &Side, sides: Sides, pairs: &[OpPair]) -> Vec<Change> {
    let [old_profile, new_profile] = sides.profiles();
    let rule = |profile: &Profile| profile.cpp_api.as_ref().and_then(|api| api.predefined_outputs.clone());
    if rule(old_profile) == rule(new_profile) {
        return Vec::new();
    }
    let (mut gained, mut lost) = (0, 0);
    for pair in pairs {
        let OpPair::Both(old, new) = *pair else { continue };
        let callable = [base.callable(old).dygraph, head.callable(new).dygraph];
        let (old, new) = (base.registry.op(old), head.registry.op(new));
        match (has_parameter(old, old_profile), has_parameter(new, new_profile)) {
            (false, true) if callable[0] => gained += 1,
            (true, false) if callable[1] => lost += 1,
            _ => {}
        }
    }
    let change = |number: usize, what: &str| {
        let message = format!("the C++ functions of {} {what} the parameter `{PREDEFINED}`", count(number, "operator"));
        (number > 0).then(|| Change::new(Kind::PredefinedResults, message))
    };
    let gained = change(gained, "now end in").map(|change| {
        change.note(
            "calls compile as before, because it has a default; pointers to these functions, and declarations and definitions that \
             are written by hand, must have it",
        )
    });
    let lost = change(lost, "no longer end in");
    gained.into_iter().chain(lost.map(|change| change.breaks(Class::Api, "calls with it no longer compile"))).collect()
}

fn has_parameter(op: &Op, profile: &Profile) -> bool {
    let declared = cpp_api::declared(op, profile);
    declared
        .iter()
        .flat_map(|function| &function.parameters)
        .any(|parameter| matches!(parameter, Parameter::Predefined { .. }))
}
