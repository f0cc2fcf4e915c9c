//! Resolves names of operators, and types of operators in saved programs.

use std::collections::{BTreeMap, BTreeSet};

use forms::pir::form::OperationForms;
use forms::static_graph::program_form::ProgramForms;
use project::wanted::Wanted;
use registry::{OpId, Registry};
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Spanned, rules};
use spec::stem;

/// The operators that names and types refer to.
pub struct Resolved {
    pub ops: BTreeSet<OpId>,
    /// Names of operators that the framework has registered but no YAML file defines.
    pub without_yaml: BTreeSet<String>,
    /// Types of operators in saved programs that no file defines and the profile does not list as hand-written.
    pub unknown_types: BTreeSet<String>,
}

/// Resolves the names that a caller gives and the types in its saved programs. Unknown names are reported.
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

/// Whether the framework implements a type of operator by hand, or the forward operator of such a gradient.
fn is_hand_written(registry: &Registry, ty: &str) -> bool {
    let is_listed = |ty: &str| {
        let compat = &registry.specs().compat;
        let described = compat.iter().flat_map(|entry| entry.pairs()).filter(|pair| pair.in_programs() == ty);
        registry.is_hand_written(ty) || described.into_iter().any(|pair| registry.is_hand_written(&pair.name.value))
    };
    let ty = stem(ty);
    is_listed(ty) || ty.strip_suffix(GRADIENT).is_some_and(is_listed)
}

/// The suffix of the types of gradients.
const GRADIENT: &str = "_grad";

fn unknown_name(name: &Spanned<String>, known: &Known) -> Diagnostic {
    let message = format!("there is no operator `{}`", name.value);
    Diagnostic::new(rules::WRONG_NODE, name.span, message).maybe_help(known.help(&name.value))
}

/// All names that can refer to an operator.
pub struct Names {
    /// Names in the YAML, without the underscore of inplace functions.
    in_yaml: BTreeMap<String, Vec<OpId>>,
    /// Names in saved programs, whether PIR or older.
    programs: BTreeMap<String, Vec<OpId>>,
}

impl Names {
    pub fn new(registry: &Registry) -> Self {
        let profile = registry.profile();
        let (forms, operations) = (ProgramForms::new(registry, profile), OperationForms::new(registry, profile));
        let mut names = Names { in_yaml: BTreeMap::new(), programs: BTreeMap::new() };
        for (id, op) in registry.ops() {
            add(&mut names.in_yaml, op.stem(), id);
            let in_compat = registry.compat(id).filter(|_| op.home.family().has_program_names());
            let types = forms.op(id).map(|op| op.ty.as_str()).into_iter();
            let types = types.chain(in_compat.map(|compat| compat.op.in_programs()));
            for ty in types {
                add(&mut names.programs, stem(ty), id);
            }
            for form in operations.of(id) {
                add(&mut names.programs, stem(&form.operation), id);
            }
        }
        names
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        self.in_yaml.keys().chain(self.programs.keys()).map(String::as_str)
    }

    /// The name that is most like another one.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        Known::new(self.all()).nearest(name)
    }

    /// The operators of a name. The YAML's meaning of it takes precedence over that of programs.
    pub fn named(&self, name: &str) -> &[OpId] {
        either(&self.in_yaml, &self.programs, name)
    }

    /// The operators of a type. The meaning in programs takes precedence over that of the YAML.
    pub fn typed(&self, ty: &str) -> &[OpId] {
        either(&self.programs, &self.in_yaml, ty)
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
