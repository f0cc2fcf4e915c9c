//! Conventions that nearly all of the YAML follows: the order of entries, and the form of names.
//!
//! Violations are only notes, because they do not affect what is generated. A convention applies only to files, or to
//! kinds of name, that follow it everywhere else.

use crate::rules;
use heck::ToSnakeCase;

use super::compat_entries::compat_op;
use registry::{OpId, Registry};
use source::{Change, Diagnostic, Diagnostics, Help, Spanned};
use spec::{Op, Signature};

type Name = Spanned<String>;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for names in lists(registry) {
        check_order(&names, diagnostics);
    }
    for (id, op) in registry.ops().filter(|(_, op)| !op.poisoned) {
        check_spelling(registry, id, op, diagnostics);
        check_gradient_name(registry, id, op, diagnostics);
    }
    check_names_in_programs(registry, diagnostics);
}

/// The names of the entries of each file, in file order.
fn lists(registry: &Registry) -> Vec<Vec<&Name>> {
    let specs = registry.specs();
    let ops = |home| specs.ops.iter().filter(move |op| op.home == home).map(|op| &op.name).collect();
    let mut lists: Vec<Vec<&Name>> = registry.profile().homes().map(ops).collect();
    lists.push(specs.compat.iter().map(|entry| &entry.op.name).collect());
    lists.push(specs.versions.iter().map(|entry| &entry.op).collect());
    lists.extend(specs.lists.values().map(|names| names.iter().collect()));
    lists
}

/// A file with fewer entries may be sorted by chance.
const MIN_ENTRIES: usize = 8;

/// A file counts as sorted if at most one in this many entries is out of order.
const TOLERANCE: usize = 5;

/// A longer run of entries out of order is intended.
const MAX_RUN: usize = 3;

fn check_order(names: &[&Name], diagnostics: &mut Diagnostics) {
    if names.len() < MIN_ENTRIES {
        return;
    }
    // Tools disagree on whether an underscore sorts before or after letters.
    let collations = [b'_', b' ', b'~'].map(Collation);
    let texts: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    if collations.iter().any(|collation| texts.is_sorted_by(|one, next| collation.is_sorted(one, next))) {
        return;
    }
    let ordered = collations.map(|collation| (longest_in_order(&texts, collation), collation));
    let Some((ordered, collation)) = ordered.into_iter().max_by_key(|(ordered, _)| ordered.len()) else { return };
    if TOLERANCE * (names.len() - ordered.len()) > names.len() {
        return;
    }
    let is_ordered = |at: &usize| ordered.binary_search(at).is_ok();
    let strays: Vec<usize> = (0..names.len()).filter(|at| !is_ordered(at)).collect();
    for run in strays.chunk_by(|one, next| one + 1 == *next).filter(|run| run.len() <= MAX_RUN) {
        for &at in run {
            let before =
                ordered[..ordered.partition_point(|&other| collation.is_sorted(texts[other], texts[at]))].last();
            report_stray(names[at], before.map(|&before| names[before]), names[ordered[0]], diagnostics);
        }
    }
}

fn report_stray(name: &Name, before: Option<&Name>, first: &Name, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` is out of order in a file that is sorted by name", name.value);
    let problem = Diagnostic::new(rules::UNSORTED, name.span, message);
    diagnostics.push(match before {
        Some(before) => problem.label(before.span, "it belongs after this entry").help(
            Help::from(format!("move the entry after that of `{}`", before.value))
                .with(Change::MoveAfter(name.span, before.span)),
        ),
        None => problem.label(first.span, "it belongs before this entry").help(
            Help::from(format!("move the entry before that of `{}`", first.value))
                .with(Change::MoveBefore(name.span, first.span)),
        ),
    });
}

/// An order of names, in which an underscore sorts as this character does.
#[derive(Clone, Copy)]
struct Collation(u8);

impl Collation {
    /// Whether the names are in order, or the same.
    fn is_sorted(self, one: &str, next: &str) -> bool {
        let key = |byte| if byte == b'_' { self.0 } else { byte };
        match one.bytes().zip(next.bytes()).find(|(one, next)| one != next) {
            Some((one, next)) => key(one) <= key(next),
            None => one.len() <= next.len(),
        }
    }
}

/// The indices of a longest non-decreasing subsequence.
fn longest_in_order(names: &[&str], collation: Collation) -> Vec<usize> {
    // `ends[n]` is the index of the last element of a subsequence of length n + 1. Among all of them, it is the
    // smallest element.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        let length = ends.partition_point(|&end| collation.is_sorted(names[end], name));
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut run: Vec<usize> = std::iter::successors(ends.last().copied(), |&at| before[at]).collect();
    run.reverse();
    run
}

/// Reports names of operators and their parts that are not in snake case. A gradient takes its names from the forward
/// operator, so they are reported only there.
fn check_spelling(registry: &Registry, id: OpId, op: &Op, diagnostics: &mut Diagnostics) {
    let forward = registry.links(id).forward.map(|forward| registry.op(forward));
    let Signature { inputs, attrs, outputs } = &op.signature;
    let inputs = inputs.iter().map(|input| &input.name);
    let parts = inputs.chain(attrs.iter().map(|attr| &attr.name)).chain(outputs.iter().map(|output| &output.name));
    let is_odd = |name: &Name| name.value.split('_').any(has_capitals);
    let own_name = is_odd(&op.name) && forward.is_none_or(|forward| !op.name.value.starts_with(forward.stem()));
    let is_own = |name: &Name| forward.is_none_or(|forward| !is_of(&forward.signature, name.as_str()));
    let own_parts = parts.filter(|name| is_odd(name) && is_own(name));
    let of = || format!(" of `{}`", op.name.value);
    let own_name = own_name.then(|| (String::new(), &op.name));
    for (of, name) in own_name.into_iter().chain(own_parts.map(|name| (of(), name))) {
        let message = format!("`{}`{of} is not named in snake case", name.value);
        let help = format!("rename it to `{}`; op_compat can keep the old name for programs", snake_case(&name.value));
        diagnostics.push(Diagnostic::new(rules::SPELLING, name.span, message).help(help));
    }
}

/// True if a name is that of a part of the forward operator, or of the gradient of such a part.
fn is_of(forward: &Signature, name: &str) -> bool {
    let part = name.strip_suffix("_grad").or_else(|| name.strip_prefix("grad_")).unwrap_or(name);
    [part, name].iter().any(|name| forward.has_arg(name) || forward.output(name).is_some())
}

/// True for a word with capitals, unless it is an abbreviation such as `MB`.
fn has_capitals(word: &str) -> bool {
    let is_abbreviation = word.len() > 1 && !word.contains(|c: char| c.is_lowercase());
    !is_abbreviation && word.contains(char::is_uppercase)
}

fn snake_case(name: &str) -> String {
    let underscore = if name.ends_with('_') { "_" } else { "" };
    name.to_snake_case() + underscore
}

/// Reports gradients that are not named after their operator: `relu_grad`, then `relu_double_grad` and
/// `relu_triple_grad`.
fn check_gradient_name(registry: &Registry, id: OpId, op: &Op, diagnostics: &mut Diagnostics) {
    const SUFFIXES: [&str; 3] = ["_grad", "_double_grad", "_triple_grad"];
    let is_claimed = |forward| registry.links(forward).backward == Some(id);
    let Some(forward) = op.forward.as_ref().filter(|_| registry.links(id).forward.is_some_and(is_claimed)) else {
        return;
    };
    let steps = std::iter::successors(registry.links(id).forward, |&forward| registry.links(forward).forward);
    let steps: Vec<OpId> = steps.take(SUFFIXES.len() + 1).collect();
    let Some(root) = steps.last().map(|&root| registry.op(root)).filter(|root| !root.is_backward()) else { return };
    let Some(suffix) = SUFFIXES.get(steps.len() - 1) else { return };
    if op.stem().strip_suffix(suffix).is_some_and(|stem| stem == root.stem() || *stem == root.name.value) {
        return;
    }
    let usual = format!("{}{suffix}", root.stem());
    let message = format!("`{}`, the gradient of `{}`, is not called `{usual}`", op.name.value, forward.name.value);
    let problem = Diagnostic::new(rules::GRADIENT_NAME, op.name.span, message);
    diagnostics.push(problem.label(forward.name.span, "its forward operator"));
}

/// Reports names of inputs and outputs in programs that do not begin with a capital. In operators that are defined in
/// C++, they do.
fn check_names_in_programs(registry: &Registry, diagnostics: &mut Diagnostics) {
    for entry in &registry.specs().compat {
        let op = compat_op(registry, &entry.op.name.value);
        let is_input = |name: &str| op.is_none_or(|op| op.signature.input(name).is_some());
        let is_output = |name: &str| op.is_none_or(|op| op.signature.output(name).is_some());
        let inputs = entry.inputs.iter().filter(|(name, _)| is_input(name)).map(|names| ("input", names));
        let outputs = entry.outputs.iter().filter(|(name, _)| is_output(name)).map(|names| ("output", names));
        for (what, (name, legacy)) in inputs.chain(outputs) {
            if legacy.value.starts_with(char::is_lowercase) {
                let message = format!(
                    "the {what} `{name}` of `{}` is called `{}` in programs, which does not begin with a capital",
                    entry.op.name.value, legacy.value
                );
                let help = "begin the names of inputs and outputs in programs with a capital: `x : X`";
                diagnostics.push(Diagnostic::new(rules::SPELLING, legacy.span, message).help(help));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order(names: &[&str]) -> String {
        longest_in_order(names, Collation(b'_')).into_iter().map(|at| names[at]).collect()
    }

    #[test]
    fn the_longest_sorted_subsequence_is_found() {
        assert_eq!(in_order(&["a", "b", "z", "c", "d"]), "abcd");
        assert_eq!(in_order(&["b", "c", "a", "d"]), "bcd");
        assert_eq!(in_order(&["a", "b", "b", "c"]), "abbc");
        assert_eq!(in_order(&["c", "b", "a"]), "a");
        assert_eq!(in_order(&[]), "");
        let with = |underscore| longest_in_order(&["a_c", "ab"], Collation(underscore)).len();
        assert_eq!((with(b' '), with(b'~')), (2, 1));
    }

    #[test]
    fn abbreviations_may_have_capitals() {
        let odd = |name: &str| name.split('_').any(has_capitals);
        assert!(["X", "Out_grad", "keepDim"].into_iter().all(odd));
        assert!(!["x", "UPLO", "workspace_size_MB", "relu_", "x1"].into_iter().any(odd));
    }
}
