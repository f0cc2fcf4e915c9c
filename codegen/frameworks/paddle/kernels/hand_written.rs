//! Functions and classes that someone must write by hand for an operator.

use std::collections::BTreeSet;
use std::slice;

use check::rules;
use forms::dygraph::node_name;
use forms::pir::class_name;
use forms::pir::form::OperationForms;
use profile::{HandWrittenFor, HandWrittenInterface, HandWrittenList, NamedAfter};
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
    check_invoked(joined, problems);
    check_kernel_types(joined, problems);
    for list in functions.lists.values() {
        check_list(joined, list, problems);
    }
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

/// Functions of the C++ API that `invoke` calls, although no operator has this name.
fn check_invoked(joined: &Joined, problems: &mut Vec<Problem>) {
    let declared = Declared::of(joined, &joined.settings.hand_written.invoked);
    let registry = joined.registry;
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned && joined.is_called(op)) {
        let Some(call) = op.invoke.as_ref().filter(|call| registry.invoked(id, call).is_none()) else { continue };
        if registry.is_hand_written(&call.func.value) {
            problems.extend(declared.missing(op, "function", &call.func, &call.func.value));
        }
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

/// Reports what is missing for the operators in a list. Names in the list that are no operators are another finding.
fn check_list(joined: &Joined, list: &HandWrittenList, problems: &mut Vec<Problem>) {
    let files: Vec<(&String, Declared)> =
        list.paths.iter().map(|path| (path, Declared::of(joined, slice::from_ref(path)))).collect();
    if files.iter().any(|(_, file)| file.names.is_none()) {
        return;
    }
    for listed in list.operators.iter().filter(|listed| !list.except.contains(listed)) {
        let Some((id, op)) = operator(joined, listed) else { continue };
        let is_wanted = match list.only {
            None => true,
            Some(HandWrittenFor::Operators) => !op.is_backward(),
            Some(HandWrittenFor::Gradients) => op.is_backward(),
        };
        let Some(stem) = stem(joined, id, listed, list.named_after).filter(|_| is_wanted) else { continue };
        let names: Vec<String> = list.names.iter().map(|name| name.replace('*', &stem)).collect();
        let lacks_all = |(_, file): &&(&String, Declared)| names.iter().all(|name| file.lacks(name));
        if let Some((path, _)) = files.iter().find(lacks_all).filter(|_| !joined.known.may_be_lost(&op.name.value)) {
            let (op, what, name) = (&op.name, &list.what, &names[0]);
            let message = format!("`{}` needs the {what} `{name}`, which does not exist in {path}", op.value);
            problems.push(Problem::new(Diagnostic::new(rules::MISSING_FUNCTION, op.span, message)));
        }
    }
}

/// The operator that has a function of this name.
fn operator<'a>(joined: &Joined<'a>, name: &str) -> Option<(OpId, &'a Op)> {
    let registry = joined.registry;
    let main = registry.find_in_main(name).into_iter();
    let found = main.chain(registry.find_in_programs(name)).chain(registry.find_in_pir(name));
    let mut found = found.map(|id| (id, registry.op(id))).filter(|(_, op)| !op.poisoned);
    found.find(|(_, op)| op.name.value == name || (!op.inplace.is_empty() && op.function_name(true) == name))
}

/// What stands for `*`. `None` if an operator has no such function.
fn stem(joined: &Joined, id: OpId, listed: &str, named_after: NamedAfter) -> Option<String> {
    match named_after {
        NamedAfter::Operator => Some(listed.to_owned()),
        NamedAfter::Class => Some(class_name(listed)),
        NamedAfter::GradNode => {
            let gradient = joined.registry.links(id).backward?;
            Some(node_name(&joined.registry.op(gradient).name.value))
        }
    }
}

/// The functions in some files.
struct Declared<'a> {
    /// The functions and classes; methods with their classes. `None` if some of the files are not in this tree, so that nobody knows
    /// all of them.
    names: Option<BTreeSet<&'a str>>,
    joined: &'a Joined<'a>,
}

impl<'a> Declared<'a> {
    fn of(joined: &'a Joined<'a>, paths: &[String]) -> Self {
        let is_there =
            |function: &&crate::index::Declared| paths.iter().any(|path| joined.index.is_in(&function.place, path));
        let functions = joined.index.functions().filter(is_there);
        let is_complete = paths.iter().all(|path| joined.index.has_functions_in(path));
        let names = is_complete.then(|| functions.flat_map(|function| names(&function.name)).collect());
        Declared { names, joined }
    }

    /// Whether a function or class does not exist.
    fn lacks(&self, name: &str) -> bool {
        self.names.as_ref().is_some_and(|names| !names.contains(name))
    }

    /// The finding if a function does not exist.
    fn missing(&self, op: &Op, what: &str, at: &Spanned<String>, function: &str) -> Option<Problem> {
        let names = self.names.as_ref()?;
        let short = function.rsplit("::").next().unwrap_or(function);
        if names.contains(short) || self.joined.known.may_be_lost(&op.name.value) {
            return None;
        }
        let message = format!("`{}` needs the {what} `{function}`, which does not exist in C++", op.name.value);
        let near = Known::new(names.iter().copied().filter(|name| !name.contains("::"))).nearest(short);
        // The name in C++ may be the misspelt one.
        let near = near.filter(|_| at.value == function).map(|near| Help::meant(short, near).certain(false));
        Some(Problem::new(Diagnostic::new(rules::MISSING_FUNCTION, at.span, message).maybe_help(near)))
    }
}

/// A function's own name, that of its class or namespace, and both.
fn names(function: &str) -> impl Iterator<Item = &str> {
    let (scope, short) = function.rsplit_once("::").map_or((None, function), |(scope, short)| (Some(scope), short));
    let in_scope = scope.into_iter().flat_map(move |scope| {
        let start = scope.rfind("::").map_or(0, |at| at + "::".len());
        [&scope[start..], &function[start..]]
    });
    in_scope.chain([short])
}
