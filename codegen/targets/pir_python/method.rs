//! The methods that Python finds: what they call in programs, and what in the dynamic graph.

use std::borrow::Cow;
use std::collections::BTreeSet;

use profile::{Dialect, PirMethods, PirPython, Profile};
use registry::Registry;
use serde::Serialize;

use crate::pir::entry::Entry;
use crate::pir_api::function::is_buildable;
use crate::pir_api::is_listed;
use crate::python_c;

/// A method.
#[derive(Debug, Serialize)]
pub struct MethodPlan {
    name: String,
    /// The names of the arguments, in order.
    parameters: Vec<String>,
    /// The function that adds an operator to a program.
    program: String,
    /// That function is written by hand, and no generated header declares it.
    hand_written: bool,
    /// The function of the dynamic graph, and its namespace.
    eager: Option<String>,
    namespace: Option<String>,
}

/// Makes the methods of the operators of a dialect.
pub struct Methods<'a> {
    python: &'a PirPython,
    dialect: &'a Dialect,
    /// The methods that the dynamic graph has.
    eager: BTreeSet<String>,
}

impl<'a> Methods<'a> {
    pub fn new(registry: &Registry, profile: &Profile, python: &'a PirPython, dialect: &'a Dialect) -> Self {
        let groups = profile.python_c.iter().flat_map(|python_c| python_c.groups.values());
        let eager = groups.flat_map(|group| {
            let namespace = group.namespace.as_deref();
            let ops = python_c::ops_of(registry, group);
            ops.flat_map(move |(_, op)| op.variants().map(move |inplace| python_c::method_name(op, inplace, namespace)))
        });
        Methods { python, dialect, eager: eager.collect() }
    }

    /// All methods of an operator.
    pub fn of(&self, entry: &Entry) -> Vec<MethodPlan> {
        self.variants(entry).map(|variant| self.method(entry, &variant)).collect()
    }

    /// The variants whose methods the dynamic graph does not know: for each, whether it is the inplace one.
    pub fn only_in_programs(&self, entry: &Entry) -> Vec<bool> {
        let unknown = self.variants(entry).filter(|variant| !self.eager.contains(&self.name(entry, variant)));
        unknown.map(|variant| variant.ends_with('_')).collect()
    }

    fn variants<'e>(&'e self, entry: &'e Entry<'_>) -> impl Iterator<Item = Cow<'e, str>> {
        let PirMethods { without, without_endings, .. } = &self.python.methods;
        entry.variants().into_iter().filter(|variant| {
            is_buildable(entry, variant, self.dialect) && !is_listed(variant, without, without_endings)
        })
    }

    fn name(&self, entry: &Entry, variant: &str) -> String {
        if entry.is_sparse { format!("{}_{variant}", self.python.methods.sparse) } else { variant.to_owned() }
    }

    fn method(&self, entry: &Entry, variant: &str) -> MethodPlan {
        let methods = &self.python.methods;
        let name = self.name(entry, variant);
        let program = entry.marked(variant.to_owned());
        let is_eager = self.eager.contains(&name) && !methods.only_programs.contains(&name);
        MethodPlan {
            name,
            parameters: entry.op.signature.arg_names().map(str::to_owned).collect(),
            hand_written: is_listed(variant, &self.python.without, &[]),
            program,
            eager: is_eager.then(|| variant.to_owned()),
            namespace: entry.is_sparse.then(|| methods.sparse.clone()),
        }
    }
}
