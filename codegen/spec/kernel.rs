//! Kernels, infer meta, calls and mappings: the grammars around what runs.

use super::args::Poisoned;
use super::fields::{self, Fields};
use super::op::{Call, Candidate, Candidates, Dispatch, InferMeta, Kernel, KernelFn, Mapping, Param};
use super::text::Text;
use super::types::TensorKind;
use crate::source::yaml::{Node, Value};
use crate::source::{Diagnostic, Diagnostics, Rule, Spanned, suggest};

const KERNEL_KEYS: &[&str] = &["func", "param", "backend", "layout", "data_type", "force_backend"];
const INFER_META_KEYS: &[&str] = &["func", "param", "spmd_rule"];

/// Reads the mapping under `kernel`.
pub fn kernel(node: &Node, what: &str, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Kernel> {
    let fields = Fields::of(node, format_args!("`kernel` of {what}"), diagnostics)?;
    fields.reject_unknown(Rule::UnknownKey, KERNEL_KEYS, diagnostics);
    let functions = functions(fields.require_text("func", diagnostics)?, poisoned, diagnostics);
    let mut key = |name: &str, diagnostics: &mut Diagnostics| {
        let text = fields.text(name, diagnostics)?;
        candidates(text, poisoned, diagnostics)
    };
    let backend = key("backend", diagnostics);
    let layout = key("layout", diagnostics);
    let data_type = key("data_type", diagnostics);
    let param = params(&fields, diagnostics);
    let force_backend = fields.text("force_backend", diagnostics).map(Text::to_spanned);
    Some(Kernel { functions, param, backend, layout, data_type, force_backend })
}

/// Reads the mapping under `infer_meta`.
pub fn infer_meta(node: &Node, what: &str, diagnostics: &mut Diagnostics) -> Option<InferMeta> {
    let fields = Fields::of(node, format_args!("`infer_meta` of {what}"), diagnostics)?;
    fields.reject_unknown(Rule::UnknownKey, INFER_META_KEYS, diagnostics);
    let func = fields.require_text("func", diagnostics)?.to_spanned();
    let param = params(&fields, diagnostics);
    let spmd_rule = fields.text("spmd_rule", diagnostics).map(Text::to_spanned);
    Some(InferMeta { func, param, spmd_rule })
}

fn params(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Vec<Param>> {
    let node = fields.get("param")?;
    if matches!(&node.value, Value::Scalar(scalar) if scalar.is_empty_plain()) {
        return None;
    }
    let what = format!("`param` of {}", fields.what);
    let items = fields::items(node, format_args!("{what}"), diagnostics)?;
    Some(items.iter().filter_map(|item| param(item, &what, diagnostics)).collect())
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

/// Reads `adam {dense -> dense}, adam_sparse {selected_rows -> dense}`; commas between kernels may be left out.
fn functions(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Vec<KernelFn> {
    let mut functions = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some((name, behind)) = rest.identifier() else {
            let problem = Diagnostic::new(Rule::KernelFunc, rest.span(), "here should be the name of a kernel");
            poisoned.because(problem.help("write `name` or `name {dense -> dense}`"), diagnostics);
            break;
        };
        let (dispatch, behind) = match behind.bracketed('{') {
            Some((inner, behind)) => (read_dispatch(inner, poisoned, diagnostics), behind),
            None if behind.as_str().starts_with('{') => {
                let problem = Diagnostic::new(Rule::KernelFunc, behind.span(), "this `{` is never closed");
                poisoned.because(problem, diagnostics);
                break;
            }
            None => (None, behind),
        };
        functions.push(KernelFn { name: name.to_spanned(), dispatch });
        rest = behind.strip_prefix(",").unwrap_or(behind);
    }
    functions
}

fn read_dispatch(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Dispatch> {
    let Some((inputs, outputs)) = text.split_once("->") else {
        let problem = Diagnostic::new(Rule::KernelFunc, text.span(), "a dispatch needs inputs and outputs around `->`");
        poisoned.because(problem.help("write `{dense, dense -> dense}`"), diagnostics);
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
            let message = format!("`{}` is no kind of tensor", text.as_str());
            let help = suggest::help(text.as_str(), TensorKind::NAMES.iter().copied());
            poisoned
                .because(Diagnostic::new(Rule::UnknownTensorKind, text.span(), message).maybe_help(help), diagnostics);
            None
        }
    }
}

/// Reads `dtype > x` or `x, y` or `complex(x)`. Nothing between the separators is nothing.
fn candidates(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Candidates> {
    let ordered = text.as_str().contains('>');
    let pieces = text.split(if ordered { '>' } else { ',' });
    let names = pieces.into_iter().filter(|piece| !piece.is_empty()).filter_map(|piece| {
        let (name, complex) = match piece.strip_prefix("complex").and_then(|rest| rest.inside('(', ')')) {
            Some(inner) => (inner, true),
            None => (piece, false),
        };
        if !name.is_identifier() {
            let message = format!("`{}` is no argument", name.as_str());
            let problem = Diagnostic::new(Rule::Candidates, name.span(), message);
            poisoned.because(problem.help("write `x`, `complex(x)`, `x, y` or `attr > x`"), diagnostics);
            return None;
        }
        Some(Candidate { name: name.to_spanned(), complex })
    });
    let names: Vec<_> = names.collect();
    (!names.is_empty()).then_some(Candidates { ordered, names })
}

/// Reads `func(a, b)`.
pub fn call(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<Call> {
    let read = text.identifier().and_then(|(func, rest)| Some((func, rest.bracketed('(')?)));
    match read {
        Some((func, (args, rest))) if rest.is_empty() => {
            Some(Call { func: func.to_spanned(), args: args.split(',').into_iter().map(Text::to_spanned).collect() })
        }
        _ => {
            let problem = Diagnostic::new(Rule::Call, text.span(), "this is no call of a function");
            poisoned.because(problem.help("write `function(argument, argument)`"), diagnostics);
            None
        }
    }
}

/// Reads `(x -> out), (y -> out2)`.
pub fn mappings(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Vec<Mapping> {
    let mut mappings = Vec::new();
    for piece in text.split(',') {
        let pair = piece.inside('(', ')').unwrap_or(piece).split_once("->");
        match pair.filter(|(input, output)| input.is_identifier() && output.is_identifier()) {
            Some((input, output)) => mappings.push(Mapping { input: input.to_spanned(), output: output.to_spanned() }),
            None => {
                let problem = Diagnostic::new(Rule::Pairs, piece.span(), format!("`{}` maps nothing", piece.as_str()));
                poisoned.because(problem.help("write `(input -> output)`"), diagnostics);
            }
        }
    }
    mappings
}
