//! Defaults of arguments.

use source::suggest::{Known, is_typo};
use source::{Change, Diagnostic, Diagnostics, Help};
use torch_registry::{Function, Registry};
use torch_schema::{Argument, BaseType, FunctionSchema, Type};

use crate::{entries, rules};

/// Checks defaults.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for (_, function) in entries(registry) {
        let arguments = &function.entry.func.arguments;
        order(&function.entry.func, diagnostics);
        arguments.all().for_each(|argument| fits(argument, diagnostics));
        if let Some(argument) = arguments.out.iter().find(|argument| argument.default.is_some()) {
            let message = format!("the out argument `{}` has a default", argument.name.value);
            diagnostics.push(Diagnostic::new(rules::DEFAULT_TYPE, argument.span(), message));
        }
        without_default(function, diagnostics);
    }
}

fn order(func: &FunctionSchema, diagnostics: &mut Diagnostics) {
    let positional = &func.arguments.positional;
    // An argument that is written to and returned is an out argument without the `*`, which is reported as that.
    let is_out = |argument: &&Argument| {
        argument.is_write() && func.returns.iter().any(|returned| returned.annotation == argument.annotation)
    };
    let Some(first) = positional.iter().find(|argument| argument.default.is_some()) else { return };
    let behind = positional.iter().skip_while(|argument| argument.default.is_none());
    for argument in behind.filter(|argument| argument.default.is_none() && !is_out(argument)) {
        let message =
            format!("`{}` has no default, but follows `{}`, which has one", argument.name.value, first.name.value);
        let problem = Diagnostic::new(rules::DEFAULT_ORDER, argument.span(), message);
        let problem = problem.label(first.span(), "the argument with a default");
        diagnostics.push(problem.help("add a default, remove the other one, or move the argument behind a `*`"));
    }
}

fn fits(argument: &Argument, diagnostics: &mut Diagnostics) {
    let Some(default) = &argument.default else { return };
    if is_value(&argument.ty.value, default.as_str()) {
        return;
    }
    let message = format!("`{}` is not a default for the type `{}`", default.value, argument.ty.value);
    let help = Help::from(examples(&argument.ty.value));
    let help = match Known::new(words(&argument.ty.value)).nearest(default.as_str()) {
        Some(near) => {
            let change = Change::ReplaceUnderlined { expected: Some(default.value.clone()), text: near.to_owned() };
            let is_certain = is_typo(default.as_str(), near);
            help.with(change).titled(format!("write `{near}`")).certain(is_certain)
        }
        None => help,
    };
    diagnostics.push(Diagnostic::new(rules::DEFAULT_TYPE, default.span, message).help(help));
}

/// The words among the values that a type can have.
fn words(ty: &Type) -> Vec<&'static str> {
    match ty {
        Type::Optional(element) => [vec!["None"], words(element)].concat(),
        Type::Base(BaseType::Bool | BaseType::SymBool) => vec!["True", "False"],
        Type::Base(BaseType::Scalar) => vec!["True", "False", "inf"],
        Type::Base(BaseType::Int) => vec![REDUCTION],
        Type::Base(BaseType::ScalarType) => vec![DTYPE],
        Type::Base(BaseType::MemoryFormat) => vec![MEMORY_FORMAT],
        _ => Vec::new(),
    }
}

/// Values that a type can have, for a help line.
fn examples(ty: &Type) -> String {
    match ty {
        Type::Optional(element) => format!("write `None`, or a value of `{element}`"),
        Type::List { size: Some(_), .. } => "write one number, or a list such as `[0,1]`".to_owned(),
        Type::List { .. } => "write a list such as `[]` or `[0,1]`".to_owned(),
        Type::Base(BaseType::Bool | BaseType::SymBool) => "write `True` or `False`".to_owned(),
        Type::Base(BaseType::Str) => "write a text in quotes".to_owned(),
        Type::Base(BaseType::ScalarType) => format!("write `{DTYPE}`"),
        Type::Base(BaseType::MemoryFormat) => format!("write `{MEMORY_FORMAT}`"),
        Type::Base(BaseType::Tensor) => "only `Tensor?` can have a default, `None`".to_owned(),
        _ => "write a value of the type".to_owned(),
    }
}

fn is_value(ty: &Type, text: &str) -> bool {
    match ty {
        Type::Optional(element) => text == "None" || is_value(element, text),
        Type::List { element, size } => is_list(element, *size, text),
        Type::Base(base) => is_base_value(*base, text),
        Type::CustomClass(_) => false,
    }
}

fn is_list(element: &Type, size: Option<u32>, text: &str) -> bool {
    let Some(items) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        // One value stands for a list of a size.
        return size.is_some() && is_value(element, text);
    };
    let items: Vec<&str> = items.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    // The size 1 only says that one value stands for a list.
    let fits = size.is_none_or(|size| size == 1 || items.is_empty() || items.len() == size as usize);
    fits && items.iter().all(|item| is_value(element, item))
}

fn is_base_value(base: BaseType, text: &str) -> bool {
    match base {
        BaseType::Bool | BaseType::SymBool => matches!(text, "True" | "False"),
        BaseType::Int => text.parse::<i64>().is_ok() || text == REDUCTION,
        BaseType::SymInt | BaseType::DeviceIndex => text.parse::<i64>().is_ok(),
        BaseType::Float => is_number(text),
        BaseType::Scalar => is_number(text) || matches!(text, "True" | "False"),
        BaseType::Str => is_text(text),
        BaseType::MemoryFormat => text == MEMORY_FORMAT,
        BaseType::ScalarType => text == DTYPE,
        _ => false,
    }
}

/// A number that Python and C++ read: Rust also knows `nan` and `inf`.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok() && text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'))
        || text == "inf"
        || text == "-inf"
}

fn is_text(text: &str) -> bool {
    let is_quoted = |quote: char| text.len() > 1 && text.starts_with(quote) && text.ends_with(quote);
    is_quoted('"') || is_quoted('\'')
}

/// The words that are spelled differently in C++: other words would not compile there.
const REDUCTION: &str = "Mean";
const MEMORY_FORMAT: &str = "contiguous_format";
const DTYPE: &str = "long";

/// Reports names in `cpp_no_default_args` that have no default to lose.
fn without_default(function: &Function, diagnostics: &mut Diagnostics) {
    let arguments = &function.entry.func.arguments;
    for name in &function.entry.cpp_no_default_args {
        let message = match arguments.of_name(name.as_str()) {
            Some(argument) if argument.default.is_some() => continue,
            Some(_) => format!("`{}` of `{}` has no default", name.value, function.name()),
            None => format!("`{}` has no argument `{}`", function.name(), name.value),
        };
        let with_default = arguments.all().filter(|argument| argument.default.is_some());
        let help = source::suggest::help(name.as_str(), with_default.map(|argument| argument.name.as_str()));
        diagnostics.push(Diagnostic::new(rules::NO_DEFAULT, name.span, message).maybe_help(help));
    }
}
