//! The PIR operations of an operator. Operations with equal operands, attributes and results form one group.

use forms::pir::form::OperationForm;
use serde::Serialize;
use show::Shown;

/// Operations with the same operands, attributes and results.
#[derive(Debug, Serialize)]
pub struct Operations<'a> {
    pub members: Vec<Member<'a>>,
    /// The operands, attributes and results that all members share.
    pub form: &'a OperationForm,
}

/// The facts that are particular to one operation of a group.
#[derive(Debug, Serialize)]
pub struct Member<'a> {
    pub operation: &'a str,
    pub class: &'a str,
    /// Without namespaces.
    pub interfaces: Vec<&'a str>,
    /// Without namespaces.
    pub traits: Vec<&'a str>,
    pub vjp: Option<&'a str>,
}

/// The operations of an operator in groups, ordered by their first members.
pub fn operations(shown: &Shown) -> Vec<Operations<'_>> {
    let mut groups: Vec<Operations> = Vec::new();
    for form in &shown.operations {
        let OperationForm { operation, class, operands, attributes, described: _, results, interfaces, traits, vjp } =
            form;
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

/// A C++ name without its namespaces.
pub fn without_namespace(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}
