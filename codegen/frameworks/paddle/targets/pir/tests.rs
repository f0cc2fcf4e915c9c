//! Checks that the plans of classes and the built-in profiles fit together.

use profile::{Profile, built_in};
use spec::AttrType;

use super::{info, verify};
use forms::pir::ValueType;

fn profiles() -> impl Iterator<Item = &'static Profile> {
    ["paddle-2.6", "paddle-3.0"].into_iter().filter_map(built_in)
}

#[test]
fn every_attribute_has_a_class_and_every_parameter_a_type() {
    for profile in profiles() {
        let classes = &profile.cpp.types["pir_attribute"];
        assert_eq!(AttrType::names().filter(|ty| !classes.contains_key(*ty)).collect::<Vec<_>>(), [""; 0]);
        // Parameters are numbers instead of scalars.
        let parameters = &profile.cpp.types["pir_parameter"];
        let given = AttrType::names().filter(|ty| !ty.starts_with("Scalar") || ty.ends_with("[]"));
        assert_eq!(given.filter(|ty| !parameters.contains_key(*ty)).collect::<Vec<_>>(), [""; 0]);
    }
}

#[test]
fn what_is_usual_at_the_end_is_left_out() {
    assert_eq!(info::trimmed([false, true, false, false]), [false, true]);
    assert_eq!(info::trimmed([false; 4]), [false; 0]);
    let demand = |ty, is_optional| verify::Demand { ty: Some(ty), is_optional };
    let dense = demand(ValueType::Dense, false);
    let values = verify::ValuesPlan::new(vec![dense, demand(ValueType::Dense, true), dense]);
    assert_eq!((values.count, values.demands.len()), (3, 2));
}
