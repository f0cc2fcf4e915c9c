//! Mistakes from copying, or from thinking in another language: repeated names, Python values, and functions or kinds
//! of tensors that are swapped.

use std::ops::Range;

use super::Operator;
use super::text::{Entry, Line, entries, keys, words};
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("name-listed-twice", name_listed_twice),
    ("kernel-param-given-twice", kernel_param_twice),
    ("functions-swapped", functions_swapped),
    ("gradients-taken-as-outputs", gradients_as_outputs),
    ("default-of-python", default_of_python),
    ("comma-behind-the-last-argument", trailing_comma),
    ("composite-argument-removed", composite_argument_removed),
    ("sparse-kind-swapped", sparse_kind_swapped),
    ("kernel-key-of-another-type", kernel_key_type),
    ("compat-gradients-swapped", compat_gradients_swapped),
    ("compat-extra-comma-deleted", compat_extra_comma),
    ("version-default-removed", |tree| version_line_removed(tree, "default")),
    ("version-comment-removed", |tree| version_line_removed(tree, "comment")),
    ("listed-twice", listed_twice),
];

/// Every position of a kind, in every operator.
fn each(tree: &Tree, places: impl Fn(&Entry) -> Vec<Mutation>) -> Vec<Mutation> {
    Entry::all(tree).iter().flat_map(places).collect()
}

fn last_word(entry: &Entry, line: &Line) -> Option<Range<usize>> {
    words(entry.text, &line.value).pop()
}

/// Repeats a word after a comma.
fn again(entry: &Entry, word: Range<usize>) -> Mutation {
    Mutation::replace(entry.file, word.end..word.end, format!(", {}", &entry.text[word]))
}

fn name_listed_twice(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let lists = ["optional", "intermediate", "no_need_buffer"].into_iter().filter_map(|key| entry.line(key));
        lists.filter_map(|line| Some(again(entry, last_word(entry, line)?))).collect()
    })
}

/// The last parameter of a kernel, if it is an argument.
fn kernel_param_twice(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let param = entry.op.kernel.as_ref().and_then(|kernel| kernel.param.as_ref()?.last().cloned());
        let param = param.filter(|param| param.name().is_some_and(|name| entry.op.signature.has_arg(name)));
        let word = param.map(|param| param.span().start as usize..param.span().end as usize);
        word.map(|word| again(entry, word)).into_iter().collect()
    })
}

fn functions_swapped(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let Some((kernel, infer_meta)) = entry.op.kernel.as_ref().zip(entry.op.infer_meta.as_ref()) else {
            return Vec::new();
        };
        let range = |name: &opgen::source::Spanned<String>| name.span.start as usize..name.span.end as usize;
        let (one, other) = (range(&infer_meta.func), range(&kernel.functions[0].name));
        let text = |range: &Range<usize>| entry.text[range.clone()].to_owned();
        let edits = vec![(one.clone(), text(&other)), (other.clone(), text(&one))];
        vec![Mutation { file: entry.file, edits, against: Vec::new() }]
    })
}

fn gradients_as_outputs(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let outputs: Vec<_> = entry.op.forward.iter().flat_map(|forward| forward.signature.output_names()).collect();
        let args = entry.args();
        let stem = |name: &Range<usize>| entry.text[name.clone()].strip_suffix("_grad").map(str::to_owned);
        let gradients = args.iter().filter_map(|arg| Some((arg, stem(&arg.name)?)));
        let gradients: Vec<_> = gradients.filter(|(_, stem)| outputs.contains(&stem.as_str())).collect();
        let free = |stem: &String| args.iter().all(|arg| entry.text[arg.name.clone()] != **stem);
        if gradients.is_empty() || !gradients.iter().all(|(_, stem)| free(stem)) {
            return Vec::new();
        }
        let edits = gradients.into_iter().map(|(arg, stem)| (arg.name.clone(), stem)).collect();
        vec![Mutation { file: entry.file, edits, against: Vec::new() }]
    })
}

fn default_of_python(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let python = |text: &str| match text {
            "true" => Some("True"),
            "false" => Some("False"),
            _ if text.starts_with('"') => Some("None"),
            _ => None,
        };
        let defaults = entry.args().into_iter().filter_map(|arg| arg.default);
        let wrong = |default: Range<usize>| {
            let text = python(&entry.text[default.clone()])?;
            Some(Mutation::replace(entry.file, default, text))
        };
        defaults.filter_map(wrong).collect()
    })
}

fn trailing_comma(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let last = entry.args().pop().map(|arg| arg.whole.end);
        last.map(|end| Mutation::replace(entry.file, end..end, ",")).into_iter().collect()
    })
}

/// Only operators for which static programs use the text of `composite`.
fn composite_argument_removed(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let heeded = ["backward", "fused_backward", "static_backward"].contains(&entry.op.home.key());
        let Some(line) = entry.line("composite").filter(|_| heeded) else { return Vec::new() };
        let comma = entry.text[line.value.clone()].rfind(',').map(|at| line.value.start + at);
        let last = last_word(entry, line).zip(comma).filter(|(word, comma)| *comma < word.start);
        last.map(|(word, comma)| Mutation::replace(entry.file, comma..word.end, "")).into_iter().collect()
    })
}

fn sparse_kind_swapped(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let kinds = [("sparse_coo", "sparse_csr"), ("sparse_csr", "sparse_coo")];
        let functions = entry.op.kernel.iter().flat_map(|kernel| &kernel.functions);
        let named = functions.filter(|function| {
            let has = |word| function.name.value.split('_').any(|other| other == word);
            has("coo") != has("csr")
        });
        let dispatched = named.filter_map(|function| function.dispatch.as_ref()?.inputs.first());
        let swapped = |kind: &opgen::source::Spanned<opgen::spec::TensorKind>| {
            let place = kind.span.start as usize..kind.span.end as usize;
            let other = kinds.iter().find(|(name, _)| *name == &entry.text[place.clone()])?.1;
            Some(Mutation::replace(entry.file, place, other))
        };
        dispatched.filter_map(swapped).collect()
    })
}

fn kernel_key_type(tree: &Tree) -> Vec<Mutation> {
    each(tree, |entry| {
        let flag = entry.op.signature.attrs.iter().find(|attr| attr.ty.to_string() == "bool");
        let Some(flag) = flag else { return Vec::new() };
        let lines = ["data_type", "backend"].into_iter().filter_map(|key| entry.line(key));
        lines.map(|line| Mutation::replace(entry.file, line.value.clone(), flag.name.value.clone())).collect()
    })
}

/// The lines with a key, in the entries of a file that does not define operators.
fn lines_of(
    tree: &Tree,
    kind: &str,
    key: &str,
    change: impl Fn(&str, &Line) -> Option<(Range<usize>, String)>,
) -> Vec<Mutation> {
    let Some(file) = tree.file(kind) else { return Vec::new() };
    let text = tree.text(file);
    let lines = entries(text).into_iter().flat_map(|entry| keys(text, &entry));
    let of_key = lines.filter(|line| &text[line.key.clone()] == key);
    of_key.filter_map(|line| change(text, &line)).map(|(range, with)| Mutation::replace(file, range, with)).collect()
}

fn compat_gradients_swapped(tree: &Tree) -> Vec<Mutation> {
    lines_of(tree, "op_compat", "backward", |text, line| {
        let (first, rest) = text[line.value.clone()].split_once(',')?;
        let (second, others) =
            rest.split_once(',').map_or((rest, String::new()), |(one, more)| (one, format!(",{more}")));
        Some((line.value.clone(), format!("{}, {}{others}", second.trim(), first.trim())))
    })
}

fn compat_extra_comma(tree: &Tree) -> Vec<Mutation> {
    lines_of(tree, "op_compat", "attrs", |text, line| {
        let list = text[line.value.clone()].strip_prefix('[')?;
        let comma = list.match_indices(", ").map(|(at, _)| at).find(|&at| {
            let (open, close) = (list[..at].matches('{').count(), list[..at].matches('}').count());
            open == close
        })?;
        let at = line.value.start + 1 + comma;
        Some((at..at + 1, String::new()))
    })
}

/// Removes a line of an action. The mistake is reported at the action.
fn version_line_removed(tree: &Tree, key: &str) -> Vec<Mutation> {
    let Some(file) = tree.file("op_version") else { return Vec::new() };
    let specs = tree.project.registry.specs();
    let actions =
        specs.versions.iter().flat_map(|version| &version.checkpoints).flat_map(|checkpoint| &checkpoint.actions);
    let text = tree.text(file);
    let removed = |action: &opgen::spec::Action| {
        let value = if key == "default" { action.default.as_ref() } else { action.comment.as_ref() }?;
        let start = text[..value.span.start as usize].rfind('\n')? + 1;
        let end = text[value.span.end as usize..].find('\n').map(|at| value.span.end as usize + at + 1)?;
        Some(Mutation::replace(file, start..end, "").against(action.subject.span))
    };
    actions.filter_map(removed).collect()
}

fn listed_twice(tree: &Tree) -> Vec<Mutation> {
    let twice = |name: &opgen::source::Spanned<String>| {
        let end = name.span.end as usize;
        Mutation::replace(name.span.file, end..end, format!("\n- {}", name.value))
    };
    tree.listed().map(twice).collect()
}
