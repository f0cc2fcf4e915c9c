//! Functions that someone must write by hand for an operator.

use std::collections::BTreeSet;

use check::rules;
use forms::pir::form::OperationForms;
use profile::HandWrittenInterface;
use registry::OpId;
use source::suggest::Known;
use source::{Diagnostic, Help, Spanned};
use spec::Op;

use crate::{Joined, Problem};

/// Reports the functions that do not exist.
pub fn check(joined: &Joined, problems: &mut Vec<Problem>) {
    let functions = &joined.settings.hand_written;
    let composites = Declared::of(joined, &functions.composite);
    for op in joined.ops() {
        if let Some(call) = op.composite.as_ref() {
            problems.extend(composites.missing(op, "composite function", &call.func, &call.func.value));
        }
    }
    check_kernel_types(joined, problems);
    let Some(pir) = &joined.profile.pir else { return };
    let forms = OperationForms::new(joined.registry, joined.profile);
    let interfaces = [
        (Some(&pir.interfaces.kernel_key), &functions.kernel_key),
        (pir.interfaces.symbolic_shape.as_ref(), &functions.symbolic_shape),
    ];
    for (interface, functions) in interfaces {
        let Some(interface) = interface else { continue };
        check_interface(joined, &forms, interface, functions, problems);
    }
}

fn check_kernel_types(joined: &Joined, problems: &mut Vec<Problem>) {
    let declared = Declared::of(joined, &joined.settings.hand_written.kernel_type);
    let mut seen = BTreeSet::new();
    for (id, op) in joined.registry.ops().filter(|(_, op)| !op.poisoned) {
        let functions =
            joined.registry.compat(id).into_iter().flat_map(|entry| entry.get_expected_kernel_type.values());
        for function in functions.filter(|function| seen.insert(function.span)) {
            problems.extend(declared.missing(op, "function that selects its kernel,", function, &function.value));
        }
    }
}

fn check_interface(
    joined: &Joined,
    forms: &OperationForms,
    interface: &str,
    functions: &HandWrittenInterface,
    problems: &mut Vec<Problem>,
) {
    let declared = Declared::of(joined, &functions.paths);
    let ops = joined.registry.ops().filter(|(_, op)| !op.poisoned);
    let given = |(id, op): (OpId, &'_ Op)| {
        let interface = op.interfaces.iter().find(|name| name.value == interface)?.clone();
        Some((id, interface))
    };
    for (id, name) in ops.filter_map(given) {
        for form in forms.of(id) {
            let function = functions.function.replace('*', &form.class);
            problems.extend(declared.missing(joined.registry.op(id), "function", &name, &function));
        }
    }
}

/// The functions in some files.
struct Declared<'a> {
    /// `None` if some of the files are not in this tree, so that nobody knows all functions.
    names: Option<BTreeSet<&'a str>>,
    joined: &'a Joined<'a>,
}

impl<'a> Declared<'a> {
    fn of(joined: &'a Joined, paths: &[String]) -> Self {
        let is_there = |function: &&cpp::Declared| paths.iter().any(|path| joined.index.is_in(&function.place, path));
        let functions = joined.index.functions().filter(is_there);
        let is_complete = paths.iter().all(|path| joined.index.has_functions_in(path));
        let names = is_complete.then(|| functions.map(|function| function.short_name.as_str()).collect());
        Declared { names, joined }
    }

    /// The finding if a function does not exist.
    fn missing(&self, op: &Op, what: &str, at: &Spanned<String>, function: &str) -> Option<Problem> {
        let names = self.names.as_ref()?;
        let short = function.rsplit("::").next().unwrap_or(function);
        if names.contains(short) || self.joined.known.may_be_lost(&op.name.value) {
            return None;
        }
        let message = format!("`{}` needs the {what} `{function}`, which does not exist in C++", op.name.value);
        let near = Known::new(names.iter().copied()).nearest(short);
        // The name in C++ may be the misspelt one.
        let near = near.filter(|_| at.value == function).map(|near| Help::meant(short, near).certain(false));
        Some(Problem::new(Diagnostic::new(rules::MISSING_FUNCTION, at.span, message).maybe_help(near)))
    }
}
