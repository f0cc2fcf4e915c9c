//! Functions that several operators call. All calls must have the same types, and the names must be spelled the same
//! way.

use crate::rules;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use indexmap::IndexMap;

use super::{defined_twice, shares_functions, sound_ops};
use registry::Registry;
use source::{Change, Diagnostic, Diagnostics, Help, Rule, Span, Spanned, count};
use spec::{AttrType, Compat, Element, NamePair, Op, Param, TensorType, stem};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let unsettled: BTreeSet<_> = defined_twice(registry).iter().map(|&id| registry.name_span(id)).collect();
    let ops: Vec<&Op> = sound_ops(registry).filter(|op| !unsettled.contains(&op.name.span)).collect();
    let by_hand = |op: &Op| {
        op.home.family().is_only_in_programs()
            && registry.compat_of(&op.name.value).is_some_and(|compat| compat.has_manual_signature(op))
    };
    let shaped = ops.iter().copied().filter(|op| op.invoke.is_none() && shares_functions(op) && !by_hand(op));
    let kernels = shaped.clone().flat_map(|op| {
        let functions = op.kernel.iter().flat_map(|kernel| &kernel.functions);
        functions.map(move |function| (op, &function.name))
    });
    let graph = registry.profile().static_graph.as_ref();
    let no_conversions = IndexMap::new();
    let conversions = graph.map_or(&no_conversions, |graph| &graph.kernel_conversions);
    let kernel_call = |op, function| FunctionCall::new(op, function, op.kernel_params(), true);
    compare(rules::KERNEL_SHAPES, kernels, kernel_call, conversions, diagnostics);
    let infer_metas = shaped.filter_map(|op| Some((op, &op.infer_meta.as_ref()?.func)));
    let infer_meta_call = |op, function| FunctionCall::new(op, function, op.infer_meta_params(), false);
    compare(rules::INFER_META_SHAPES, infer_metas, infer_meta_call, conversions, diagnostics);
    check_spelling(registry, &ops, diagnostics);
    for op in &ops {
        check_optional(op, diagnostics);
    }
}

/// For the type that a function takes, the types of attributes that the static graph converts to it.
type Conversions = IndexMap<String, Vec<String>>;

/// The type of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ArgType {
    Tensor { ty: TensorType, optional: bool },
    Attr(AttrType),
}

impl fmt::Display for ArgType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgType::Tensor { ty, optional: true } => write!(f, "optional {ty}"),
            ArgType::Tensor { ty, optional: false } => ty.fmt(f),
            ArgType::Attr(ty) => ty.fmt(f),
        }
    }
}

/// A call of a function by an operator.
struct FunctionCall<'a> {
    op: &'a Op,
    function: &'a Spanned<String>,
    /// The type of each argument and the name where it is declared. `None` for a parameter that is not an argument of
    /// the operator.
    args: Vec<Option<(ArgType, &'a Spanned<String>)>>,
    outputs: Vec<TensorType>,
    /// The parameters as they are written.
    params: Vec<Param>,
}

impl<'a> FunctionCall<'a> {
    fn new(op: &'a Op, function: &'a Spanned<String>, params: Vec<Param>, with_optional: bool) -> Self {
        let arg = |param: &Param| {
            let name = param.name()?;
            if let Some(input) = op.signature.input(name) {
                // Optional tensors of the static graph are compared with those of the dynamic graph elsewhere.
                let optional = with_optional && input.optional && !op.home.family().is_only_in_programs();
                return Some((ArgType::Tensor { ty: input.ty, optional }, &input.name));
            }
            op.signature.attr(name).map(|attr| {
                let element = match attr.ty.element {
                    Element::Scalar(_) if !attr.ty.list => Element::Scalar(None),
                    element => element,
                };
                (ArgType::Attr(AttrType { element, ..attr.ty }), &attr.name)
            })
        };
        let args = params.iter().map(arg).collect();
        FunctionCall {
            op,
            function,
            args,
            outputs: op.signature.outputs.iter().map(|output| output.ty).collect(),
            params,
        }
    }

    /// Two calls with the same key do not differ.
    fn key(&self) -> (bool, Vec<Option<ArgType>>, &[TensorType]) {
        let args = self.args.iter().map(|arg| arg.map(|(ty, _)| ty)).collect();
        (self.is_static(), args, &self.outputs)
    }

    fn is_static(&self) -> bool {
        self.op.home.family().is_only_in_programs()
    }

    /// The first difference between two calls, if they differ. `conversions` are those of the static graph.
    fn difference(&self, other: &FunctionCall, conversions: &Conversions) -> Option<Difference> {
        if self.args.len() != other.args.len() || self.outputs != other.outputs {
            return Some(Difference::Lists);
        }
        let across = self.is_static() != other.is_static();
        let converts = |from: ArgType, to: ArgType| {
            conversions.get(&to.to_string()).is_some_and(|types| types.contains(&from.to_string()))
        };
        let differ = |(one, other): (&Option<(ArgType, _)>, &Option<(ArgType, _)>)| match (one, other) {
            (&Some((one, _)), &Some((other, _))) => {
                let [from, to] = if self.is_static() { [one, other] } else { [other, one] };
                loose(one, across) != loose(other, across) && !(across && converts(from, to))
            }
            _ => false,
        };
        self.args.iter().zip(&other.args).position(differ).map(Difference::Argument)
    }
}

/// A difference between two calls.
#[derive(Clone, Copy)]
enum Difference {
    /// The number of arguments, or the outputs.
    Lists,
    /// The type of the argument at an index.
    Argument(usize),
}

/// A type in the form in which it is compared. Across graphs, lists of integers have different types, and only the
/// dynamic graph has optional tensors.
fn loose(ty: ArgType, across: bool) -> ArgType {
    match ty {
        ArgType::Tensor { ty, .. } if across => ArgType::Tensor { ty, optional: false },
        ArgType::Attr(ty) if across && (ty.is(Element::IntArray) || ty.list && ty.element == Element::Int64) => {
            ArgType::Attr(AttrType { element: Element::Int, list: true })
        }
        _ => ty,
    }
}

fn compare<'a>(
    rule: Rule,
    uses: impl Iterator<Item = (&'a Op, &'a Spanned<String>)>,
    call: impl Fn(&'a Op, &'a Spanned<String>) -> FunctionCall<'a>,
    conversions: &Conversions,
    diagnostics: &mut Diagnostics,
) {
    let mut by_name: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (op, function) in uses {
        by_name.entry(&function.value).or_default().push((op, function));
    }
    for (_, uses) in by_name.into_iter().filter(|(_, uses)| uses.len() > 1) {
        let uses: Vec<FunctionCall> = uses.into_iter().map(|(op, function)| call(op, function)).collect();
        // The majority is assumed to be right. In a tie, the first one is.
        let mut shapes: IndexMap<_, (&FunctionCall, usize)> = IndexMap::new();
        for one in &uses {
            shapes.entry(one.key()).or_insert((one, 0)).1 += 1;
        }
        let agreeing = |one: &FunctionCall| -> usize {
            shapes
                .values()
                .filter(|(other, _)| one.difference(other, conversions).is_none())
                .map(|(_, number)| number)
                .sum()
        };
        let Some((right, _)) = shapes.values().rev().max_by_key(|(one, _)| agreeing(one)) else { continue };
        for wrong in &uses {
            if let Some(difference) = wrong.difference(right, conversions) {
                report(rule, wrong, right, difference, diagnostics);
            }
        }
    }
}

fn report(
    rule: Rule,
    wrong: &FunctionCall,
    right: &FunctionCall,
    difference: Difference,
    diagnostics: &mut Diagnostics,
) {
    let (name, (op, other)) = (&wrong.function.value, distinct_names(wrong.op, right.op));
    let argument = |call: &FunctionCall| match difference {
        Difference::Argument(at) => call.args[at].map(|(ty, name)| (ty, name.span)),
        Difference::Lists => None,
    };
    let problem = match (argument(wrong), argument(right)) {
        (Some((is, span)), Some((meant, there))) => {
            let message = format!("{op} calls `{name}` with `{is}` where {other} passes `{meant}`");
            let problem = Diagnostic::new(rule, span, message).label(wrong.function.span, "called here");
            problem.label(there, format!("`{meant}` here"))
        }
        _ => {
            let shape = |one: &FunctionCall| {
                format!("{} and {}", count(one.args.len(), "argument"), count(one.outputs.len(), "output"))
            };
            let lists = if wrong.args.len() == right.args.len() && wrong.outputs.len() == right.outputs.len() {
                " of different types"
            } else {
                ""
            };
            let message =
                format!("{op} calls `{name}` with {}{lists}, but {other} with {}", shape(wrong), shape(right));
            let problem =
                Diagnostic::new(rule, wrong.function.span, message).label(right.function.span, "also called here");
            problem.label(differs_at(wrong, right), "this operator")
        }
    };
    diagnostics.push(
        problem.help("a C++ function has one list of parameter types: make the calls agree, or use another function"),
    );
}

/// The words for two operators in a message. Operators with the same name are distinguished by their families.
fn distinct_names(one: &Op, other: &Op) -> (String, String) {
    let have_same_name = one.name == other.name;
    let called = |op: &Op| match have_same_name {
        true => format!("the {} `{}`", op.home.family().name(), op.name.value),
        false => format!("`{}`", op.name.value),
    };
    (called(one), called(other))
}

/// The span of the list that differs: the outputs, or the list under `param`, or the arguments.
fn differs_at(wrong: &FunctionCall, right: &FunctionCall) -> Span {
    let (op, signature) = (wrong.op, &wrong.op.signature);
    let place = match wrong.params.first().zip(wrong.params.last()) {
        _ if wrong.outputs != right.outputs => signature.outputs_span(),
        Some((first, last)) => Some(first.span().to(last.span())),
        None => signature.args_span(),
    };
    place.unwrap_or(op.name.span)
}

/// Reports names of functions that are one typing error away from an expected name, which is either used by others or
/// built from the operator's name.
fn check_spelling(registry: &Registry, ops: &[&Op], diagnostics: &mut Diagnostics) {
    let kernels = ops
        .iter()
        .flat_map(|op| op.kernel.iter().flat_map(|kernel| &kernel.functions).map(|function| (*op, &function.name)));
    let kernels: Vec<_> = kernels.collect();
    let infer_metas: Vec<_> =
        ops.iter().filter_map(|op| op.infer_meta.as_ref().map(|infer_meta| (*op, &infer_meta.func))).collect();
    let rules: Vec<_> = ops.iter().filter_map(|op| Some((*op, op.infer_meta.as_ref()?.spmd_rule.as_ref()?))).collect();
    for (op, name) in kernels.iter().filter(|(_, name)| name.value.starts_with(char::is_uppercase)) {
        report_kind(op, name, "kernel", "names of kernels are in snake case", "abs_grad", diagnostics);
    }
    let last_part = |name: &str| name.rsplit("::").next().unwrap_or(name).to_owned();
    for (op, name) in infer_metas.iter().filter(|(_, name)| last_part(&name.value).starts_with(char::is_lowercase)) {
        let begins = "names of infer_meta functions begin with a capital";
        report_kind(op, name, "infer_meta function", begins, "UnchangedInferMeta", diagnostics);
    }
    let op_names: BTreeSet<&str> = ops.iter().map(|op| op.stem()).collect();
    let endings = endings(&kernels);
    for (op, name) in &kernels {
        let is_regular = name.value.strip_prefix(op.stem()).is_some_and(|ending| endings.contains(ending));
        if is_regular
            || op_names.contains(stem(&name.value))
            || name_in_programs(registry, op) == Some(stem(&name.value))
        {
            continue;
        }
        let is_meant = |ending: &&&str| is_typo(name.value.chars(), op.stem().chars().chain(ending.chars()));
        if let Some(ending) = endings.iter().find(is_meant) {
            let expected = format!("{}{ending}", op.stem());
            // Nothing but the operator's name shows that there is such a kernel.
            let is_used = kernels.iter().any(|(_, other)| other.value == expected);
            let help = if is_used {
                Help::meant(&name.value, &expected)
            } else {
                format!("did you mean `{expected}`?").into()
            };
            report_misspelt("kernel", op, name, &expected, help, diagnostics);
        }
    }
    check_shared(registry, "infer_meta function", "InferMeta", &infer_metas, diagnostics);
    check_shared(registry, "spmd rule", "InferSpmd", &rules, diagnostics);
}

/// The name of an operator in saved programs. A renamed operator often keeps the functions that are named after the old name.
fn name_in_programs<'a>(registry: &'a Registry, op: &Op) -> Option<&'a str> {
    let mut pairs = registry.compat_of(&op.name.value).into_iter().flat_map(Compat::pairs);
    pairs.find(|pair| stem(&pair.name.value) == op.stem()).map(NamePair::in_programs)
}

/// The regular endings of kernel names after the operator's name: none, `_grad`, and those that several kernels have.
fn endings<'a>(kernels: &[(&'a Op, &'a Spanned<String>)]) -> BTreeSet<&'a str> {
    const MIN_USES: usize = 3;
    let mut numbers = BTreeMap::from([("", MIN_USES), ("_grad", MIN_USES)]);
    for ending in kernels.iter().filter_map(|(op, name)| name.value.strip_prefix(op.stem())) {
        *numbers.entry(ending).or_default() += 1;
    }
    numbers.into_iter().filter(|(_, number)| *number >= MIN_USES).map(|(ending, _)| ending).collect()
}

/// Removes the usual ending of a kind of function.
fn without<'a>(ending: &str, name: &'a str) -> &'a str {
    name.strip_suffix(ending).unwrap_or(name)
}

/// The number of letters of a name without underscores.
fn letters(name: &str) -> usize {
    name.chars().filter(|letter| *letter != '_').count()
}

/// Reports a function that only one operator uses, with nearly the same name as one that several use.
fn check_shared(
    registry: &Registry,
    what: &str,
    ending: &str,
    used: &[(&Op, &Spanned<String>)],
    diagnostics: &mut Diagnostics,
) {
    const MIN_LENGTH: usize = 5;
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, name) in used {
        *numbers.entry(&name.value).or_default() += 1;
    }
    let is_shared = |(name, number): &(&&str, &usize)| **number > 1 && without(ending, name).len() >= MIN_LENGTH;
    let shared = numbers.iter().filter(is_shared).map(|(name, _)| (*name, letters(name)));
    let shared: Vec<(&str, usize)> = shared.collect();
    for (op, name) in used.iter().filter(|(_, name)| numbers[name.as_str()] == 1) {
        let mut own_names = [Some(op.stem()), name_in_programs(registry, op)].into_iter().flatten();
        if own_names.any(|own| without(ending, &name.value).eq_ignore_ascii_case(&own.replace('_', ""))) {
            continue;
        }
        let own_name = || {
            let capital =
                |word: &str| word.chars().take(1).map(|c| c.to_ascii_uppercase()).chain(word.chars().skip(1)).collect();
            let own = format!("{}{ending}", op.stem().split('_').map(capital).collect::<Vec<String>>().concat());
            // The operator's name does not determine how words are capitalised, so case is ignored.
            (ending == "InferMeta"
                && own.len() > ending.len() + MIN_LENGTH
                && is_typo(lowercase(&name.value), lowercase(&own)))
            .then_some(own)
        };
        let length = letters(&name.value);
        let mut of_like_length = shared.iter().filter(|(_, other)| length.abs_diff(*other) <= 1);
        let near = of_like_length.find(|(other, _)| is_typo(name.value.chars(), other.chars()));
        if let Some(expected) = near.map(|&(name, _)| name.to_owned()).or_else(own_name) {
            let help = Help::meant(&name.value, &expected);
            // If only the operator's name suggests the function's, the operator's may be misspelt.
            let help = if near.is_some() { help } else { help.certain(false) };
            report_misspelt(what, op, name, &expected, help, diagnostics);
        }
    }
}

/// Reports a name that looks like that of another kind of function.
fn report_kind(op: &Op, name: &Spanned<String>, what: &str, rule: &str, example: &str, diagnostics: &mut Diagnostics) {
    let message = format!("the {what} `{}` of `{}` is not named like one: {rule}", name.value, op.name.value);
    let problem = Diagnostic::new(rules::MISSPELT, name.span, message);
    diagnostics.push(problem.help(format!("write a name such as `{example}`")));
}

fn report_misspelt(
    what: &str,
    op: &Op,
    name: &Spanned<String>,
    expected: &str,
    help: Help,
    diagnostics: &mut Diagnostics,
) {
    let message = format!("the {what} `{}` of `{}` is probably `{expected}`", name.value, op.name.value);
    let problem = Diagnostic::new(rules::MISSPELT, name.span, message);
    diagnostics.push(problem.label(op.name.span, "the operator").help(help));
}

/// True if one letter is missing, added, wrong, or swapped with the next one. Underscores are ignored. A difference in
/// digits is not a typo.
///
/// Most pairs of names differ in the first letter, so the names are iterators, and nothing is copied.
fn is_typo(name: impl Iterator<Item = char> + Clone, expected: impl Iterator<Item = char> + Clone) -> bool {
    let is_letter = |c: &char| *c != '_';
    let (mut a, mut b) = (name.filter(is_letter), expected.filter(is_letter));
    let (a, b) = loop {
        let rest = (a.clone(), b.clone());
        match (a.next(), b.next()) {
            (None, None) => return false,
            (one, other) if one == other => {}
            _ => break rest,
        }
    };
    let (first_a, first_b) = (a.clone().next(), b.clone().next());
    if [first_a, first_b].into_iter().flatten().any(|letter| letter.is_ascii_digit()) {
        return false;
    }
    let (a_rest, b_rest) = (a.clone().skip(1), b.clone().skip(1));
    let is_wrong = first_a.is_some() && first_b.is_some() && a_rest.clone().eq(b_rest.clone());
    let swapped = b_rest.clone().take(1).chain(first_b);
    let is_swapped = a.clone().take(2).eq(swapped) && a_rest.clone().skip(1).eq(b_rest.clone().skip(1));
    a_rest.eq(b) || b_rest.eq(a) || is_wrong || is_swapped
}

fn lowercase(name: &str) -> impl Iterator<Item = char> + Clone {
    name.chars().map(|c| c.to_ascii_lowercase())
}

/// Reports required outputs that overwrite an optional input, in operators that work only in place.
fn check_optional(op: &Op, diagnostics: &mut Diagnostics) {
    for mapping in op.inplace.iter().filter(|_| op.is_inplace_only() && !op.is_backward()) {
        let ends = (op.signature.input(&mapping.input.value), op.signature.output(&mapping.output.value));
        if let (Some(input), Some(output)) = ends
            && input.optional
            && !output.optional
        {
            let message = format!(
                "`{}` of `{}` is not optional, but the input `{}` that it overwrites is",
                output.name.value, op.name.value, input.name.value
            );
            let problem = Diagnostic::new(rules::INPLACE_OPTIONAL, output.name.span, message);
            let (key, name) = ("optional".to_owned(), output.name.value.clone());
            let add = Change::AddName { within: op.name.span, key, name };
            let help = Help::from(format!("list `{}` under `optional`", output.name.value)).with(add);
            diagnostics.push(problem.label(mapping.input.span, "it overwrites this input").help(help));
        }
    }
}
