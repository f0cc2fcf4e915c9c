//! Wrong arguments, types, defaults and dispatches.
//!
//! Left out: what only the operator itself says, because a different type, default or argument there only defines a
//! different operator. A type counts as stated elsewhere if the backward operator's forward signature repeats it, or if
//! a literal default implies it.

use std::ops::Range;

use opgen::source::FileId;
use opgen::spec::Op;

use super::Operator;
use super::text::{Argument, Entry, arguments};
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("types-swapped", types_swapped),
    ("forward-types-swapped", forward_types_swapped),
    ("type-of-other-kind", |tree| retyped(tree, true)),
    ("forward-type-of-other-kind", |tree| retyped(tree, false)),
    ("default-removed", default_removed),
    ("default-changed", default_changed),
    ("default-of-wrong-type", default_of_wrong_type),
    ("forward-default-changed", forward_default_changed),
    ("optional-dropped", optional_dropped),
    ("dispatch-kind-removed", |tree| dispatch(tree, true)),
    ("dispatch-kind-added", |tree| dispatch(tree, false)),
    ("forward-argument-removed", |tree| stale_forward(tree, Stale::Removed)),
    ("forward-argument-added", |tree| stale_forward(tree, Stale::Added)),
    ("forward-arguments-swapped", |tree| stale_forward(tree, Stale::Swapped)),
    ("argument-added", argument_added),
    ("argument-removed", argument_removed),
    ("argument-given-twice", argument_twice),
    ("input-behind-attribute", input_behind),
    ("backward-removed", backward_removed),
    ("output-added", output_added),
];

/// Entries whose arguments are also stated in a gradient, with their arguments and that gradient.
fn repeated(tree: &Tree) -> Vec<(Entry<'_>, Vec<Argument>, &Op)> {
    let registry = &tree.project.registry;
    let gradient = |op: &Op| {
        registry.ops().find(|(id, gradient)| {
            let forward = registry.links(*id).forward.map(|forward| registry.name_span(forward));
            gradient.home.family() == op.home.family() && forward == Some(op.name.span)
        })
    };
    let entries = Entry::all(tree).into_iter();
    let with_gradient = entries.filter_map(|entry| {
        let (_, gradient) = gradient(entry.op)?;
        let args = entry.args();
        Some((entry, args, gradient))
    });
    with_gradient.collect()
}

fn swap(entry: &Entry, one: &Range<usize>, other: &Range<usize>) -> Mutation {
    let text = |range: &Range<usize>| entry.text[range.clone()].to_owned();
    let edits = vec![(one.clone(), text(other)), (other.clone(), text(one))];
    Mutation { file: entry.file, edits, against: Vec::new() }
}

/// Neighbouring arguments whose types differ.
fn neighbours<'a>(text: &'a str, args: &'a [Argument]) -> impl Iterator<Item = (&'a Argument, &'a Argument)> {
    let differ = move |(one, other): &(&Argument, &Argument)| text[one.ty.clone()] != text[other.ty.clone()];
    args.iter().zip(args.iter().skip(1)).filter(differ)
}

fn types_swapped(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (entry, args, gradient) in repeated(tree) {
        let Some(written) = &gradient.forward else { continue };
        let swapped = neighbours(entry.text, &args).map(|(one, other)| swap(&entry, &one.ty, &other.ty));
        mutations.extend(swapped.map(|mutation| mutation.against(written.name.span)));
    }
    mutations
}

fn forward_types_swapped(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        let args = entry.forward_args();
        mutations.extend(neighbours(entry.text, &args).map(|(one, other)| swap(&entry, &one.ty, &other.ty)));
    }
    mutations
}

/// A similar type that is wrong: a list instead of a single value, or a float instead of an integer.
fn other_type(ty: &str) -> &'static str {
    match ty {
        "Tensor" => "Tensor[]",
        "Tensor[]" => "Tensor",
        "int" | "int64_t" => "float",
        "float" | "double" => "int",
        "int[]" | "int64_t[]" | "IntArray" => "int",
        _ => "int[]",
    }
}

fn retyped(tree: &Tree, own: bool) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (entry, args, gradient) in repeated(tree).into_iter().filter(|_| own) {
        let Some(written) = &gradient.forward else { continue };
        for arg in args {
            let mutation = Mutation::replace(entry.file, arg.ty.clone(), other_type(&entry.text[arg.ty.clone()]));
            mutations.push(mutation.against(written.name.span));
        }
    }
    for entry in Entry::all(tree).into_iter().filter(|_| !own) {
        let args = entry.forward_args();
        let retyped = args.iter().map(|arg| (arg.ty.clone(), other_type(&entry.text[arg.ty.clone()])));
        mutations.extend(retyped.map(|(ty, other)| Mutation::replace(entry.file, ty, other)));
    }
    mutations
}

/// The range from the end of the name to the end of the default: the text ` = 1`.
fn with_equals(arg: &Argument) -> Option<Range<usize>> {
    arg.default.as_ref().map(|default| arg.name.end..default.end)
}

/// Defaults that the gradient's forward signature repeats with the same text.
fn repeated_defaults(tree: &Tree) -> Vec<(FileId, Range<usize>, Range<usize>, opgen::source::Span)> {
    let mut found = Vec::new();
    for (entry, args, gradient) in repeated(tree) {
        let Some(written) = &gradient.forward else { continue };
        for arg in &args {
            let name = &entry.text[arg.name.clone()];
            let same = written.signature.attr(name).and_then(|attr| attr.default.as_ref());
            if let (Some(same), Some(equals), Some(default)) = (same, with_equals(arg), &arg.default) {
                found.push((entry.file, equals, default.clone(), same.span));
            }
        }
    }
    found
}

/// A default that is followed by another one, or that the gradient's forward signature repeats.
fn default_removed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations: Vec<_> = repeated_defaults(tree)
        .into_iter()
        .map(|(file, equals, _, same)| Mutation::replace(file, equals, "").against(same))
        .collect();
    for entry in Entry::all(tree) {
        let args = entry.args();
        let with_default: Vec<_> = args.iter().filter_map(with_equals).collect();
        let behind_another = with_default.iter().skip(1);
        mutations.extend(behind_another.map(|equals| Mutation::replace(entry.file, equals.clone(), "")));
    }
    mutations
}

fn other_default(default: &str) -> String {
    match default {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        "{}" => "{7}".to_owned(),
        _ if default.starts_with('"') => "\"other\"".to_owned(),
        _ if default.starts_with('{') => "{7, 7}".to_owned(),
        _ if default.starts_with("DataType::") => "DataType::INT16".to_owned(),
        _ => "7".to_owned(),
    }
}

fn default_changed(tree: &Tree) -> Vec<Mutation> {
    let all = repeated_defaults(tree).into_iter().map(|(file, _, default, same)| {
        let other = other_default(&tree.text(file)[default.clone()]);
        Mutation::replace(file, default, other).against(same)
    });
    all.collect()
}

fn forward_default_changed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        for default in entry.forward_args().into_iter().filter_map(|arg| arg.default) {
            let other = other_default(&entry.text[default.clone()]);
            mutations.push(Mutation::replace(entry.file, default, other));
        }
    }
    mutations
}

fn default_of_wrong_type(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        for arg in entry.args() {
            let Some(default) = &arg.default else { continue };
            let wrong = match &entry.text[arg.ty.clone()] {
                "int" | "int64_t" => ["\"1\"", "1.5", "{1}"],
                "float" | "double" => ["\"1\"", "{1.0}", "{}"],
                "bool" => ["\"true\"", "{}", "0.5"],
                "str" => ["1", "NCHW 1", "true"],
                "IntArray" | "int[]" | "int64_t[]" | "float[]" => ["1", "\"\"", "{\"a\"}"],
                "Scalar" => ["{1}", "{}", "{0, 0}"],
                "DataType" => ["FLOAT32", "\"float32\"", "DataType::FLOAT3"],
                _ => continue,
            };
            mutations.push(Mutation::replace(entry.file, default.clone(), wrong[default.start % 3]));
        }
    }
    mutations
}

/// Inputs that are optional in an operator and in its gradient: one of the two is removed.
fn optional_dropped(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (entry, _, gradient) in repeated(tree) {
        let shared = |name: &str| {
            let input = |op: &Op| op.signature.input(name).is_some_and(|input| input.optional);
            input(entry.op) && input(gradient)
        };
        let drop_from = |entry: &Entry| {
            let line = entry.line("optional")?;
            let names = super::text::words(entry.text, &line.value);
            let at = names.iter().position(|name| shared(&entry.text[name.clone()]))?;
            let cut = match (names.get(at + 1), at) {
                (None, 0) => line.whole.start..(line.whole.end + 1).min(entry.text.len()),
                (Some(next), _) => names[at].start..next.start,
                (None, _) => names[at - 1].end..names[at].end,
            };
            let dropped = gradient.signature.input(&entry.text[names[at].clone()])?.name.span;
            Some((Mutation::replace(entry.file, cut, ""), dropped))
        };
        let of_gradient = || Entry::all(tree).into_iter().find(|other| other.op.name.span == gradient.name.span);
        // Removed text has no line. The mistake is reported at the input that was optional.
        if entry.range.start % 2 == 0 {
            mutations
                .extend(of_gradient().and_then(|other| drop_from(&other)).map(|(mutation, at)| mutation.against(at)));
        } else if let Some((mutation, at)) = drop_from(&entry) {
            let own = entry.op.signature.inputs.iter().map(|input| input.name.span).next();
            mutations.push(own.into_iter().fold(mutation.against(at), Mutation::against));
        }
    }
    mutations
}

/// One kind of tensor too few or too many, if a C++ function chooses between kernels.
fn dispatch(tree: &Tree, remove: bool) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (_, op) in tree.project.registry.ops() {
        let functions = op.kernel.iter().flat_map(|kernel| &kernel.functions);
        for dispatch in functions.filter_map(|function| function.dispatch.as_ref()) {
            for kinds in [&dispatch.inputs, &dispatch.outputs] {
                let (Some(first), file) = (kinds.first(), op.name.span.file) else { continue };
                let start = first.span.start as usize;
                match kinds.get(1) {
                    Some(second) if remove => {
                        mutations.push(Mutation::replace(file, start..second.span.start as usize, ""));
                    }
                    _ if !remove => mutations.push(Mutation::replace(file, start..start, "dense, ")),
                    _ => {}
                }
            }
        }
    }
    mutations
}

#[derive(Clone, Copy, PartialEq)]
enum Stale {
    Removed,
    Added,
    Swapped,
}

/// A forward signature that no longer matches its operator. The gradient of a gradient may use other names, but must
/// have the same number of arguments. Two arguments of the same type whose names may differ are left out.
fn stale_forward(tree: &Tree, how: Stale) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        let Some(line) = entry.line("forward") else { continue };
        let args = arguments(entry.text, &line.value);
        let Some((first, last)) = args.first().zip(args.last()) else { continue };
        let second = args.get(1);
        match (how, second) {
            (Stale::Removed, Some(second)) => {
                mutations.push(Mutation::replace(entry.file, first.whole.start..second.whole.start, ""));
            }
            (Stale::Added, _) => {
                mutations.push(Mutation::replace(entry.file, last.whole.end..last.whole.end, ", int added=0"));
            }
            (Stale::Swapped, Some(second)) if is_telling(entry.text, first, second) => {
                mutations.push(swap(&entry, &first.whole, &second.whole));
            }
            _ => {}
        }
    }
    mutations
}

/// Whether two arguments cannot be confused.
fn is_telling(text: &str, one: &Argument, other: &Argument) -> bool {
    let is_gradient = |arg: &Argument| text[arg.name.clone()].contains("grad");
    text[one.ty.clone()] != text[other.ty.clone()] || !is_gradient(one) && !is_gradient(other)
}

/// New arguments that the gradient's forward signature does not have yet.
fn argument_added(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (entry, args, gradient) in repeated(tree) {
        let (Some(written), Some(last)) = (&gradient.forward, args.last()) else { continue };
        let mutation = Mutation::replace(entry.file, last.whole.end..last.whole.end, ", int added=0");
        mutations.push(mutation.against(written.name.span));
    }
    mutations
}

fn argument_removed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (entry, args, gradient) in repeated(tree) {
        let Some(written) = &gradient.forward else { continue };
        for pair in args.windows(2) {
            let mutation = Mutation::replace(entry.file, pair[0].whole.start..pair[1].whole.start, "");
            mutations.push(mutation.against(written.name.span));
        }
    }
    mutations
}

fn argument_twice(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        for arg in entry.args() {
            let again = format!("{}, ", &entry.text[arg.whole.clone()]);
            mutations.push(Mutation::replace(entry.file, arg.whole.start..arg.whole.start, again));
        }
    }
    mutations
}

fn input_behind(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        let args = entry.args();
        for (one, other) in neighbours(entry.text, &args) {
            let is_tensor = |arg: &Argument| entry.text[arg.ty.clone()].starts_with("Tensor");
            if is_tensor(one) && !is_tensor(other) {
                mutations.push(swap(&entry, &one.whole, &other.whole));
            }
        }
    }
    mutations
}

fn backward_removed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (entry, _, gradient) in repeated(tree) {
        if let Some(line) = entry.line("backward") {
            let whole = line.whole.start..(line.whole.end + 1).min(entry.text.len());
            let mutation = Mutation::replace(entry.file, whole, "");
            mutations.push(mutation.against(gradient.name.span).against(entry.op.name.span));
        }
    }
    mutations
}

/// A new output that the gradient's forward signature does not have yet.
fn output_added(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for (entry, _, gradient) in repeated(tree) {
        let (Some(written), Some(line)) = (&gradient.forward, entry.line("output")) else { continue };
        let mutation = Mutation::replace(entry.file, line.value.end..line.value.end, ", Tensor(added)");
        mutations.push(mutation.against(written.name.span));
    }
    mutations
}
