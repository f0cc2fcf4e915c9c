//! Layout autotuning: finds the attributes of an operator that depend on the order of dimensions.

use forms::dygraph::Pairing;
use profile::Dygraph;
use spec::Attr;

/// The attributes that depend on the layout. `None` if every input may be absent, because there may be no layout to inspect.
pub fn attributes<'a>(pairing: &'a Pairing, section: &Dygraph) -> Option<Vec<&'a Attr>> {
    if pairing.inputs.iter().all(|input| pairing.is_optional_input(input)) {
        return None;
    }
    let mut sensitive = sensitive_attrs(pairing, section);
    if sensitive.len() > section.max_layout_attrs {
        sensitive.truncate(1);
    }
    Some(sensitive)
}

/// An attribute with a layout is ignored after one with a dimension.
fn sensitive_attrs<'a>(pairing: &'a Pairing, section: &Dygraph) -> Vec<&'a Attr> {
    let contains = |attr: &Attr, words: &[String]| words.iter().any(|word| attr.name.value.contains(word.as_str()));
    let mut found = Vec::new();
    let mut names_dimension = false;
    for attr in &pairing.attrs {
        if contains(attr, &section.dimension_attrs) {
            names_dimension = true;
            found.push(attr);
        } else if !names_dimension && contains(attr, &section.layout_attrs) {
            found.push(attr);
        }
    }
    found
}
