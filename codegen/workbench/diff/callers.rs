//! The functions of operators that users can call: those of the dynamic graph, and those that add an operator to a program.
//!
//! Only generated code calls the functions of gradients, so these do not count.

use std::collections::BTreeMap;

use forms::pir::{DialectOps, Entry};
use forms::python::Methods;
use profile::Profile;
use registry::{OpId, Registry};
use spec::Op;

/// The functions of one operator that users can call, by where they run and by language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Callable {
    /// C++ functions of the dynamic graph.
    pub dygraph: bool,
    /// C++ functions that add the operator to a program.
    pub programs: bool,
    /// Functions in `_C_ops`, of either kind.
    pub python: bool,
}

impl Callable {
    /// Whether there is any function.
    pub fn any(self) -> bool {
        self.dygraph || self.programs || self.python
    }
}

/// The operators whose functions add them to a program, with the names of these functions.
#[derive(Debug, Default)]
pub struct Callers {
    /// True if every operator is one function of Python.
    in_python_only: bool,
    in_programs: BTreeMap<OpId, ProgramFunctions>,
    by_name: BTreeMap<String, OpId>,
}

#[derive(Debug)]
struct ProgramFunctions {
    names: Vec<String>,
    cpp: bool,
    python: bool,
}

impl Callers {
    /// The functions of all operators of a registry.
    pub fn new(registry: &Registry, profile: &Profile, in_python_only: bool) -> Self {
        let mut callers = Callers { in_python_only, ..Callers::default() };
        let Some(api) = &profile.pir_api else { return callers };
        let Some(dialect) = DialectOps::named(registry, profile, &api.dialect) else { return callers };
        let python = profile.pir_python.as_ref();
        let methods = python.map(|python| Methods::new(registry, profile, python, dialect.section));
        for entry in dialect.entries().filter(|entry| !entry.op.is_backward()) {
            let declared = entry.declared_variants(api, dialect.section).next().is_some();
            let in_python = methods.as_ref().is_some_and(|methods| methods.variants(entry).next().is_some());
            if declared || in_python {
                callers.add(entry, declared, in_python);
            }
        }
        callers
    }

    fn add(&mut self, entry: &Entry, cpp: bool, python: bool) {
        let names: Vec<String> = entry.variants().into_iter().map(|name| entry.marked(name.into_owned())).collect();
        self.by_name.extend(names.iter().map(|name| (name.clone(), entry.id)));
        self.in_programs.insert(entry.id, ProgramFunctions { names, cpp, python });
    }

    /// The functions of an operator.
    pub fn of(&self, registry: &Registry, id: OpId) -> Callable {
        let op = registry.op(id);
        if op.is_backward() {
            return Callable::default();
        }
        let programs = self.in_programs.get(&id);
        if self.in_python_only {
            return Callable { dygraph: true, ..Callable::default() };
        }
        let dygraph = op.home.calls_kernels() && op.is_in_dygraph();
        Callable {
            dygraph,
            programs: programs.is_some_and(|functions| functions.cpp),
            python: programs.is_some_and(|functions| functions.python) || (dygraph && is_in_python(op, registry)),
        }
    }

    /// The functions of an operator that add it to a program and that another side lacks.
    pub fn gone(&self, id: OpId, other: &Callers) -> Vec<&str> {
        let names = self.in_programs.get(&id).into_iter().flat_map(|functions| &functions.names);
        names.filter(|name| !other.by_name.contains_key(*name)).map(String::as_str).collect()
    }

    /// The operator of another side that has functions of the same names.
    pub fn successor(&self, id: OpId, other: &Callers) -> Option<OpId> {
        let names = &self.in_programs.get(&id)?.names;
        names.iter().find_map(|name| other.by_name.get(name)).copied()
    }
}

/// Whether `_C_ops` has functions for the operator's kind of file. Those that are written by hand count.
fn is_in_python(op: &Op, registry: &Registry) -> bool {
    let Some(section) = &registry.profile().python_c else { return true };
    section.groups.values().any(|group| group.homes.iter().any(|home| home == op.home.key()))
}
