//! The interfaces and traits that the class of an operation inherits, and the functions that it defines for them.

use profile::Pir;
use serde::Serialize;

use super::dialect::DialectOps;
use super::entry::{Class, Entry};

/// The functions that only some classes have.
#[derive(Debug, Serialize)]
pub struct ClassFunctions {
    /// Infers the types of results.
    pub infer_meta: bool,
    /// Builds the gradient.
    pub vjp: bool,
    /// Parses the kernel key.
    pub kernel_key: bool,
    /// Infers symbolic shapes.
    pub symbolic_shape: bool,
    /// Caches the symbolic shapes of the gradient.
    pub gradient_shapes: bool,
    /// Decomposes the operation.
    pub decomposition: bool,
    /// Decomposes the gradient.
    pub vjp_decomposition: bool,
}

/// Derives the parents and functions of the classes of a dialect.
#[derive(Debug, Clone, Copy)]
pub struct Inheritance<'a> {
    /// The section of the profile.
    pub pir: &'a Pir,
    /// The dialect.
    pub ops: &'a DialectOps<'a>,
}

impl Inheritance<'_> {
    /// The functions of a class.
    pub fn functions(&self, entry: &Entry, class: &Class) -> ClassFunctions {
        let Pir { rules, interfaces, .. } = self.pir;
        let is_given = |interface: &str| entry.op.interfaces.iter().any(|name| name.value == interface);
        let gradients = !self.ops.section.kind.is_of_device();
        let is_listed = |list: &[String]| {
            let has = |name: &str| list.iter().any(|listed| listed == name);
            gradients && has(&class.variant) && class.kernel.is_some_and(|kernel| has(&kernel.name.value))
        };
        let decomposition = is_listed(&rules.decomposed);
        ClassFunctions {
            infer_meta: self.ops.inferring(entry).is_some(),
            vjp: entry.may_have_vjp(rules),
            kernel_key: is_given(&interfaces.kernel_key),
            symbolic_shape: interfaces.symbolic_shape.as_deref().is_some_and(is_given),
            gradient_shapes: interfaces.gradient_shapes.is_some() && entry.op.backward.is_some(),
            decomposition,
            vjp_decomposition: !decomposition && is_listed(&rules.decomposed_vjps),
        }
    }

    /// Interfaces, then traits, without duplicates.
    pub fn parents(&self, entry: &Entry, class: &Class) -> Vec<String> {
        let all = self.interfaces(entry, &self.functions(entry, class)).into_iter().chain(self.traits(entry, class));
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

    /// The vjp that a class calls. `None` if the class lacks the interface or the operator has no gradient.
    pub fn vjp_of(&self, entry: &Entry) -> Option<String> {
        let has_vjp = !self.ops.section.kind.is_of_device() && entry.may_have_vjp(&self.pir.rules);
        self.ops.gradient(entry).filter(|_| has_vjp).map(|_| entry.marked_name() + "_vjp")
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

    fn interfaces<'e>(&'e self, entry: &'e Entry, functions: &ClassFunctions) -> Vec<&'e str> {
        let (known, section) = (&self.pir.interfaces, self.ops.section);
        let has_gradient = entry.op.backward.is_some();
        let shapes = section.gradient_shapes.as_ref().is_some_and(|shapes| !shapes.is_without(entry.name()));
        let by_rule = [
            (functions.infer_meta, Some(&known.infer_meta)),
            (has_gradient && functions.vjp && !section.kind.is_of_device(), Some(&known.vjp)),
        ];
        let behind = [
            (true, Some(&known.info)),
            (shapes && self.has_gradient_kernel(entry), known.gradient_shapes.as_ref()),
            (section.kind.has_kernels(), Some(&known.kernel_type)),
            (functions.decomposition, Some(&known.decomposition)),
            (functions.vjp_decomposition, known.vjp_decomposition.as_ref()),
        ];
        let chosen = |(is_chosen, name): (bool, Option<&'e String>)| name.filter(|_| is_chosen).map(String::as_str);
        let given = entry.op.interfaces.iter().map(|name| name.value.as_str());
        by_rule.into_iter().filter_map(chosen).chain(given).chain(behind.into_iter().filter_map(chosen)).collect()
    }

    /// Whether the gradient is an operation with a kernel of its own.
    fn has_gradient_kernel(&self, entry: &Entry) -> bool {
        !entry.is_sparse && self.ops.gradient(entry).is_some_and(|gradient| gradient.kernel().is_some())
    }

    fn traits<'e>(&'e self, entry: &'e Entry, class: &Class) -> Vec<&'e str> {
        let (known, section) = (&self.pir.traits, self.ops.section);
        let custom = self.pir.rules.custom_vjps.iter().any(|name| name.strip_suffix("_grad") == Some(entry.name()));
        let falls_back = entry.addition.is_some_and(|addition| addition.dynamic_fallback);
        let by_rule = [
            (custom && !section.kind.is_of_device(), Some(&known.custom_vjp)),
            (class.is_inplace, Some(&known.inplace)),
            (section.kind.is_of_device(), known.device.as_ref()),
            (entry.is_only_here, known.device_only.as_ref()),
            (falls_back, known.device_fallback.as_ref()),
        ];
        let by_rule = by_rule.into_iter().filter_map(|(is_chosen, name)| name.filter(|_| is_chosen));
        entry.op.traits.iter().map(|name| name.value.as_str()).chain(by_rule.map(String::as_str)).collect()
    }
}
