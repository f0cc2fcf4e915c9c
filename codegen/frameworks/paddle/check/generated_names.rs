//! Operators from which the same names are generated, although their own names differ.
//!
//! Each target's names come from the functions of `forms` that the target itself uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::{defined_twice, rules};
use forms::cpp_api::functions_in;
use forms::dygraph::{ad_function, all_chains, gradient_chains, node_chains, node_class};
use forms::pir::{DialectOps, sparse_name};
use forms::python::eager_callables;
use forms::static_graph::OpGroup;
use profile::{Profile, Tensors};
use registry::{OpId, Registry};
use source::{Diagnostic, Diagnostics};
use spec::Op;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let mut names = names_of_functions(registry, registry.profile());
    let suspects = suspects(registry);
    if !suspects.is_empty() {
        names.extend(names_in_pir(registry, registry.profile(), &suspects));
        names.extend(names_in_programs(registry, registry.profile(), &suspects));
    }
    names.sort_unstable();
    let twice = defined_twice(registry);
    let is_sound = |id: &OpId| !registry.op(*id).poisoned && !twice.contains(id);
    let mut pairs: BTreeMap<(OpId, OpId), BTreeSet<&Generated>> = BTreeMap::new();
    for same in names.chunk_by(Generated::is_same) {
        let ops: BTreeSet<OpId> = same.iter().map(|generated| generated.op).filter(is_sound).collect();
        let mut ops = ops.into_iter();
        let Some(first) = ops.next() else { continue };
        for other in ops.filter(|other| !are_registered_twice(registry, first, *other)) {
            pairs.entry((first, other)).or_default().insert(&same[0]);
        }
    }
    for ((first, other), names) in pairs {
        diagnostics.push(problem(registry.op(first), registry.op(other), &names));
    }
}

/// Whether static programs would have an operator twice, which is another finding.
fn are_registered_twice(registry: &Registry, first: OpId, other: OpId) -> bool {
    let (one, two) = (registry.op(first), registry.op(other));
    let are_registered = registry.is_registered(first) && registry.is_registered(other);
    are_registered && one.stem() == two.stem() && one.home.family() != two.home.family()
}

fn problem(first: &Op, other: &Op, names: &BTreeSet<&Generated>) -> Diagnostic {
    let (one, two) = (first.name.as_str(), other.name.as_str());
    let message = format!("`{two}` and `{one}` generate the same names");
    let has_inplace = |op: &Op| !op.is_inplace_only() && op.variants().any(|inplace| inplace);
    let is_variant = |op: &Op, other: &Op| has_inplace(op) && op.function_name(true) == other.name.value;
    let inplace = [(first, other), (other, first)].into_iter().find(|(op, other)| is_variant(op, other));
    let way_out = match inplace {
        Some((op, _)) => format!("rename one of them, or remove `inplace` from `{}`", op.name.value),
        None => "rename one of them".to_owned(),
    };
    let names: Vec<String> = names.iter().map(|generated| generated.described()).collect();
    let problem = Diagnostic::new(rules::SAME_GENERATED_NAME, other.name.span, message);
    problem.label(first.name.span, "the other operator").help(format!("{way_out}: both define {}", names.join(", ")))
}

/// A name that is generated.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Generated {
    kind: Kind,
    scope: Option<String>,
    name: String,
    op: OpId,
}

/// What has the name. In C++ or Python, two of the same kind cannot have the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    CppFunction,
    DygraphFunction,
    GradNode,
    PythonFunction,
    PirClass,
    Operation,
    ProgramOperator,
    ProgramClass,
}

impl Generated {
    fn new(kind: Kind, scope: Option<&str>, name: String, op: OpId) -> Self {
        Generated { kind, scope: scope.map(str::to_owned), name, op }
    }

    fn is_same(&self, other: &Self) -> bool {
        (self.kind, &self.scope, &self.name) == (other.kind, &other.scope, &other.name)
    }

    fn described(&self) -> String {
        let Generated { kind, scope, name, .. } = self;
        let within = |separator: &str| scope.as_ref().map_or(String::new(), |scope| format!("{scope}{separator}"));
        match kind {
            Kind::CppFunction | Kind::DygraphFunction => format!("the C++ function `{}{name}`", within("::")),
            Kind::GradNode => format!("the grad node `{name}`"),
            Kind::PythonFunction => format!("the Python function `{name}`"),
            Kind::PirClass => format!("the class `{}{name}`", within("::")),
            Kind::Operation => format!("the operation `{}{name}`", within(".")),
            Kind::ProgramOperator => format!("the operator `{name}` of programs"),
            Kind::ProgramClass => format!("the first part `{name}` of classes of programs"),
        }
    }
}

/// The functions of C++ and Python, and the grad nodes.
fn names_of_functions(registry: &Registry, profile: &Profile) -> Vec<Generated> {
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
    let callables = eager_callables(registry, profile);
    names.extend(callables.flat_map(|callable| {
        let generated = |name| Generated::new(Kind::PythonFunction, None, name, callable.id);
        callable.names().map(generated).collect::<Vec<_>>()
    }));
    names
}

/// The classes of PIR, and their operations.
fn names_in_pir(registry: &Registry, profile: &Profile, suspects: &BTreeSet<OpId>) -> Vec<Generated> {
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
        }
    }
    names
}

/// The operators of static programs, and the first parts of the names of their classes and argument mappings.
fn names_in_programs(registry: &Registry, profile: &Profile, suspects: &BTreeSet<OpId>) -> Vec<Generated> {
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

/// The operators some of whose names in programs may be those of another, so that they are worth a closer look: apart from
/// capitals and underscores, a name or a kernel is the same.
fn suspects(registry: &Registry) -> BTreeSet<OpId> {
    let legacy: BTreeMap<&str, &str> = registry
        .specs()
        .compat
        .iter()
        .flat_map(|entry| entry.pairs())
        .filter_map(|pair| Some((pair.name.as_str(), pair.legacy.as_ref()?.as_str())))
        .collect();
    let mut keys: Vec<(String, OpId)> = Vec::new();
    let groups = || registry.profile().static_graph.iter().flat_map(|graph| graph.groups.values());
    for (id, op) in registry.ops() {
        let name = op.name.as_str();
        keys.extend([name].into_iter().chain(legacy.get(name).copied()).map(|name| (comparable(name), id)));
        let kernels = op.kernel.iter().map(|kernel| &kernel.functions).filter(|functions| functions.len() > 1);
        keys.extend(kernels.flatten().map(|function| (comparable(&function.name.value), id)));
        if op.home.family().tensors() != Tensors::Dense {
            keys.push((comparable(&sparse_name(name.to_owned())), id));
            let prefixed = groups().filter(|group| group.homes.iter().any(|home| home == op.home.key()));
            keys.extend(prefixed.map(|group| (comparable(&format!("{}{name}", group.prefix)), id)));
        }
    }
    keys.sort_unstable();
    let same = keys.chunk_by(|one, other| one.0 == other.0);
    let several = same.filter(|same| same.iter().any(|(_, id)| *id != same[0].1));
    several.flatten().map(|(_, id)| *id).collect()
}

/// A name without capitals and underscores.
fn comparable(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}
