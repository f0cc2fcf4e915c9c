//! The names that each target generates.

use std::collections::BTreeSet;

use forms::cpp_api::functions_in;
use forms::dygraph::{ad_function, all_chains, gradient_chains, node_chains, node_class};
use forms::pir::DialectOps;
use forms::python::eager_callables;
use forms::static_graph::OpGroup;
use profile::Profile;
use registry::{OpId, Registry};

/// A name that is generated.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generated {
    pub(crate) kind: Kind,
    scope: Option<String>,
    name: String,
    pub(crate) op: OpId,
}

/// What has the name. In C++ or Python, two of the same kind cannot have the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    CppFunction,
    DygraphFunction,
    GradNode,
    PythonFunction,
    PirFunction,
    PirClass,
    Operation,
    ProgramOperator,
    ProgramClass,
    Own(&'static OwnKind),
}

/// What has a name that only another framework generates.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwnKind {
    /// What it is, such as "the function".
    pub what: &'static str,
    /// Where it is, such as "in `functions.cc`".
    pub place: &'static str,
    /// The targets that define such names.
    pub targets: &'static [&'static str],
}

impl Kind {
    /// Whether one of the targets defines such names. If there are none, all are generated.
    pub fn is_defined_by(self, targets: &[&str]) -> bool {
        targets.is_empty() || self.targets().iter().any(|target| targets.contains(target))
    }

    fn targets(self) -> &'static [&'static str] {
        match self {
            Kind::CppFunction => &["cpp_api"],
            Kind::DygraphFunction | Kind::GradNode => &["dygraph"],
            Kind::PythonFunction => &["python_c", "stubs"],
            Kind::PirFunction => &["pir_api", "pir_python"],
            Kind::PirClass | Kind::Operation => &["pir"],
            Kind::ProgramOperator | Kind::ProgramClass => &["signature", "static_op"],
            Kind::Own(own) => own.targets,
        }
    }
}

impl Generated {
    /// A name that only another framework generates.
    pub fn own(kind: &'static OwnKind, name: String, op: OpId) -> Self {
        Generated::new(Kind::Own(kind), None, name, op)
    }

    fn new(kind: Kind, scope: Option<&str>, name: String, op: OpId) -> Self {
        Generated { kind, scope: scope.map(str::to_owned), name, op }
    }

    /// Whether the other would be a second definition.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (self.kind, &self.scope, &self.name) == (other.kind, &other.scope, &other.name)
    }

    /// The name with its kind, for a message.
    pub(crate) fn described(&self) -> String {
        let Generated { kind, scope, name, .. } = self;
        let within = |separator: &str| scope.as_ref().map_or(String::new(), |scope| format!("{scope}{separator}"));
        match kind {
            Kind::CppFunction | Kind::DygraphFunction => format!("the C++ function `{}{name}`", within("::")),
            Kind::PirFunction => format!("the function `{name}` of PIR"),
            Kind::GradNode => format!("the grad node `{name}`"),
            Kind::PythonFunction => format!("the Python function `{name}`"),
            Kind::PirClass => format!("the class `{}{name}`", within("::")),
            Kind::Operation => format!("the operation `{}{name}`", within(".")),
            Kind::ProgramOperator => format!("the operator `{name}` of programs"),
            Kind::Own(OwnKind { what, place, .. }) => format!("{what} `{name}` {place}"),
            Kind::ProgramClass => format!("the first part `{name}` of classes of programs"),
        }
    }
}

/// The functions of C++ and Python, and the grad nodes.
pub fn names_of_functions(registry: &Registry, profile: &Profile) -> Vec<Generated> {
    let mut names = Vec::new();
    for (settings, file) in profile.cpp_api.iter().flat_map(|api| api.files.values().map(move |file| (api, file))) {
        for group in file.groups.values() {
            for (id, op) in registry.ops_of(&group.homes) {
                let functions = functions_in(op, file, settings).map(|function| function.name());
                let scope = group.namespace.as_deref();
                names.extend(functions.map(|name| Generated::new(Kind::CppFunction, scope, name, id)));
            }
        }
    }
    if let Some(section) = &profile.dygraph {
        for chain in all_chains(registry, section).chain(gradient_chains(registry, section)) {
            let functions = chain.variants(section).map(|inplace| ad_function(&chain.forward.function_name(inplace)));
            let generated = |name| Generated::new(Kind::DygraphFunction, chain.namespace(), name, chain.id);
            names.extend(functions.map(generated));
        }
        for chain in node_chains(registry, section) {
            let gradients = registry.grad_chain(chain.id).into_iter().skip(1);
            let class = |id: OpId| node_class(&registry.op(id).name.value);
            names.extend(gradients.map(|id| Generated::new(Kind::GradNode, chain.namespace(), class(id), id)));
        }
    }
    let callables = eager_callables(registry, profile, |_| true);
    names.extend(callables.flat_map(|callable| {
        let generated = |name| Generated::new(Kind::PythonFunction, None, name, callable.id);
        callable.names().map(generated).collect::<Vec<_>>()
    }));
    names
}

/// The classes of PIR, and their operations.
pub fn names_in_pir(registry: &Registry, profile: &Profile, suspects: &BTreeSet<OpId>) -> Vec<Generated> {
    let mut names = Vec::new();
    let dialects =
        profile.pir.iter().flat_map(|pir| pir.dialects.iter().map(move |(name, section)| (pir, name, section)));
    for (pir, name, section) in dialects {
        let ops = DialectOps::of_some(registry, pir, name, section, |id| suspects.contains(&id));
        for entry in ops.entries() {
            for class in entry.classes(section) {
                names.push(Generated::new(Kind::PirClass, Some(&section.namespace), class.name, entry.id));
                names.push(Generated::new(Kind::Operation, Some(name), class.operation, entry.id));
            }
            if let Some(api) = profile.pir_api.as_ref().filter(|api| api.dialect == *name) {
                let functions = entry.declared_variants(api, section).map(|variant| entry.marked(variant.into_owned()));
                names.extend(functions.map(|function| Generated::new(Kind::PirFunction, None, function, entry.id)));
            }
        }
    }
    names
}

/// The operators of static programs, and the first parts of the names of their classes and argument mappings.
pub fn names_in_programs(registry: &Registry, profile: &Profile, suspects: &BTreeSet<OpId>) -> Vec<Generated> {
    let mut names = Vec::new();
    let groups = profile.static_graph.iter().flat_map(|graph| graph.groups.values().map(move |group| (graph, group)));
    for (graph, group) in groups {
        let ops = OpGroup::new(registry, graph, group);
        let wanted = ops.ids().filter(|id| suspects.contains(id)).filter_map(|id| ops.op(id));
        for op in wanted.filter(|op| op.has_kernel()) {
            names.push(Generated::new(Kind::ProgramOperator, None, op.ty.clone(), op.id));
            names.push(Generated::new(Kind::ProgramClass, None, op.class(), op.id));
        }
    }
    names
}
