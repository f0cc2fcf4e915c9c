//! The grammars for argument lists, output lists and forward signatures, such as
//! `(Tensor x, Tensor[] y, int[] axis = {1, 2}) -> Tensor(out), Tensor[](list){y.size()}`

use super::default::{self, Misfit, MisfitKind};
use super::grammar::{Poisoned, balanced};
use super::marked_result::{NO_OUTPUTS, named_result, returned_value};
use super::marked_type::MarkedType;
use super::op::{Attr, ForwardCall, Input, Mapping, Output, Signature};
use super::types::{self, AttrType, Element, TensorType};
use crate::rules;
use profile::{Profile, Syntax};
use source::fields::invalid_name;
use source::text::Text;
use source::{Diagnostic, Diagnostics, Help, Span, Spanned, suggest};

/// Reads `(Tensor x, int axis = 0)` into a signature's inputs and attributes.
pub fn arguments(
    text: Text,
    profile: &Profile,
    signature: &mut Signature,
    poisoned: &mut Poisoned,
    diagnostics: &mut Diagnostics,
) {
    let list = match argument_list(text) {
        Ok(list) => list,
        Err(problem) => return poisoned.report(*problem, diagnostics),
    };
    let mut late: Option<Diagnostic> = None;
    let is_marked = profile.owner.syntax == Syntax::Marked;
    for piece in pieces(list, is_marked) {
        let inputs_before = signature.inputs.len();
        match argument(piece, profile, signature) {
            Err(warning) if warning.rule == rules::CONVERTED_DEFAULT => diagnostics.push(*warning),
            Err(problem) => poisoned.report(*problem, diagnostics),
            Ok(()) => {}
        }
        if let (Some(input), Some(attr)) = (signature.inputs.get(inputs_before), signature.attrs.last()) {
            late = Some(late_input(late, input, attr));
        }
    }
    // A schema has any order; which kernels can have that is checked later.
    if let Some(late) = late.filter(|_| !is_marked) {
        poisoned.report(late, diagnostics);
    }
    let keywords = list.split(',').into_iter().find(|piece| is_marked && piece.as_str() == KEYWORD_ONLY);
    check_default_order(signature, keywords.map(Text::span), diagnostics);
}

/// The arguments in a list. In the marked syntax, there may be none, and those after `*` are only given by name.
fn pieces(list: Text, is_marked: bool) -> Vec<Text> {
    if is_marked && list.is_empty() {
        return Vec::new();
    }
    list.split(',').into_iter().filter(|piece| !is_marked || piece.as_str() != KEYWORD_ONLY).collect()
}

/// In the marked syntax: the arguments after this are only given by name.
pub const KEYWORD_ONLY: &str = "*";

/// The texts of the arguments in a list, with [`KEYWORD_ONLY`]. Empty if the list cannot be read.
pub fn argument_texts(text: Text) -> Vec<Text> {
    argument_list(text).map_or(Vec::new(), |list| list.split(','))
}

/// The type, the name and the default of an argument.
pub fn argument_parts(piece: Text) -> (Text, Text, Option<Text>) {
    let (ty, rest) = piece.split_word();
    match rest.split_once("=") {
        Some((name, default)) => (ty, name, Some(default)),
        None => (ty, rest, None),
    }
}

/// Reports an input that follows an attribute. If an earlier input does so, too, this one becomes a label of its
/// diagnostic.
fn late_input(earlier: Option<Diagnostic>, input: &Input, attr: &Attr) -> Diagnostic {
    if let Some(earlier) = earlier {
        return earlier.label(input.name.span, "this input also follows an attribute");
    }
    let message = format!("the input `{}` follows an attribute", input.name.value);
    let problem = Diagnostic::new(rules::ATTR_BEFORE_INPUT, input.name.span, message);
    problem.label(attr.name.span, "this attribute").help("put inputs before attributes")
}

/// The text between the parentheses of an argument list.
fn argument_list(text: Text) -> Result<Text, Box<Diagnostic>> {
    if text.as_str().starts_with('(') {
        balanced(text, rules::ARGS)?;
    }
    match text.bracketed('(') {
        Some((list, rest)) if rest.is_empty() => match list.as_str().strip_suffix(',') {
            Some(before) => {
                let comma = list.slice(before.len(), list.as_str().len());
                let problem = Diagnostic::new(rules::ARGS, comma.span(), "an argument is missing after the last comma");
                let help =
                    Help::instead("add the argument, or remove the comma", "").titled("remove the comma").certain(true);
                Err(Box::new(problem.help(help)))
            }
            None => Ok(list),
        },
        Some((_, rest)) => {
            let message = format!("`{}` is not part of the argument list", rest.folded());
            Err(Box::new(Diagnostic::new(rules::ARGS, rest.span(), message)))
        }
        None => {
            let problem = Diagnostic::new(rules::ARGS, text.span(), "an argument list must be in parentheses");
            Err(Box::new(problem.help("write `(Tensor x, int axis = 0)`")))
        }
    }
}

/// Reads a single attribute: `bool flag = false`.
pub fn attribute(text: Text, profile: &Profile, signature: &mut Signature, diagnostics: &mut Diagnostics) {
    attribute_only(text, "list its name under `inputs`", profile, signature, diagnostics);
}

/// Reads attributes without parentheses around them: `str mode="fast", bool cached=false`.
pub fn attributes(text: Text, profile: &Profile, signature: &mut Signature, diagnostics: &mut Diagnostics) {
    for piece in text.split(',') {
        attribute_only(piece, "only the operator's own entry can have it", profile, signature, diagnostics);
    }
}

/// Reads one attribute. If it is an input, reports it with the help line `instead`.
fn attribute_only(
    text: Text,
    instead: &str,
    profile: &Profile,
    signature: &mut Signature,
    diagnostics: &mut Diagnostics,
) {
    let read = balanced(text, rules::ARGS).and_then(|()| argument(text, profile, signature));
    if let Err(problem) = read {
        diagnostics.push(*problem);
    }
    if let Some(input) = signature.inputs.pop() {
        let message = format!("`{}` is a `{}`, but only attributes are allowed here", input.name.value, input.ty);
        diagnostics.push(Diagnostic::new(rules::ARGS, text.span(), message).help(instead));
    }
}

fn argument(piece: Text, profile: &Profile, signature: &mut Signature) -> Result<(), Box<Diagnostic>> {
    let fail = |text: Text, message: &str| Box::new(Diagnostic::new(rules::ARGS, text.span(), message));
    if piece.is_empty() {
        return Err(fail(piece, "an argument is missing here"));
    }
    let (ty, rest) = piece.split_word();
    if rest.is_empty() {
        return Err(fail(piece, "an argument needs a type and a name"));
    }
    let (_, name, default) = argument_parts(piece);
    if !name.is_name() {
        let in_type = name.as_str().starts_with(['(', '[', '<']);
        let help = in_type.then(|| "write the type without spaces".to_owned());
        return Err(Box::new(invalid_name(name, rules::ARGS, "not a valid argument name").maybe_help(help)));
    }
    if default.is_some_and(Text::is_empty) {
        return Err(fail(rest, "the default value is missing after `=`"));
    }
    if let Some(earlier) = find_argument(signature, name.as_str()) {
        let message = format!("two arguments have the name `{}`", name.as_str());
        return Err(Box::new(
            Diagnostic::new(rules::DUPLICATE_ARG, name.span(), message).label(earlier, "the first is here"),
        ));
    }
    let marked = (profile.owner.syntax == Syntax::Marked).then(|| MarkedType::read(ty.as_str()));
    let base = marked.as_ref().map_or(ty.as_str(), |marked| &marked.base);
    let optional = marked.as_ref().is_some_and(|marked| marked.optional);
    if let Ok(ty) = base.parse::<TensorType>() {
        let default = default.filter(|default| !(optional && default.as_str() == NONE));
        return push_input(signature, name, ty, optional, default);
    }
    let is_known = |of: &AttrType| of.element != Element::Generator || marked.is_some();
    match base.parse::<AttrType>().ok().filter(is_known) {
        Some(attr_type) => push_attr(signature, profile, name, attr_type, optional, default),
        None => {
            let message = format!("unknown type `{}`", ty.as_str());
            Err(Box::new(Diagnostic::new(rules::UNKNOWN_TYPE, ty.span(), message).help(types::help(ty.as_str()))))
        }
    }
}

fn find_argument(signature: &Signature, name: &str) -> Option<Span> {
    let input = signature.input(name).map(|input| input.name.span);
    input.or_else(|| signature.attr(name).map(|attr| attr.name.span))
}

/// In the marked syntax: the default of an optional argument.
pub const NONE: &str = "None";

fn push_input(
    signature: &mut Signature,
    name: Text,
    ty: TensorType,
    optional: bool,
    default: Option<Text>,
) -> Result<(), Box<Diagnostic>> {
    if let Some(default) = default {
        let message = "an input cannot have a default value";
        return Err(Box::new(
            Diagnostic::new(rules::ARGS, default.span(), message).help("list it under `optional` instead"),
        ));
    }
    signature.inputs.push(Input {
        name: name.to_spanned(),
        ty,
        optional,
        no_need_buffer: false,
        skip_transform: false,
        support_trans_dtype: false,
    });
    Ok(())
}

fn push_attr(
    signature: &mut Signature,
    profile: &Profile,
    name: Text,
    ty: AttrType,
    optional: bool,
    default: Option<Text>,
) -> Result<(), Box<Diagnostic>> {
    let is_value = |default: &Text| !(optional && default.as_str() == NONE);
    let wrong = default.filter(is_value).and_then(|default| wrong_default(ty, profile, default));
    let default = default.map(Text::to_spanned);
    signature.attrs.push(Attr { name: name.to_spanned(), ty, default, optional, support_tensor: false });
    wrong.map_or(Ok(()), Err)
}

fn wrong_default(ty: AttrType, profile: &Profile, default: Text) -> Option<Box<Diagnostic>> {
    let error = |misfit| Box::new(misfit_error(misfit));
    let misfit = || default::misfit(ty, default).map(error);
    let wrong = match default::enumerators(ty, profile) {
        Some((name, enumerators)) => {
            wrong_enumerator(name, enumerators, default::enumerator(ty.element, default.as_str(), profile), default)
        }
        None if ty.is(Element::Place) => wrong_place(profile, default).or_else(misfit),
        None => misfit(),
    };
    wrong.or_else(|| default::not_constant(ty, default, profile).map(error))
}

fn misfit_error(misfit: Misfit) -> Diagnostic {
    let Misfit { kind, at, message, help } = misfit;
    let rule = match kind {
        MisfitKind::Rejected => rules::WRONG_DEFAULT,
        MisfitKind::Converted => rules::CONVERTED_DEFAULT,
    };
    Diagnostic::new(rule, at.span(), message).help(help)
}

/// The error if the default of a `DataType` or `DataLayout` is not one of its enumerators. `meant` is the enumerator that it stands
/// for without its type.
fn wrong_enumerator(
    name: &str,
    enumerators: &[String],
    meant: Option<String>,
    default: Text,
) -> Option<Box<Diagnostic>> {
    let wrong = |help: Help| {
        let message = format!("`{}` is not a {name}", default.folded());
        Some(Box::new(Diagnostic::new(rules::WRONG_DEFAULT, default.span(), message).help(help)))
    };
    if !default.as_str().contains(name) {
        return wrong(match meant {
            Some(meant) => Help::meant(default.as_str(), &meant),
            None => format!("write an enumerator, such as `{name}::UNDEFINED`").into(),
        });
    }
    let value = default.as_str().rsplit("::").next().filter(|value| !enumerators.iter().any(|known| known == value))?;
    let Some(near) = suggest::nearest(value, enumerators.iter().map(String::as_str)) else {
        // A profile need not list them.
        let first = enumerators.first()?;
        return wrong(format!("write an enumerator, such as `{name}::{first}`").into());
    };
    let meant = format!("{name}::{near}");
    wrong(
        Help::instead(format!("did you mean `{meant}`?"), meant.as_str())
            .certain(suggest::is_typo(default.as_str(), &meant)),
    )
}

/// The error if a default constructs something other than a place.
fn wrong_place(profile: &Profile, default: Text) -> Option<Box<Diagnostic>> {
    let (class, _) = default.as_str().split_once(['(', '{']).filter(|(class, _)| !class.is_empty())?;
    let class = class.rsplit("::").next().map(str::trim)?;
    let places = || profile.places.iter().map(String::as_str);
    if places().next().is_none() || places().any(|place| place == class) {
        return None;
    }
    // A function that returns a place may have any name, so only a likely misspelling, or a name without `Place`, is an
    // error.
    let near = suggest::nearest(class, places());
    if near.is_none() && class.contains("Place") {
        return None;
    }
    let help = match near {
        Some(near) => Help::instead(format!("did you mean `{near}()`?"), default.folded().replacen(class, near, 1)),
        None => "write a place, such as `CPUPlace()`".into(),
    };
    let message = format!("`{}` is not a Place", default.folded());
    Some(Box::new(Diagnostic::new(rules::WRONG_DEFAULT, default.span(), message).help(help)))
}

/// Reports attributes without a default after one with a default. Those after `keywords` are given by name, so they have no order.
fn check_default_order(signature: &Signature, keywords: Option<Span>, diagnostics: &mut Diagnostics) {
    let Some(first) = signature.attrs.iter().position(|attr| attr.default.is_some()) else { return };
    let is_ordered = |attr: &&Attr| keywords.is_none_or(|keywords| attr.name.span.start < keywords.start);
    for attr in signature.attrs[first..].iter().filter(is_ordered).filter(|attr| attr.default.is_none()) {
        let message = format!("`{}` has no default, but an attribute before it has one", attr.name.value);
        let problem = Diagnostic::new(rules::DEFAULT_ORDER, attr.name.span, message);
        diagnostics.push(problem.label(signature.attrs[first].name.span, "this one has a default"));
    }
}

/// Reads `Tensor(out), Tensor[](list){x.size()}` into a signature's outputs. In the marked syntax, `()` stands for none, and what is
/// not a tensor is read elsewhere.
pub fn outputs(
    text: Text,
    profile: &Profile,
    signature: &mut Signature,
    poisoned: &mut Poisoned,
    diagnostics: &mut Diagnostics,
) {
    let is_marked = profile.owner.syntax == Syntax::Marked;
    if is_marked && text.as_str() == NO_OUTPUTS {
        return;
    }
    if text.is_empty() {
        return poisoned.report(missing_output(text), diagnostics);
    }
    if let Err(problem) = balanced(text, rules::OUTPUTS) {
        return poisoned.report(*problem, diagnostics);
    }
    for piece in text.split(',').into_iter().filter(|piece| !is_marked || returned_value(*piece).is_none()) {
        let named = named_result(piece).filter(|_| is_marked);
        let read = named.and_then(|(ty, name)| Some((ty.as_str().parse().ok()?, name)));
        let read = match read {
            Some((ty, name)) => new_output(signature, name.to_spanned(), ty, None, None),
            None => output(piece, signature),
        };
        match read {
            Ok(output) => signature.outputs.push(output),
            Err(problem) => poisoned.report(*problem, diagnostics),
        }
    }
}

/// Adds an output for each argument that is marked as overwritten, unless `inplace` maps it. Returns the pairs of both.
pub fn overwritten(arguments: Text, profile: &Profile, signature: &mut Signature, mapped: &[Mapping]) -> Vec<Mapping> {
    let mut pairs = Vec::new();
    for piece in argument_texts(arguments).into_iter().filter(|_| profile.owner.syntax == Syntax::Marked) {
        let (ty, name, _) = argument_parts(piece);
        let is_mapped = mapped.iter().any(|mapping| mapping.input.value == name.as_str());
        let Some(input) =
            signature.input(name.as_str()).filter(|_| !is_mapped && MarkedType::read(ty.as_str()).written)
        else {
            continue;
        };
        let mut output = format!("{}_out", name.as_str());
        while signature.has_arg(&output) || signature.output(&output).is_some() {
            output.push('_');
        }
        let size = input.ty.is_list().then(|| Spanned::new(format!("{}.size()", name.as_str()), ty.span()));
        let (ty, optional, output) = (input.ty, input.optional, Spanned::new(output, name.span()));
        signature.outputs.push(Output { name: output.clone(), ty, class: None, size, optional, intermediate: false });
        pairs.push(Mapping { input: name.to_spanned(), output });
    }
    pairs
}

fn missing_output(text: Text) -> Diagnostic {
    Diagnostic::new(rules::OUTPUTS, text.span(), "an output is missing here").help("write `Tensor(out)`")
}

fn output(piece: Text, signature: &Signature) -> Result<Output, Box<Diagnostic>> {
    if piece.is_empty() {
        return Err(Box::new(missing_output(piece)));
    }
    let end = piece
        .as_str()
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '[' | ']')))
        .unwrap_or(piece.as_str().len());
    let (ty_text, rest) = piece.split_at(end);
    let Ok(ty) = ty_text.as_str().parse::<TensorType>() else {
        return Err(Box::new(output_type_error(piece, ty_text)));
    };
    let (names, rest) = rest.bracketed('(').map_or((None, rest), |(names, rest)| (Some(names), rest));
    let (size, rest) = rest.bracketed('{').map_or((None, rest), |(size, rest)| (Some(size), rest));
    if !rest.is_empty() {
        return Err(Box::new(output_part_error(ty, rest)));
    }
    let (name, class) = match names {
        Some(names) => names.split_once("@").map_or((Some(names), None), |(name, class)| (Some(name), Some(class))),
        None => (None, None),
    };
    if let Some(bad) = [name, class].into_iter().flatten().find(|text| !text.is_name()) {
        return Err(Box::new(
            invalid_name(bad, rules::OUTPUTS, "not a valid output name").help(format!("write `{ty}(out)`")),
        ));
    }
    if let (Some(size), false) = (size, ty.is_list()) {
        let problem = Diagnostic::new(rules::SIZE_ON_TENSOR, size.span(), "only a list can have a size expression");
        return Err(Box::new(problem.help("write `Tensor[](out){...}` for a list, or remove the braces")));
    }
    let name = name.map_or_else(|| Spanned::new("out".to_owned(), ty_text.span()), Text::to_spanned);
    new_output(signature, name, ty, class.map(Text::to_spanned), size.map(Text::to_spanned))
}

fn new_output(
    signature: &Signature,
    name: Spanned<String>,
    ty: TensorType,
    class: Option<Spanned<String>>,
    size: Option<Spanned<String>>,
) -> Result<Output, Box<Diagnostic>> {
    if let Some(earlier) = signature.output(&name.value) {
        let message = format!("two outputs have the name `{}`", name.value);
        return Err(Box::new(
            Diagnostic::new(rules::DUPLICATE_ARG, name.span, message).label(earlier.name.span, "the first is here"),
        ));
    }
    Ok(Output { name, ty, class, size, optional: false, intermediate: false })
}

fn output_type_error(piece: Text, ty: Text) -> Diagnostic {
    if ty.is_empty() {
        let written = format!("Tensor{}", piece.folded());
        let help = Help::instead(format!("write `{written}`"), written);
        return Diagnostic::new(rules::UNKNOWN_TYPE, piece.span(), "an output needs a type").help(help);
    }
    let message = format!("`{}` is not an output type", ty.as_str());
    let near = suggest::nearest(ty.as_str(), TensorType::NAMES.iter().copied());
    let help = near.map_or("write `Tensor` or `Tensor[]`".into(), |near| Help::meant(ty.as_str(), near));
    Diagnostic::new(rules::UNKNOWN_TYPE, ty.span(), message).help(help)
}

fn output_part_error(ty: TensorType, rest: Text) -> Diagnostic {
    let help = match rest.is_name() {
        true => Help::instead(format!("write `{ty}({})`", rest.as_str()), format!("({})", rest.as_str())),
        false => "separate outputs with commas".into(),
    };
    let message = format!("`{}` is not part of an output", rest.folded());
    Diagnostic::new(rules::OUTPUTS, rest.span(), message).help(help)
}

/// Reads `relu (Tensor x) -> Tensor(out)`.
pub fn forward(
    text: Text,
    profile: &Profile,
    poisoned: &mut Poisoned,
    diagnostics: &mut Diagnostics,
) -> Option<ForwardCall> {
    match forward_parts(text) {
        Ok((name, args, outs)) => {
            let mut signature = Signature::default();
            arguments(args, profile, &mut signature, poisoned, diagnostics);
            outputs(outs, profile, &mut signature, poisoned, diagnostics);
            overwritten(args, profile, &mut signature, &[]);
            Some(ForwardCall { name: name.to_spanned(), signature })
        }
        Err(problem) => {
            poisoned.report(problem.help("write `name (Tensor x, int axis) -> Tensor(out)`"), diagnostics);
            None
        }
    }
}

/// Splits a forward signature into the operator's name, its arguments with their parentheses, and its outputs.
fn forward_parts(text: Text) -> Result<(Text, Text, Text), Box<Diagnostic>> {
    let missing = |what: &str| {
        Box::new(Diagnostic::new(rules::FORWARD, text.span(), format!("this forward signature is missing {what}")))
    };
    balanced(text, rules::FORWARD)?;
    let (name, rest) = text.identifier().ok_or_else(|| missing("the name of an operator"))?;
    let (_, after_args) = rest.bracketed('(').ok_or_else(|| missing("its arguments in parentheses"))?;
    let outs = after_args.strip_prefix("->").ok_or_else(|| missing("`->` and its outputs"))?;
    match outs.is_empty() {
        true => Err(missing("the outputs after `->`")),
        false => Ok((name, rest.before(after_args), outs)),
    }
}
