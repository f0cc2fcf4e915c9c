//! Reads schemas. Every mistake is reported at the characters that are wrong.

use source::fix::Help;
use source::text::Text;
use source::{Diagnostic, Diagnostics, Rule, Span, Spanned, suggest};

use crate::annotation::Annotation;
use crate::arguments::{Argument, Arguments, tensor_options};
use crate::brackets::{between_commas, in_parentheses};
use crate::function::{FunctionSchema, Return};
use crate::name::{BaseOperatorName, OperatorName};
use crate::rules;
use crate::types::{BaseType, CUSTOM_CLASS, Type};

const ARROW: &str = "->";

/// Reads a schema without its namespace. `None` if it has a mistake, which has been reported.
pub fn schema(text: Text, diagnostics: &mut Diagnostics) -> Option<FunctionSchema> {
    let (name, rest) = match text.as_str().find('(') {
        Some(at) => text.split_at(at),
        None => {
            return refused(rules::BAD_SCHEMA, text.span(), "a schema has its arguments in parentheses", diagnostics);
        }
    };
    let Some((arguments, rest)) = in_parentheses(rest) else {
        let open = rest.unbalanced().filter(|(_, opens)| *opens).map_or(rest.first_char(), |(bracket, _)| bracket);
        let message =
            if open.as_str() == "(" { "this parenthesis is not closed" } else { "this bracket is not closed" };
        return refused(rules::BAD_SCHEMA, open.span(), message, diagnostics);
    };
    let name = operator_name(name, diagnostics).map(|value| Spanned::new(value, name.span()));
    let Some(returned) = rest.strip_prefix(ARROW) else {
        let found = if rest.is_empty() { text } else { rest };
        let message = "`-> ` and the returns must follow the arguments";
        let fix = rest.as_str().strip_prefix("- >").map(|after| format!("->{after}"));
        let problem = Diagnostic::new(rules::BAD_SCHEMA, found.span(), message);
        diagnostics.push(problem.maybe_help(fix.map(|fix| Help::instead(format!("write `{fix}`"), fix))));
        return None;
    };
    let arguments = arguments_of(arguments, diagnostics);
    let returns = returns_of(returned.trim(), diagnostics);
    let schema = FunctionSchema { name: name?, arguments: arguments?, returns: returns? };
    let printed = schema.to_string();
    if text.folded() != printed {
        let help =
            Help::instead(format!("write `{printed}`"), printed).titled("write it as it is printed").certain(true);
        let message = "the schema is not spelled as it is printed";
        diagnostics.push(Diagnostic::new(rules::SPACING, text.span(), message).help(help));
        return None;
    }
    Some(schema)
}

/// Reads the name of an operator with its overload. `None` if it has a mistake, which has been reported.
pub fn operator_name(text: Text, diagnostics: &mut Diagnostics) -> Option<OperatorName> {
    let (base, overload) = match text.as_str().find('.') {
        Some(at) => (text.slice(0, at), Some(text.slice(at + 1, text.as_str().len()))),
        None => (text, None),
    };
    if let Some(overload) = overload.filter(|overload| !is_overload(overload.as_str())) {
        let span = if overload.is_empty() { text.span() } else { overload.span() };
        return refused(rules::BAD_OPERATOR_NAME, span, "an overload has only letters, digits and `_`", diagnostics);
    }
    let name = base_name(base, diagnostics)?;
    Some(OperatorName { name, overload: overload.map_or(String::new(), |overload| overload.as_str().to_owned()) })
}

fn is_overload(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The names of Python's augmented assignments without their `i`.
const AUGMENTED: &[&str] = &["add", "sub", "mul", "div", "mod", "pow", "lshift", "rshift", "and", "xor", "or"];

fn base_name(text: Text, diagnostics: &mut Diagnostics) -> Option<BaseOperatorName> {
    let name = text.as_str();
    let refuse =
        |message: String, help: &str| Diagnostic::new(rules::BAD_OPERATOR_NAME, text.span(), message).help(help);
    let problem = if text.is_empty() {
        refuse("the operator has no name".to_owned(), "write a name before the parenthesis")
    } else if !text.is_name() {
        refuse(format!("`{name}` is not a valid name of an operator"), source::fields::NAME)
    } else if let Some(base) = name.strip_suffix("_out") {
        let help = format!("write an overload, such as `{base}.out`");
        refuse(format!("`{name}` ends in `_out`, which is reserved for out functions in C++"), &help)
    } else {
        let dunder = name.strip_prefix("__").and_then(|name| name.strip_suffix("__"));
        return match dunder.filter(|base| !base.is_empty() && !base.contains('_')) {
            Some(base) => dunder_name(base, text, diagnostics),
            None => suffixed_name(name, text, diagnostics),
        };
    };
    diagnostics.push(problem);
    None
}

fn dunder_name(base: &str, text: Text, diagnostics: &mut Diagnostics) -> Option<BaseOperatorName> {
    let inplace = base.strip_prefix('i').filter(|base| AUGMENTED.contains(base));
    if inplace.is_none() && base.starts_with('i') {
        let message = format!("`{}` is not one of Python's augmented assignments", text.as_str());
        return refused(rules::BAD_OPERATOR_NAME, text.span(), message, diagnostics);
    }
    let name = BaseOperatorName::plain(inplace.unwrap_or(base));
    Some(BaseOperatorName { is_dunder: true, is_inplace: inplace.is_some(), ..name })
}

fn suffixed_name(name: &str, text: Text, diagnostics: &mut Diagnostics) -> Option<BaseOperatorName> {
    let (base, is_inplace) = match name.strip_suffix('_') {
        Some(base) => (base, true),
        None => (name, false),
    };
    let functional = base.strip_suffix("_functional");
    let base = functional.unwrap_or(base);
    if base.is_empty() || (functional.is_some() && is_inplace) {
        let message = format!("`{name}` is not a valid name of an operator");
        return refused(rules::BAD_OPERATOR_NAME, text.span(), message, diagnostics);
    }
    let is_functional_overload = functional.is_some();
    Some(BaseOperatorName { is_inplace, is_functional_overload, ..BaseOperatorName::plain(base) })
}

/// Which arguments are being read.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Positional,
    KeywordOnly,
    Out,
}

fn arguments_of(text: Text, diagnostics: &mut Diagnostics) -> Option<Arguments> {
    let (mut positional, mut keyword_only, mut out) = (Vec::new(), Vec::new(), Vec::new());
    let (mut section, mut star, mut is_sound) = (Section::Positional, None, true);
    for piece in between_commas(text) {
        if piece.as_str() == "*" {
            if let Some(first) = star.replace(piece.span()) {
                let problem = Diagnostic::new(rules::BAD_STAR, piece.span(), "the `*` may occur only once");
                diagnostics.push(problem.label(first, "the first one"));
                is_sound = false;
            }
            section = if section == Section::Positional { Section::KeywordOnly } else { section };
            continue;
        }
        let Some(argument) = argument(piece, diagnostics) else {
            is_sound = false;
            continue;
        };
        match section {
            Section::Positional => positional.push(argument),
            _ if argument.is_write() => {
                section = Section::Out;
                out.push(argument);
            }
            Section::KeywordOnly => keyword_only.push(argument),
            Section::Out => {
                let last: &Argument = &out[out.len() - 1];
                let message = format!("`{}` follows the out argument `{}`", argument.name.value, last.name.value);
                let problem = Diagnostic::new(rules::ARGUMENT_AFTER_OUT, argument.span(), message);
                diagnostics.push(problem.label(last.span(), "the out argument").help("out arguments come last"));
                is_sound = false;
            }
        }
    }
    if let Some(star) = star.filter(|_| is_sound && keyword_only.is_empty() && out.is_empty()) {
        return refused(rules::BAD_STAR, star, "no argument follows the `*`", diagnostics);
    }
    let twice = tensor_options(&keyword_only).nth(1).map(|second| keyword_only[second].span());
    if let Some(second) = twice {
        return refused(rules::TENSOR_OPTIONS_TWICE, second, "tensor options occur a second time", diagnostics);
    }
    is_sound.then(|| Arguments::new(positional, keyword_only, out))
}

/// Reads an argument: `Type name` or `Type name=default`. `None` if it has a mistake, which has been reported.
pub fn argument(text: Text, diagnostics: &mut Diagnostics) -> Option<Argument> {
    let bad = |span: Span, message: String, diagnostics: &mut Diagnostics| {
        refused(rules::BAD_ARGUMENT, span, message, diagnostics)
    };
    if text.is_empty() {
        return bad(text.span(), "an argument is missing here".to_owned(), diagnostics);
    }
    let (declared, default) = match text.as_str().find('=') {
        Some(at) => {
            let (declared, rest) = text.split_at(at);
            (declared, Some(rest.slice(1, rest.as_str().len()).trim()))
        }
        None => (text, None),
    };
    if let Some(default) = default {
        if default.is_empty() {
            return bad(text.span(), format!("the default of `{}` is missing", declared.as_str()), diagnostics);
        }
        if default.as_str().contains('=') {
            return bad(text.span(), format!("`{}` has two `=`", text.as_str()), diagnostics);
        }
    }
    let Some((ty, name)) = last_word(declared) else {
        let mut problem =
            Diagnostic::new(rules::BAD_ARGUMENT, text.span(), format!("`{}` is not an argument", text.as_str()));
        problem = match BaseType::of_name(declared.as_str().trim_end_matches(['?', ']', '[', ')', '(', '!'])) {
            Some(_) => problem.help("write a name after the type"),
            None => problem.help("write a type before the name"),
        };
        diagnostics.push(problem);
        return None;
    };
    if !name.is_name() {
        return bad(name.span(), format!("`{}` is not a valid name of an argument", name.as_str()), diagnostics);
    }
    let (ty, annotation) = annotated_type(ty, diagnostics)?;
    let default = default.map(Text::to_spanned);
    Some(Argument { name: name.to_spanned(), ty, default, annotation })
}

/// A text without its last word, and that word. `None` if it is only one word.
fn last_word(text: Text) -> Option<(Text, Text)> {
    let at = text.as_str().rfind(' ')?;
    // The blanks of an annotation separate nothing.
    text.as_str()[at..].find(')').is_none().then(|| text.split_at(at))
}

fn returns_of(text: Text, diagnostics: &mut Diagnostics) -> Option<Vec<Return>> {
    if text.is_empty() {
        return refused(
            rules::BAD_SCHEMA,
            text.span(),
            "the returns are missing; write `()` if there are none",
            diagnostics,
        );
    }
    let several = text.inside('(', ')');
    let texts = several.map_or_else(|| vec![text], between_commas);
    let read: Vec<Option<Return>> = texts.into_iter().map(|text| returned(text, diagnostics)).collect();
    read.into_iter().collect()
}

fn returned(text: Text, diagnostics: &mut Diagnostics) -> Option<Return> {
    let (ty, name) = last_word(text).map_or((text, None), |(ty, name)| (ty, Some(name)));
    if let Some(name) = name.filter(|name| !name.is_name()) {
        let message = format!("`{}` is not a valid name of a return", name.as_str());
        return refused(rules::BAD_ARGUMENT, name.span(), message, diagnostics);
    }
    let (ty, annotation) = annotated_type(ty, diagnostics)?;
    Some(Return { name: name.map(Text::to_spanned), ty, annotation })
}

/// Reads a type with the annotation inside it.
fn annotated_type(text: Text, diagnostics: &mut Diagnostics) -> Option<(Spanned<Type>, Option<Annotation>)> {
    let found = text.as_str().find('(').and_then(|at| {
        let (inner, rest) = text.slice(at, text.as_str().len()).bracketed('(')?;
        Some((text.slice(0, at), inner, rest))
    });
    let Some((base, inner, rest)) = found else {
        let ty = type_of(text.as_str(), text, diagnostics)?;
        return Some((Spanned::new(ty, text.span()), None));
    };
    if base.as_str() != "Tensor" || !matches!(rest.as_str(), "" | "?" | "[]") {
        let message = format!("`{}` cannot have an alias annotation", text.as_str());
        let problem = Diagnostic::new(rules::BAD_ANNOTATION, text.span(), message);
        diagnostics.push(problem.help("only `Tensor(a)`, `Tensor(a)?` and `Tensor(a)[]` have one"));
        return None;
    }
    let annotation = annotation(inner, diagnostics)?;
    let ty = type_of(&format!("Tensor{}", rest.as_str()), text, diagnostics)?;
    Some((Spanned::new(ty, text.span()), Some(annotation)))
}

fn annotation(text: Text, diagnostics: &mut Diagnostics) -> Option<Annotation> {
    let (before, after) = match text.as_str().split_once(" -> ") {
        Some((before, after)) => (before, Some(after)),
        None => (text.as_str(), None),
    };
    let (set, is_write) = before.strip_suffix('!').map_or((before, false), |set| (set, true));
    let letters = |set: &str, allowed: fn(char) -> bool| -> Option<Vec<char>> {
        let letter = |item: &str| item.parse::<char>().ok().filter(|letter| allowed(*letter));
        set.split('|').map(letter).collect()
    };
    let after_set = match after {
        None => Some(Vec::new()),
        Some("*") => Some(vec!['*']),
        Some(after) => letters(after, |letter| letter.is_ascii_lowercase()),
    };
    let message = match (letters(set, |letter| letter.is_ascii_lowercase()), after_set) {
        (Some(set), _) if is_write && set.len() > 1 => "the operator can write to only one alias set".to_owned(),
        (Some(set), Some(after)) if set.len() > 1 && after.len() > 1 => {
            "only one side of the arrow can have several alias sets".to_owned()
        }
        (Some(alias_set), Some(alias_set_after)) => return Some(Annotation { alias_set, is_write, alias_set_after }),
        _ => format!("`{}` is not an alias annotation", text.as_str()),
    };
    let problem = Diagnostic::new(rules::BAD_ANNOTATION, text.span(), message);
    diagnostics.push(problem.help("an annotation is `a`, `a!`, `a|b`, `a -> *` or `a! -> b`"));
    None
}

/// Reads a type without annotation; `at` is the text to underline.
fn type_of(text: &str, at: Text, diagnostics: &mut Diagnostics) -> Option<Type> {
    if let Some(element) = text.strip_suffix('?') {
        return type_of(element, at, diagnostics).map(Type::optional);
    }
    if let Some((element, size)) = text.strip_suffix(']').and_then(|list| list.rsplit_once('[')) {
        let size = match size.parse::<u32>() {
            Ok(size) if size > 0 => Some(size),
            _ if size.is_empty() => None,
            _ => {
                let message = format!("`{size}` is not the size of a list");
                let problem = Diagnostic::new(rules::UNKNOWN_TYPE, at.span(), message);
                diagnostics.push(problem.help("write a number, as in `int[2]`, or nothing, as in `int[]`"));
                return None;
            }
        };
        let element = Box::new(type_of(element, at, diagnostics)?);
        return Some(Type::List { element, size });
    }
    let class = text.strip_prefix(CUSTOM_CLASS).filter(|class| {
        !class.is_empty() && class.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))
    });
    if let Some(class) = class {
        return Some(Type::CustomClass(class.to_owned()));
    }
    if let Some(base) = BaseType::of_name(text) {
        return Some(Type::Base(base));
    }
    let message = match text {
        "" => "a type is missing here".to_owned(),
        _ => format!("`{text}` is not a type"),
    };
    diagnostics.push(Diagnostic::new(rules::UNKNOWN_TYPE, at.span(), message).help(type_help(text, at)));
    None
}

/// Types of C++, and the types of schemas that stand for them.
const CPP_TYPES: [(&str, BaseType); 14] = [
    ("int64_t", BaseType::Int),
    ("int32_t", BaseType::Int),
    ("long", BaseType::Int),
    ("size_t", BaseType::Int),
    ("integer", BaseType::Int),
    ("double", BaseType::Float),
    ("boolean", BaseType::Bool),
    ("string", BaseType::Str),
    ("std::string", BaseType::Str),
    ("string_view", BaseType::Str),
    ("number", BaseType::Scalar),
    ("at::Tensor", BaseType::Tensor),
    ("dtype", BaseType::ScalarType),
    ("at::ScalarType", BaseType::ScalarType),
];

/// What to write in place of a text that is not a type; `at` is the text to underline.
fn type_help(text: &str, at: Text) -> Help {
    let is_whole = text == at.as_str();
    let of_cpp = CPP_TYPES.iter().find(|(name, _)| *name == text).map(|(_, base)| base.name());
    if let Some(name) = of_cpp {
        let help = format!("write `{name}`");
        return if is_whole { Help::instead(help, name) } else { Help::from(help) };
    }
    let first = text.split(' ').next().unwrap_or(text);
    if first != text && BaseType::of_name(first.trim_end_matches(['?', ']', '['])).is_some() {
        return Help::from("separate arguments by `, `, and write one type and one name for each");
    }
    let names = || BaseType::ALL.iter().map(|base| base.name());
    if let Some(near) = suggest::nearest(text, names()) {
        let help = Help::meant(text, near);
        return if is_whole { help } else { Help::from(help.text) };
    }
    let names: Vec<String> = names().map(|name| format!("`{name}`")).collect();
    Help::from(format!("the types are {}; `T?` is optional, `T[]` is a list", names.join(", ")))
}

fn refused<T>(rule: Rule, span: Span, message: impl Into<String>, diagnostics: &mut Diagnostics) -> Option<T> {
    diagnostics.push(Diagnostic::new(rule, span, message));
    None
}
