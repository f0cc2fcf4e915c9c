//! The grammars for kernels, infer meta, calls and mappings.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::constant::ends_expression;
use super::grammar::{Poisoned, balanced};
use super::keys;
use super::op::{Call, Candidate, Candidates, Dispatch, InferMeta, Kernel, KernelFn, Mapping, Param};
use super::other_version;
use super::types::TensorKind;
use crate::rules;
use profile::{Profile, Syntax};
use source::fields::invalid_name;
use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Span, Spanned, suggest};

/// Reads the mapping under `kernel`.
pub fn kernel(
    node: &Node,
    what: &str,
    profile: &Profile,
    poisoned: &mut Poisoned,
    diagnostics: &mut Diagnostics,
) -> Option<Kernel> {
    let fields = Fields::of(node, format_args!("`kernel` of {what}"), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &keys::kernel(profile).names(), diagnostics);
    let own = profile.owner.keys;
    // What else the framework reads depends on the kernel.
    poisoned.0 |= own.is_some() && fields.any_misspelt();
    let has_other = own.is_some_and(|own| fields.get(own.instead_of_func).is_some());
    let functions = match fields.text("func", &mut Diagnostics::default()).is_none() && has_other {
        true => Vec::new(),
        false => {
            let func = fields.require_text("func", diagnostics)?;
            functions(func, profile.owner.syntax == Syntax::Marked, poisoned, diagnostics)
        }
    };
    let mut key = |name: &str, diagnostics: &mut Diagnostics| {
        let text = fields.text(name, diagnostics)?;
        candidates(text, poisoned, diagnostics)
    };
    let backend = key("backend", diagnostics);
    let layout = key("layout", diagnostics);
    let data_type = key("data_type", diagnostics);
    let param = params(&fields, poisoned, diagnostics);
    let force_backend = fields.name("force_backend", diagnostics);
    Some(Kernel { functions, param, backend, layout, data_type, force_backend })
}

/// Reads the mapping under `infer_meta`.
pub fn infer_meta(
    node: &Node,
    what: &str,
    profile: &Profile,
    poisoned: &mut Poisoned,
    diagnostics: &mut Diagnostics,
) -> Option<InferMeta> {
    let fields = Fields::of(node, format_args!("`infer_meta` of {what}"), diagnostics)?;
    let of_profile = |profile: &Profile| keys::infer_meta(profile).names();
    let known = of_profile(profile);
    other_version::reject_unknown_keys(&fields, &known, of_profile, |_| None, profile, diagnostics);
    let func = fields.require_name("func", diagnostics)?;
    let param = params(&fields, poisoned, diagnostics);
    let spmd_rule = fields.name("spmd_rule", diagnostics);
    let [local_shape, global_shape] = ["local_shape", "global_shape"]
        .map(|key| known.contains(&key).then(|| fields.name(key, diagnostics)).flatten());
    Some(InferMeta { func, param, spmd_rule, local_shape, global_shape })
}

fn params(fields: &Fields, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Vec<Param>> {
    let node = fields.get("param")?;
    if node.is_empty() {
        return None;
    }
    let what = format!("`param` of {}", fields.what);
    let items = fields::items(node, format_args!("{what}"), diagnostics);
    let params = items.map(|items| items.iter().filter_map(|item| param(item, &what, diagnostics)).collect::<Vec<_>>());
    poisoned.0 |= params.as_ref().map(Vec::len) != items.map(<[Node]>::len) || items.is_none();
    params
}

fn param(node: &Node, what: &str, diagnostics: &mut Diagnostics) -> Option<Param> {
    let text = fields::text(node, format_args!("{what}"), diagnostics)?;
    let Value::Scalar(scalar) = &node.value else { return None };
    if let Some(flag) = scalar.as_bool() {
        return Some(Param::Literal(Spanned::new(flag.to_string(), node.span)));
    }
    let is_number =
        scalar.plain && scalar.text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    Some(match (is_number, scalar.plain) {
        (true, _) => Param::Literal(text.to_spanned()),
        (false, true) => Param::Name(text.to_spanned()),
        (false, false) => Param::Text(Spanned::new(scalar.text.clone(), node.span)),
    })
}

/// Reads `adam {dense -> dense}, adam_sparse {selected_rows -> dense}`; the comma after a `}` is optional. Names may be those of
/// instances of templates: `add<float, 2>`.
fn functions(
    text: Text,
    with_instances: bool,
    poisoned: &mut Poisoned,
    diagnostics: &mut Diagnostics,
) -> Vec<KernelFn> {
    let mut functions: Vec<KernelFn> = Vec::new();
    if let Err(problem) = balanced(text, rules::KERNEL_FUNC) {
        poisoned.report(*problem, diagnostics);
        return functions;
    }
    let mut rest = text;
    let mut separated = true;
    while !rest.is_empty() || functions.is_empty() {
        let named = rest.identifier().map(|named| match with_instances {
            true => instance(rest).unwrap_or(named),
            false => named,
        });
        let Some((name, after)) = named else {
            let problem =
                Diagnostic::new(rules::KERNEL_FUNC, rest.first_char().span(), "the name of a kernel is missing here");
            poisoned.report(problem.help("write `name` or `name {dense -> dense}`"), diagnostics);
            break;
        };
        if !separated {
            let message = format!("a comma is missing before `{}`", name.as_str());
            let problem = Diagnostic::new(rules::KERNEL_FUNC, name.span(), message);
            poisoned.report(problem.help("names with a space between them are two kernels"), diagnostics);
        }
        let (dispatch, after) = match after.bracketed('{') {
            Some((inner, after)) => (read_dispatch(inner, poisoned, diagnostics), after),
            None => (None, after),
        };
        let after_comma = after.strip_prefix(",");
        separated = after_comma.is_some() || dispatch.is_some() || poisoned.0;
        functions.push(KernelFn { name: name.to_spanned(), dispatch });
        rest = after_comma.unwrap_or(after);
    }
    functions
}

/// The name of an instance of a template at the beginning of a text, and the rest.
fn instance(text: Text) -> Option<(Text, Text)> {
    let (_, after) = text.identifier()?;
    after.strip_prefix("<")?;
    let (all, mut depth) = (text.as_str(), 0);
    for (at, letter) in all.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some((text.slice(0, at + 1), text.slice(at + 1, all.len()).trim()));
        }
    }
    None
}

fn read_dispatch(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Dispatch> {
    let Some((inputs, outputs)) = text.split_once("->") else {
        let problem = Diagnostic::new(
            rules::KERNEL_FUNC,
            text.span(),
            "a dispatch needs inputs before `->` and outputs after it",
        );
        poisoned.report(problem.help("write `{dense, dense -> dense}`"), diagnostics);
        return None;
    };
    let mut kinds = |list: Text| {
        list.split(',').into_iter().filter_map(|piece| tensor_kind(piece, poisoned, diagnostics)).collect()
    };
    Some(Dispatch { inputs: kinds(inputs), outputs: kinds(outputs) })
}

fn tensor_kind(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Spanned<TensorKind>> {
    match text.as_str().parse() {
        Ok(kind) => Some(Spanned::new(kind, text.span())),
        Err(()) => {
            let help = suggest::help(text.as_str(), TensorKind::NAMES.iter().copied());
            let problem = invalid_name(text, rules::UNKNOWN_TENSOR_KIND, "not a kind of tensor");
            poisoned.report(problem.maybe_help(help), diagnostics);
            None
        }
    }
}

/// Reads `dtype > x` or `x, y` or `complex(x)`.
fn candidates(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Candidates> {
    if let Err(problem) = balanced(text, rules::CANDIDATES) {
        poisoned.report(*problem, diagnostics);
        return None;
    }
    let ordered = text.as_str().contains('>');
    let pieces = text.split(if ordered { '>' } else { ',' });
    let mut names = Vec::new();
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        match candidate(piece, ordered) {
            Ok(candidate) => names.push(candidate),
            Err(problem) => poisoned.report(*problem, diagnostics),
        }
    }
    if names.is_empty() && !poisoned.0 {
        poisoned.report(invalid_name(text.first_char(), rules::CANDIDATES, "not an argument"), diagnostics);
    }
    (!names.is_empty()).then_some(Candidates { ordered, names })
}

fn candidate(piece: Text, ordered: bool) -> Result<Candidate, Box<Diagnostic>> {
    let inner = piece.strip_prefix("complex").and_then(|rest| rest.inside('(', ')'));
    let name = inner.unwrap_or(piece);
    if !name.is_identifier() {
        let problem = invalid_name(name, rules::CANDIDATES, "not an argument");
        return Err(Box::new(problem.help("write `x`, `complex(x)`, `x, y` or `attr > x`")));
    }
    if ordered && inner.is_some() {
        let message = format!("`{}` cannot be used with `>`", piece.folded());
        return Err(Box::new(Diagnostic::new(rules::ORDERED_CANDIDATES, piece.span(), message)));
    }
    Ok(Candidate { name: name.to_spanned(), complex: inner.is_some() })
}

/// Reads `func(a, b)`.
pub fn call(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Call> {
    let parts = || {
        let (func, rest) = text.identifier()?;
        let (args, rest) = rest.bracketed('(')?;
        rest.is_empty().then_some((func, args))
    };
    let not_a_call = || Box::new(Diagnostic::new(rules::CALL, text.span(), "this is not a function call"));
    match balanced(text, rules::CALL).and_then(|()| parts().ok_or_else(not_a_call)) {
        Ok((func, args)) => {
            let args = args.split(',');
            for problem in args.iter().filter_map(|arg| argument_error(*arg)) {
                poisoned.report(problem, diagnostics);
            }
            Some(Call { func: func.to_spanned(), args: args.into_iter().map(Text::to_spanned).collect() })
        }
        Err(problem) => {
            poisoned.report(problem.help("write `function(argument, argument)`"), diagnostics);
            None
        }
    }
}

/// The error if a text is certainly not an argument of a call. Most expressions can be checked only by a C++ compiler.
fn argument_error(arg: Text) -> Option<Diagnostic> {
    let (first, second) = arg.split_word();
    let message = match arg.is_empty() {
        true => "an argument is missing here".to_owned(),
        false if first.is_name() && second.is_name() => {
            format!("a comma is missing between `{}` and `{}`", first.as_str(), second.as_str())
        }
        false if ends_expression(arg.as_str()) => {
            let problem = Diagnostic::new(rules::CALL, arg.span(), format!("`{}` is not an expression", arg.folded()));
            return Some(problem.help("remove statements and comments"));
        }
        false => return None,
    };
    Some(Diagnostic::new(rules::CALL, arg.span(), message).help("separate arguments with one comma"))
}

/// Reads `(x -> out), (y -> out2)`, or `(x -> out, y -> out2)`.
pub fn mappings(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Vec<Mapping> {
    let mut mappings = Vec::new();
    let mut by_output = BTreeMap::new();
    if let Err(problem) = balanced(text, rules::PAIRS) {
        poisoned.report(*problem, diagnostics);
        return mappings;
    }
    let pieces = text.split(',');
    let pieces = pieces.into_iter().flat_map(|piece| match piece.inside('(', ')').map(|inner| inner.split(',')) {
        Some(grouped) if grouped.iter().all(|pair| pair.as_str().contains("->")) => grouped,
        _ => vec![piece],
    });
    for piece in pieces {
        match mapping(piece, &mut by_output) {
            Ok(mapping) => mappings.push(mapping),
            Err(problem) => poisoned.report(*problem, diagnostics),
        }
    }
    mappings
}

/// Reads one mapping. `by_output` has the outputs of earlier mappings and their spans.
fn mapping<'a>(piece: Text<'a>, by_output: &mut BTreeMap<&'a str, Span>) -> Result<Mapping, Box<Diagnostic>> {
    let pair = piece.inside('(', ')').unwrap_or(piece).split_once("->");
    let Some((input, output)) = pair.filter(|(input, output)| input.is_name() && output.is_name()) else {
        let message = match piece.is_empty() {
            true => "a mapping is missing here".to_owned(),
            false => format!("`{}` is not a mapping", piece.folded()),
        };
        return Err(Box::new(Diagnostic::new(rules::PAIRS, piece.span(), message).help("write `(input -> output)`")));
    };
    match by_output.entry(output.as_str()) {
        Entry::Occupied(first) => {
            let message = format!("two inputs are mapped to `{}`", output.as_str());
            let problem = Diagnostic::new(rules::PAIRS, output.span(), message);
            Err(Box::new(problem.label(*first.get(), "the first mapping is here")))
        }
        Entry::Vacant(place) => {
            place.insert(output.span());
            Ok(Mapping { input: input.to_spanned(), output: output.to_spanned() })
        }
    }
}
