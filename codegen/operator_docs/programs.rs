//! The operations of PIR that an operator defines. Those with the same values and attributes are described together.

use forms::pir::form::OperationForm;
use serde::Serialize;
use show::Shown;

/// Operations with the same operands, attributes and results.
#[derive(Debug, Serialize)]
pub struct Operations<'a> {
    pub members: Vec<Member<'a>>,
    /// The first of them.
    pub form: &'a OperationForm,
}

/// What an operation has for itself.
#[derive(Debug, Serialize)]
pub struct Member<'a> {
    pub operation: &'a str,
    pub class: &'a str,
    /// Without their namespaces.
    pub interfaces: Vec<&'a str>,
    pub traits: Vec<&'a str>,
    pub vjp: Option<&'a str>,
}

/// The operations of an operator, in their order.
pub fn operations(shown: &Shown) -> Vec<Operations<'_>> {
    let mut groups: Vec<Operations> = Vec::new();
    for form in &shown.operations {
        let OperationForm { operation, class, operands, attributes, results, interfaces, traits, vjp } = form;
        let member = Member {
            operation,
            class,
            interfaces: interfaces.iter().map(|name| without_namespace(name)).collect(),
            traits: traits.iter().map(|name| without_namespace(name)).collect(),
            vjp: vjp.as_deref(),
        };
        let is_alike = |other: &OperationForm| {
            *operands == other.operands && *attributes == other.attributes && *results == other.results
        };
        match groups.iter_mut().find(|group| is_alike(group.form)) {
            Some(group) => group.members.push(member),
            None => groups.push(Operations { members: vec![member], form }),
        }
    }
    groups
}

/// A name of C++ without its namespaces, which say nothing to readers.
pub fn without_namespace(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}
