//! Data types in registrations that no call of a kernel can have: the YAML says which data type a call has.

use std::collections::BTreeMap;

use crate::index::Registration;
use check::rules;
use forms::cpp_api::{self, KeyField, Rule};
use registry::OpId;
use source::{Diagnostic, Span};
use spec::{KernelFn, Op};

use crate::{Joined, Problem};

pub fn check(joined: &Joined, problems: &mut Vec<Problem>) {
    let mut callers: BTreeMap<&str, Vec<Caller>> = BTreeMap::new();
    for (id, op) in joined.registry.ops().filter(|(_, op)| op.invoke.is_none()) {
        for function in op.kernel.iter().flat_map(|kernel| &kernel.functions) {
            callers.entry(&function.name.value).or_default().push(Caller { id, op, function });
        }
    }
    for (kernel, callers) in callers.iter().filter(|(kernel, _)| !joined.known.may_be_lost(kernel)) {
        let registrations: Vec<&Registration> = joined.index.registrations_of(kernel).collect();
        let missing = callers.iter().filter_map(|caller| missing(joined, caller, &registrations));
        let count = problems.len();
        problems.extend(missing);
        if problems.len() == count {
            problems.extend(registrations.iter().filter_map(|registration| unused(joined, callers, registration)));
        }
    }
}

/// An operator that calls a kernel.
struct Caller<'a> {
    id: OpId,
    op: &'a Op,
    function: &'a KernelFn,
}

/// The data types that a call can have, in Python's names.
enum CallTypes {
    One(String),
    /// Every type but those with a complex type of their own.
    NoParts,
}

impl Caller<'_> {
    /// The data types of its calls. `None` if they depend on its arguments.
    fn types(&self, joined: &Joined) -> Option<CallTypes> {
        let key = cpp_api::kernel_key(self.op, joined.profile)?;
        let decided = key.decided.into_iter().find(|decided| decided.field == KeyField::DataType)?;
        let enumerator = match decided.rule {
            Rule::Fixed { enumerator } => enumerator,
            Rule::AllOf { arguments } => match &arguments[..] {
                [argument] if argument.complex => return Some(CallTypes::NoParts),
                [argument] => argument.name.rsplit_once("::")?.1.to_owned(),
                _ => return None,
            },
            Rule::FirstOf { .. } | Rule::ExpectedPlace { .. } => return None,
        };
        (!joined.settings.no_data_types.contains(&enumerator)).then(|| CallTypes::One(enumerator.to_lowercase()))
    }

    /// Where the YAML says which data type its calls have.
    fn span(&self) -> Span {
        let candidates = self.op.kernel.as_ref().and_then(|kernel| kernel.data_type.as_ref());
        candidates.map_or(self.function.name.span, |candidates| candidates.names[0].name.span)
    }

    /// Whether C++ that is written by hand decides the data type.
    fn is_chosen_by_hand(&self, joined: &Joined) -> bool {
        let interface = joined.profile.pir.as_ref().map(|pir| &pir.interfaces.kernel_key);
        let has_interface = self.op.interfaces.iter().any(|name| Some(&name.value) == interface);
        has_interface || joined.registry.compat(self.id).is_some_and(|entry| !entry.get_expected_kernel_type.is_empty())
    }
}

impl CallTypes {
    fn has(&self, ty: &str, joined: &Joined) -> bool {
        match self {
            CallTypes::One(one) => one == ty,
            CallTypes::NoParts => !joined.settings.complex_types.contains_key(ty),
        }
    }

    fn shown(&self, joined: &Joined) -> String {
        match self {
            CallTypes::One(one) => one.clone(),
            CallTypes::NoParts => joined.settings.complex_types.values().cloned().collect::<Vec<_>>().join(" or "),
        }
    }
}

/// The finding if no registration is for a data type that calls have.
fn missing(joined: &Joined, caller: &Caller, registrations: &[&Registration]) -> Option<Problem> {
    let types = caller.types(joined).filter(|_| !caller.op.poisoned && joined.is_called(caller.op))?;
    let fits = |registration: &&Registration| match &registration.data_types {
        Some(all) => all.iter().any(|ty| types.has(ty, joined) || !is_known(ty, joined)),
        None => true,
    };
    let first = registrations.first().filter(|_| !registrations.iter().any(fits))?;
    let (op, kernel, wanted) = (&caller.op.name.value, &caller.function.name.value, types.shown(joined));
    let message = format!(
        "`{op}` calls the kernel `{kernel}` for {wanted}, but no registration of the kernel has this data type"
    );
    let problem = Diagnostic::new(rules::MISSING_DATA_TYPE, caller.span(), message);
    let registered = first.data_types.as_ref().map_or(String::new(), |types| types.join(", "));
    Some(Problem::new(problem).label(&first.place, format!("registered for {registered}")))
}

/// The finding about the data types of a registration that no call has.
fn unused(joined: &Joined, callers: &[Caller], registration: &Registration) -> Option<Problem> {
    let is_open = |caller: &Caller| caller.op.poisoned || caller.is_chosen_by_hand(joined);
    let types: Option<Vec<CallTypes>> =
        callers.iter().map(|caller| caller.types(joined).filter(|_| !is_open(caller))).collect();
    let (types, first) = (types?, callers.first()?);
    let is_unused = |ty: &&String| is_known(ty, joined) && !types.iter().any(|types| types.has(ty, joined));
    let unused: Vec<&str> = registration.data_types.iter().flatten().filter(is_unused).map(String::as_str).collect();
    if unused.is_empty() {
        return None;
    }
    let (kernel, unused, asked) = (&registration.kernel, unused.join(", "), types.first()?.shown(joined));
    let message = format!("the kernel `{kernel}` is registered for {unused}, which no call of it can have");
    let problem = Diagnostic::new(rules::UNUSED_DATA_TYPE, first.span(), message);
    let problem = problem.label(first.span(), format!("calls are for {asked}"));
    Some(Problem::new(problem).at(&registration.place))
}

/// Whether a name in a registration is that of a data type, not an alias that only C++ knows.
fn is_known(ty: &str, joined: &Joined) -> bool {
    joined.profile.data_types.iter().any(|known| known.eq_ignore_ascii_case(ty))
}
