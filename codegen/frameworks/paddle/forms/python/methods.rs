//! The names of functions in Python: those of the dynamic graph, and those that only add to programs.

use std::borrow::Cow;
use std::collections::BTreeSet;

use profile::{Dialect, PirPython, Profile};
use registry::{OpId, Registry};
use spec::Op;

use crate::lists::{ops_of, variants_in};
use crate::pir::{DialectOps, Entry};

/// The name of a function in the method table.
pub fn method_name(op: &Op, inplace: bool, namespace: Option<&str>) -> String {
    let name = op.function_name(inplace);
    namespace.map_or(name.clone(), |namespace| format!("{namespace}_{name}"))
}

/// The methods of the Python module for the operators of a dialect.
pub struct Methods<'a> {
    /// The section of the profile.
    pub python: &'a PirPython,
    /// The dialect.
    pub dialect: &'a Dialect,
    /// The methods of the dynamic graph.
    pub eager: BTreeSet<String>,
}

impl<'a> Methods<'a> {
    /// The methods for a dialect.
    pub fn new(registry: &Registry, profile: &Profile, python: &'a PirPython, dialect: &'a Dialect) -> Self {
        let groups = profile.python_c.iter().flat_map(|python_c| python_c.groups.values());
        let eager = groups.flat_map(|group| {
            let namespace = group.namespace.as_deref();
            let ops = ops_of(registry, group);
            ops.flat_map(move |(_, op)| variants_in(op, group).map(move |inplace| method_name(op, inplace, namespace)))
        });
        Methods { python, dialect, eager: eager.collect() }
    }

    /// The variants whose methods the dynamic graph lacks: for each, whether it is the inplace one.
    pub fn only_in_programs(&self, entry: &Entry) -> Vec<bool> {
        let unknown = self.variants(entry).filter(|variant| !self.eager.contains(&self.name(entry, variant)));
        unknown.map(|variant| variant.ends_with('_')).collect()
    }

    /// The variants that have methods.
    pub fn variants<'e>(&'e self, entry: &'e Entry<'_>) -> impl Iterator<Item = Cow<'e, str>> {
        entry
            .variants()
            .into_iter()
            .filter(|variant| entry.is_buildable(variant, self.dialect) && !self.python.methods.is_left_out(variant))
    }

    /// The name of a method.
    pub fn name(&self, entry: &Entry, variant: &str) -> String {
        if entry.is_sparse { format!("{}_{variant}", self.python.methods.sparse) } else { variant.to_owned() }
    }
}

/// An operator with methods that the dynamic graph lacks.
pub struct OnlyInPrograms<'a> {
    /// The operator.
    pub id: OpId,
    /// The operator.
    pub op: &'a Op,
    /// The prefix of the names.
    pub namespace: Option<&'a str>,
    /// For each method, whether it is the inplace variant.
    pub variants: Vec<bool>,
}

/// The operators, of those that are wanted, with methods that the dynamic graph lacks.
pub fn only_in_programs<'a>(
    registry: &'a Registry,
    profile: &'a Profile,
    is_wanted: impl Fn(&Op) -> bool,
) -> Vec<OnlyInPrograms<'a>> {
    let (Some(python), Some(api)) = (&profile.pir_python, &profile.pir_api) else { return Vec::new() };
    let is_wanted = |id: OpId| is_wanted(registry.op(id));
    let dialect = DialectOps::some_of_named(registry, profile, &api.dialect, is_wanted);
    let Some(dialect) = dialect else { return Vec::new() };
    let methods = Methods::new(registry, profile, python, dialect.section);
    let of_entry = |entry: &Entry<'a>| OnlyInPrograms {
        id: entry.id,
        op: entry.op,
        namespace: entry.is_sparse.then_some(python.methods.sparse.as_str()),
        variants: methods.only_in_programs(entry),
    };
    dialect.entries().map(of_entry).filter(|only| !only.variants.is_empty()).collect()
}
