//! Argument lists, output lists and forward signatures.
//!
//! `(Tensor x, Tensor[] y, int[] axis = {1, 2}) -> Tensor(out), Tensor[](list){y.size()}`

use super::op::{Attr, ForwardCall, Input, Output, Signature};
use super::text::Text;
use super::types::{AttrType, Element, TensorType};
use crate::source::{Diagnostic, Diagnostics, Rule, suggest};

/// Something could not be read; it has been reported, and the rest has been read all the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Poisoned(pub bool);

impl Poisoned {
    pub fn because(&mut self, diagnostic: Diagnostic, diagnostics: &mut Diagnostics) {
        diagnostics.push(diagnostic);
        self.0 = true;
    }
}

/// Reads `(Tensor x, int axis = 0)` into a signature's inputs and attributes.
pub fn arguments(text: Text, signature: &mut Signature, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) {
    let Some(list) = text.inside('(', ')') else {
        let problem = Diagnostic::new(Rule::Args, text.span(), "an argument list must stand in parentheses");
        return poisoned.because(problem.help("write `(Tensor x, int axis = 0)`"), diagnostics);
    };
    for piece in list.split(',') {
        if let Err(problem) = argument(piece, signature) {
            poisoned.because(*problem, diagnostics);
        }
    }
    check_default_order(signature, diagnostics);
}

/// Reads one attribute that stands alone: `bool flag = false`.
pub fn attribute(text: Text, signature: &mut Signature, diagnostics: &mut Diagnostics) {
    if let Err(problem) = argument(text, signature) {
        diagnostics.push(*problem);
    }
}

fn argument(piece: Text, signature: &mut Signature) -> Result<(), Box<Diagnostic>> {
    let fail = |text: Text, message: &str| Err(Box::new(Diagnostic::new(Rule::Args, text.span(), message)));
    if piece.is_empty() {
        return fail(piece, "an argument is missing between two commas");
    }
    let (ty, rest) = piece.split_word();
    if rest.is_empty() {
        return fail(piece, "an argument needs a type and a name");
    }
    let (name, default) = match rest.split_once("=") {
        Some((name, default)) => (name, Some(default)),
        None => (rest, None),
    };
    if !name.is_identifier() {
        return fail(name, &format!("`{}` is no argument name", name.as_str()));
    }
    if default.is_some_and(Text::is_empty) {
        return fail(rest, "the default value is missing behind `=`");
    }
    if let Some(earlier) = find_argument(signature, name.as_str()) {
        let message = format!("two arguments are called `{}`", name.as_str());
        return Err(Box::new(Diagnostic::new(Rule::DuplicateArg, name.span(), message).label(earlier, "the first")));
    }
    if let Ok(ty) = ty.as_str().parse::<TensorType>() {
        return push_input(signature, name, ty, default);
    }
    match ty.as_str().parse::<AttrType>() {
        Ok(attr_type) => push_attr(signature, name, attr_type, default),
        Err(message) => {
            let known = TensorType::NAMES.iter().copied().chain(AttrType::names());
            let help = suggest::nearest(ty.as_str(), known).map(|near| format!("did you mean `{near}`?"));
            let message = message.replace("attribute type", "type");
            Err(Box::new(Diagnostic::new(Rule::UnknownType, ty.span(), message).maybe_help(help)))
        }
    }
}

fn find_argument(signature: &Signature, name: &str) -> Option<crate::source::Span> {
    let input = signature.input(name).map(|input| input.name.span);
    input.or_else(|| signature.attr(name).map(|attr| attr.name.span))
}

fn push_input(
    signature: &mut Signature,
    name: Text,
    ty: TensorType,
    default: Option<Text>,
) -> Result<(), Box<Diagnostic>> {
    if let Some(default) = default {
        let message = "an input cannot have a default value";
        return Err(Box::new(
            Diagnostic::new(Rule::Args, default.span(), message).help("list it under `optional` instead"),
        ));
    }
    let late = signature.attrs.last().map(|attr| {
        let message = format!("the input `{}` stands behind an attribute", name.as_str());
        let problem = Diagnostic::new(Rule::AttrBeforeInput, name.span(), message);
        Box::new(problem.label(attr.name.span, "this attribute").help("inputs come first"))
    });
    signature.inputs.push(Input {
        name: name.to_spanned(),
        ty,
        optional: false,
        no_need_buffer: false,
        skip_transform: false,
        support_trans_dtype: false,
    });
    late.map_or(Ok(()), Err)
}

fn push_attr(
    signature: &mut Signature,
    name: Text,
    ty: AttrType,
    default: Option<Text>,
) -> Result<(), Box<Diagnostic>> {
    let wrong = default.and_then(|default| wrong_enumerator(ty, default));
    let default = default.map(Text::to_spanned);
    signature.attrs.push(Attr { name: name.to_spanned(), ty, default, optional: false, support_tensor: false });
    wrong.map_or(Ok(()), Err)
}

/// The default of a `DataType` or `DataLayout` must be one of its enumerators.
fn wrong_enumerator(ty: AttrType, default: Text) -> Option<Box<Diagnostic>> {
    let name = match ty {
        _ if ty.is(Element::DataType) => "DataType",
        _ if ty.is(Element::DataLayout) => "DataLayout",
        _ => return None,
    };
    if default.as_str().contains(name) {
        return None;
    }
    let message = format!("`{}` is not a {name}", default.as_str());
    let help = format!("write an enumerator, such as `{name}::UNDEFINED`");
    Some(Box::new(Diagnostic::new(Rule::EnumDefault, default.span(), message).help(help)))
}

fn check_default_order(signature: &Signature, diagnostics: &mut Diagnostics) {
    let Some(first) = signature.attrs.iter().position(|attr| attr.default.is_some()) else { return };
    for attr in signature.attrs[first..].iter().filter(|attr| attr.default.is_none()) {
        let message = format!("`{}` has no default, but an attribute before it has one", attr.name.value);
        let problem = Diagnostic::new(Rule::DefaultOrder, attr.name.span, message);
        diagnostics.push(problem.label(signature.attrs[first].name.span, "this one has a default"));
    }
}

/// Reads `Tensor(out), Tensor[](list){x.size()}` into a signature's outputs.
pub fn outputs(text: Text, signature: &mut Signature, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) {
    for piece in text.split(',') {
        match output(piece, signature) {
            Ok(output) => signature.outputs.push(output),
            Err(problem) => poisoned.because(*problem, diagnostics),
        }
    }
}

fn output(piece: Text, signature: &Signature) -> Result<Output, Box<Diagnostic>> {
    let fail = |rule, text: Text, message: String| Err(Box::new(Diagnostic::new(rule, text.span(), message)));
    let end = piece
        .as_str()
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '[' | ']')))
        .unwrap_or(piece.as_str().len());
    let (ty_text, rest) = piece.split_at(end);
    let Ok(ty) = ty_text.as_str().parse::<TensorType>() else {
        let message = format!("`{}` is no output type", ty_text.as_str());
        let help = "outputs are `Tensor` or `Tensor[]`";
        let text = if ty_text.is_empty() { piece } else { ty_text };
        return Err(Box::new(Diagnostic::new(Rule::UnknownType, text.span(), message).help(help)));
    };
    let (names, rest) = match rest.bracketed('(') {
        Some((names, rest)) => (Some(names), rest),
        None => (None, rest),
    };
    let (size, rest) = match rest.bracketed('{') {
        Some((size, rest)) => (Some(size), rest),
        None => (None, rest),
    };
    if !rest.is_empty() {
        return fail(Rule::Outputs, rest, format!("`{}` does not belong in an output", rest.as_str()));
    }
    let (name, class) =
        match names.map(|names| names.split_once("@").map_or((names, None), |(name, class)| (name, Some(class)))) {
            Some((name, class)) => (Some(name), class),
            None => (None, None),
        };
    if let Some(bad) = [name, class].into_iter().flatten().find(|text| !text.is_identifier()) {
        let place = if bad.is_empty() { piece } else { bad };
        return fail(Rule::Outputs, place, format!("`{}` is no output name", bad.as_str()));
    }
    if let (Some(size), false) = (size, ty.is_list()) {
        return fail(Rule::SizeOnTensor, size, "only a list has a size expression".to_owned());
    }
    let name = name.map_or_else(|| crate::source::Spanned::new("out".to_owned(), ty_text.span()), Text::to_spanned);
    if let Some(earlier) = signature.output(&name.value) {
        let message = format!("two outputs are called `{}`", name.value);
        return Err(Box::new(
            Diagnostic::new(Rule::DuplicateArg, name.span, message).label(earlier.name.span, "the first"),
        ));
    }
    let (class, size) = (class.map(Text::to_spanned), size.map(Text::to_spanned));
    Ok(Output { name, ty, class, size, optional: false, intermediate: false })
}

/// Reads `relu (Tensor x) -> Tensor(out)`.
pub fn forward(text: Text, poisoned: &mut Poisoned, diagnostics: &mut Diagnostics) -> Option<ForwardCall> {
    let parts = text.identifier().and_then(|(name, rest)| {
        let (_, behind) = rest.bracketed('(')?;
        let args = rest.before(behind);
        Some((name, args, behind.strip_prefix("->")?))
    });
    let Some((name, args, outs)) = parts.filter(|(_, _, outs)| !outs.is_empty()) else {
        let problem = Diagnostic::new(Rule::Forward, text.span(), "this is no forward signature");
        poisoned.because(problem.help("write `name (Tensor x, int axis) -> Tensor(out)`"), diagnostics);
        return None;
    };
    let mut signature = Signature::default();
    arguments(args, &mut signature, poisoned, diagnostics);
    outputs(outs, &mut signature, poisoned, diagnostics);
    Some(ForwardCall { name: name.to_spanned(), signature })
}
