//! The class of an operation: what it is named, what it inherits, and which functions it has.

use profile::{Pir, Profile};
use serde::Serialize;

use super::build::{self, BuildPlan};
use super::dialect::DialectOps;
use super::entry::{Class, Entry};
use super::infer_meta::{self, InferMetaPlan};
use super::info::{self, InfoPlan};
use super::kernel_type::{self, KernelTypePlan};
use super::verify::{self, VerifyPlan};
use super::vjp;

/// A class, as the header declares it and a source defines it.
#[derive(Debug, Serialize)]
pub struct ClassPlan {
    name: String,
    namespace: String,
    /// With the dialect: `pd_op.abs_`.
    operation: String,
    is_exported: bool,
    /// Interfaces and traits.
    parents: Vec<String>,
    /// The attributes that an operation keeps.
    attributes: Vec<String>,
    operands: Vec<String>,
    results: Vec<String>,
    build: BuildPlan,
    infer_meta: Option<InferMetaPlan>,
    functions: Functions,
    info: InfoPlan,
    verify: VerifyPlan,
    kernel_type: Option<KernelTypePlan>,
}

/// The functions that not every class has.
#[derive(Debug, Serialize)]
struct Functions {
    infer_meta: bool,
    vjp: bool,
    kernel_key: bool,
    symbolic_shape: bool,
    gradient_shapes: bool,
    decomposition: bool,
    vjp_decomposition: bool,
}

/// What the classes of a dialect are planned with.
#[derive(Clone, Copy)]
pub struct Builder<'a> {
    pub profile: &'a Profile,
    pub pir: &'a Pir,
    pub ops: &'a DialectOps<'a>,
}

impl Builder<'_> {
    pub fn classes(&self, entry: &Entry) -> Vec<ClassPlan> {
        entry.classes(self.ops.section).iter().map(|class| self.class(entry, class)).collect()
    }

    fn class(&self, entry: &Entry, class: &Class) -> ClassPlan {
        let Builder { pir, ops, .. } = self;
        let infer_meta = infer_meta::plan(entry, class, ops, self.profile);
        let functions = self.functions(entry, class);
        ClassPlan {
            name: class.name.clone(),
            namespace: ops.section.namespace.clone(),
            operation: format!("{}.{}", ops.name, class.operation),
            is_exported: ops.section.exported.contains(&class.name),
            parents: self.parents(entry, class, &functions),
            attributes: entry.immutable().map(|attr| attr.name().to_owned()).collect(),
            operands: entry.operands().map(str::to_owned).collect(),
            results: entry.outputs().iter().map(|output| output.name.value.clone()).collect(),
            build: build::plan(entry, class, ops, self.profile),
            infer_meta,
            functions,
            info: info::plan(entry, class, ops, self.profile),
            verify: verify::plan(entry, class, &pir.rules),
            kernel_type: ops.section.kernel_types.then(|| kernel_type::plan(entry, &pir.rules)),
        }
    }

    fn functions(&self, entry: &Entry, class: &Class) -> Functions {
        let Pir { rules, interfaces, .. } = self.pir;
        let is_given = |interface: &str| entry.op.interfaces.iter().any(|name| name.value == interface);
        let gradients = self.ops.section.gradients;
        let is_listed = |list: &[String]| {
            let has = |name: &str| list.iter().any(|listed| listed == name);
            gradients && has(&class.variant) && class.kernel.is_some_and(|kernel| has(&kernel.name.value))
        };
        let decomposition = is_listed(&rules.decomposed);
        Functions {
            infer_meta: infer_meta::infers(entry, self.ops),
            vjp: vjp::may_have_vjp(entry, rules),
            kernel_key: is_given(&interfaces.kernel_key),
            symbolic_shape: interfaces.symbolic_shape.as_deref().is_some_and(is_given),
            gradient_shapes: interfaces.gradient_shapes.is_some() && entry.op.backward.is_some(),
            decomposition,
            vjp_decomposition: !decomposition && is_listed(&rules.decomposed_vjps),
        }
    }

    /// Interfaces, then traits; each once.
    fn parents(&self, entry: &Entry, class: &Class, functions: &Functions) -> Vec<String> {
        let all = self.interfaces(entry, functions).into_iter().chain(self.traits(entry, class));
        self.once(all)
    }

    /// The interfaces of a class, without the dialect's own namespace.
    pub fn interfaces_of(&self, entry: &Entry, class: &Class) -> Vec<String> {
        let functions = self.functions(entry, class);
        self.once(self.interfaces(entry, &functions).into_iter())
    }

    /// The traits of a class, without the dialect's own namespace.
    pub fn traits_of(&self, entry: &Entry, class: &Class) -> Vec<String> {
        self.once(self.traits(entry, class).into_iter())
    }

    /// The vjp that a class calls: one with the interface, of an operator with a gradient.
    pub fn vjp_of(&self, entry: &Entry) -> Option<String> {
        let has_vjp = self.ops.section.gradients && vjp::may_have_vjp(entry, &self.pir.rules);
        self.ops.gradient(entry).filter(|_| has_vjp).map(|_| vjp::stem_of(entry) + "_vjp")
    }

    fn once<'e>(&self, names: impl Iterator<Item = &'e str>) -> Vec<String> {
        let namespace = format!("{}::", self.ops.section.namespace);
        let mut found: Vec<String> = Vec::new();
        for name in names.map(|name| name.strip_prefix(&namespace).unwrap_or(name)) {
            if !found.iter().any(|known| known == name) {
                found.push(name.to_owned());
            }
        }
        found
    }

    fn interfaces<'e>(&'e self, entry: &'e Entry, functions: &Functions) -> Vec<&'e str> {
        let (known, section) = (&self.pir.interfaces, self.ops.section);
        let has_gradient = entry.op.backward.is_some();
        let shapes = section.gradient_shapes.as_ref().is_some_and(|shapes| !shapes.is_without(entry.name()));
        let by_rule = [
            (functions.infer_meta, Some(&known.infer_meta)),
            (has_gradient && functions.vjp && section.gradients, Some(&known.vjp)),
        ];
        let behind = [
            (true, Some(&known.info)),
            (shapes && self.has_gradient_kernel(entry), known.gradient_shapes.as_ref()),
            (section.kernel_types, Some(&known.kernel_type)),
            (functions.decomposition, Some(&known.decomposition)),
            (functions.vjp_decomposition, known.vjp_decomposition.as_ref()),
        ];
        let chosen = |(is_chosen, name): (bool, Option<&'e String>)| name.filter(|_| is_chosen).map(String::as_str);
        let given = entry.op.interfaces.iter().map(|name| name.value.as_str());
        by_rule.into_iter().filter_map(chosen).chain(given).chain(behind.into_iter().filter_map(chosen)).collect()
    }

    /// Whether the gradient is an operation of its own, with a kernel.
    fn has_gradient_kernel(&self, entry: &Entry) -> bool {
        !entry.is_sparse && self.ops.gradient(entry).is_some_and(|gradient| gradient.kernel().is_some())
    }

    fn traits<'e>(&'e self, entry: &'e Entry, class: &Class) -> Vec<&'e str> {
        let (known, section) = (&self.pir.traits, self.ops.section);
        let custom = self.pir.rules.custom_vjps.iter().any(|name| name.strip_suffix("_grad") == Some(entry.name()));
        let falls_back = entry.addition.is_some_and(|addition| addition.dynamic_fallback);
        let by_rule = [
            (custom && section.gradients, Some(&known.custom_vjp)),
            (class.is_inplace, Some(&known.inplace)),
            (section.additions, known.device.as_ref()),
            (entry.is_only_here, known.device_only.as_ref()),
            (falls_back, known.device_fallback.as_ref()),
        ];
        let by_rule = by_rule.into_iter().filter_map(|(is_chosen, name)| name.filter(|_| is_chosen));
        entry.op.traits.iter().map(|name| name.value.as_str()).chain(by_rule.map(String::as_str)).collect()
    }
}
