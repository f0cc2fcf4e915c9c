//! Which operators names mean, and the types of operators in saved programs.

use std::collections::{BTreeMap, BTreeSet};

use forms::pir::form::OperationForms;
use forms::static_graph::program_form::ProgramForms;
use project::wanted::Wanted;
use registry::{OpId, Registry};
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Spanned, rules};
use spec::{Compat, stem};

/// What names mean.
pub struct Resolved {
    pub ops: BTreeSet<OpId>,
    /// Names of operators that the framework has registered, and that no file of YAML defines.
    pub without_yaml: BTreeSet<String>,
    /// Types of operators in saved programs that no file defines, nor the profile knows as written by hand.
    pub unknown_types: BTreeSet<String>,
}

/// The operators that a caller names, and those in saved programs. Names that mean nothing are reported.
pub fn resolve(registry: &Registry, names: &Names, wanted: &Wanted, diagnostics: &mut Diagnostics) -> Resolved {
    let registered = registry.registered();
    let is_registered = |name: &str| registered.is_some_and(|registered| registered.op(name).is_some());
    let known = registered.into_iter().flat_map(|registered| registered.operators.keys().map(String::as_str));
    let known = Known::new(names.all().chain(known));
    let mut resolved = Resolved { ops: BTreeSet::new(), without_yaml: BTreeSet::new(), unknown_types: BTreeSet::new() };
    for name in &wanted.names {
        match names.named(&name.value) {
            [] if is_registered(&name.value) => drop(resolved.without_yaml.insert(name.value.clone())),
            [] if registry.is_hand_written(stem(&name.value)) => {}
            [] => diagnostics.push(unknown_name(name, &known)),
            ids => resolved.ops.extend(ids),
        }
    }
    for ty in &wanted.types {
        match names.typed(&ty.value) {
            [] if is_registered(&ty.value) => drop(resolved.without_yaml.insert(ty.value.clone())),
            [] if is_hand_written(registry, &ty.value) => {}
            [] => drop(resolved.unknown_types.insert(ty.value.clone())),
            ids => resolved.ops.extend(ids),
        }
    }
    resolved
}

/// Whether the framework implements the operators of a type, or what they are the gradients of, by hand.
fn is_hand_written(registry: &Registry, ty: &str) -> bool {
    let is_listed = |ty: &str| {
        let compat = &registry.specs().compat;
        let described = compat.iter().flat_map(Compat::pairs).filter(|pair| pair.in_programs() == ty);
        registry.is_hand_written(ty) || described.into_iter().any(|pair| registry.is_hand_written(&pair.name.value))
    };
    let ty = stem(ty);
    is_listed(ty) || ty.strip_suffix(GRADIENT).is_some_and(is_listed)
}

/// The end of the types of gradients.
const GRADIENT: &str = "_grad";

fn unknown_name(name: &Spanned<String>, known: &Known) -> Diagnostic {
    let message = format!("there is no operator `{}`", name.value);
    Diagnostic::new(rules::WRONG_NODE, name.span, message).maybe_help(known.help(&name.value))
}

/// Every name by which somebody may mean an operator.
pub struct Names {
    /// In the YAML, with and without the underscore of inplace functions.
    own: BTreeMap<String, Vec<OpId>>,
    /// In programs of either kind.
    programs: BTreeMap<String, Vec<OpId>>,
}

impl Names {
    pub fn new(registry: &Registry) -> Self {
        let profile = registry.profile();
        let (forms, operations) = (ProgramForms::new(registry, profile), OperationForms::new(registry, profile));
        let mut names = Names { own: BTreeMap::new(), programs: BTreeMap::new() };
        for (id, op) in registry.ops() {
            add(&mut names.own, op.stem(), id);
            let in_compat = registry.compat(id).filter(|_| op.home.family().has_program_names());
            let types = forms.op(id).map(|op| op.ty.as_str()).into_iter();
            let types = types.chain(in_compat.map(|compat| compat.op.in_programs()));
            types.for_each(|ty| add(&mut names.programs, stem(ty), id));
            operations.of(id).for_each(|form| add(&mut names.programs, stem(&form.operation), id));
        }
        names
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        self.own.keys().chain(self.programs.keys()).map(String::as_str)
    }

    /// A name of the YAML goes before one that programs have for another operator.
    fn named(&self, name: &str) -> &[OpId] {
        either(&self.own, &self.programs, name)
    }

    /// A name that programs have goes before one of the YAML.
    pub fn typed(&self, ty: &str) -> &[OpId] {
        either(&self.programs, &self.own, ty)
    }
}

fn add(names: &mut BTreeMap<String, Vec<OpId>>, name: &str, id: OpId) {
    let ids = names.entry(name.to_owned()).or_default();
    if !ids.contains(&id) {
        ids.push(id);
    }
}

fn either<'a>(
    first: &'a BTreeMap<String, Vec<OpId>>,
    second: &'a BTreeMap<String, Vec<OpId>>,
    name: &str,
) -> &'a [OpId] {
    let name = stem(name);
    first.get(name).or_else(|| second.get(name)).map_or(&[], Vec::as_slice)
}
