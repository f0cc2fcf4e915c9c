//! Type hints of functions and methods, spelled as in stubs.

use torch_profile::Hints;
use torch_schema::{BaseType, Type};

use crate::defaults::{EMPTY, NONE};
use crate::named_tuple::field_names;
use crate::types::{argument_hint, or_none, result_hint};
use crate::{PythonArgument, PythonSignature, SignatureGroup};

/// The widest line.
const WIDTH: usize = 80;
/// Keeps the formatter of Python code from a definition.
const UNFORMATTED: &str = "  # fmt: skip";

/// What keyword-only arguments follow.
const STAR: &str = "*";

/// A function as a stub: on one line if that is not too long, else with a line for each argument.
pub fn definition(name: &str, arguments: &[String], result: Option<&str>) -> String {
    let result = result.map_or(String::new(), |result| format!(" -> {result}"));
    let line = format!("def {name}({}){result}: ...", arguments.join(", "));
    if columns(&line) <= WIDTH || arguments.is_empty() || arguments == ["self"] {
        return line;
    }
    let inner: Vec<String> = arguments.iter().map(|argument| format!("    {argument},")).collect();
    let (first, last) = (format!("def {name}("), format!("){result}: ..."));
    let is_narrow = columns(&first) <= WIDTH && columns(&last) <= WIDTH;
    let lines = format!("{first}\n{}\n){result}:", inner.join("\n"));
    match is_narrow && inner.iter().all(|line| columns(line) <= WIDTH) {
        true => format!("{lines} ..."),
        false => format!("{lines}{UNFORMATTED}\n    ..."),
    }
}

fn columns(line: &str) -> usize {
    line.chars().count()
}

/// The hints of a signature: usually one. An old signature with an out argument has one without it, too, and a list of integers may be
/// given as single arguments.
pub fn of_group(group: &SignatureGroup, known: &Hints) -> Vec<String> {
    let signature = &group.signature;
    let has_out = group.out.is_some();
    let mut hints = Vec::new();
    if signature.is_deprecated && has_out {
        hints.push(of_signature(signature, false, known));
    }
    hints.push(of_signature(signature, has_out, known));
    hints.extend(with_single_integers(signature, has_out, known));
    hints
}

fn of_signature(signature: &PythonSignature, with_out: bool, known: &Hints) -> String {
    let arguments = arguments(signature, with_out, known);
    definition(&signature.name, &arguments, Some(&result(signature, known)))
}

/// The hint of a signature whose only positional argument, a list of integers, is given as single arguments.
fn with_single_integers(signature: &PythonSignature, with_out: bool, known: &Hints) -> Option<String> {
    let [PythonArgument { name, ty: Type::List { element, .. }, .. }] = signature.positional.as_slice() else {
        return None;
    };
    if signature.is_deprecated || !matches!(**element, Type::Base(BaseType::Int | BaseType::SymInt)) {
        return None;
    }
    let mut arguments = arguments(signature, with_out, known);
    // What follows is keyword-only without a star of its own.
    arguments.retain(|argument| argument != STAR);
    let list = usize::from(signature.is_method);
    arguments[list] = format!("*{name}: {}", argument_hint(element, known));
    Some(definition(&signature.name, &arguments, Some(&result(signature, known))))
}

/// The arguments, with `self` and the star before keyword-only ones.
fn arguments(signature: &PythonSignature, with_out: bool, known: &Hints) -> Vec<String> {
    let argument = |argument: &PythonArgument| {
        let is_out = signature.out.as_ref().is_some_and(|out| std::ptr::eq(out, argument));
        argument_text(argument, is_out, signature, known)
    };
    let mut texts: Vec<String> = signature.arguments(with_out).map(argument).collect();
    if texts.len() > signature.positional.len() {
        texts.insert(signature.positional.len(), STAR.to_owned());
    }
    if signature.is_method {
        texts.insert(0, "self".to_owned());
    }
    texts
}

fn argument_text(argument: &PythonArgument, is_out: bool, signature: &PythonSignature, known: &Hints) -> String {
    let is_new = !signature.is_deprecated;
    let hint = argument_hint(&argument.ty, known);
    let name = match argument.name.as_str() {
        "self" if hint == "Tensor" && !signature.is_method && is_new => "input",
        // A keyword of Python.
        "from" => "from_",
        name => name,
    };
    let is_required = |default: &&String| !is_new && is_out && *default == NONE;
    let default = argument.default.as_ref().filter(|default| !is_required(default));
    let is_absent = default.is_some_and(|default| default == NONE);
    let may_be_none = is_new && argument.name == "out" && !known.lists_may_be_absent;
    let hint = if may_be_none || (hint == "Tensor" && is_absent) { or_none(&hint) } else { hint };
    match default {
        Some(default) => format!("{name}: {hint} = {}", default_text(default, &argument.ty)),
        None => format!("{name}: {hint}"),
    }
}

/// A default in Python.
fn default_text(default: &str, ty: &Type) -> String {
    let is_int_list = matches!(ty, Type::List { element, .. } if **element == Type::Base(BaseType::Int));
    let elements = default.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).filter(|_| is_int_list);
    if let Some(elements) = elements {
        return format!("({})", elements.split(',').map(str::trim).collect::<Vec<_>>().join(", "));
    }
    let text = match default {
        "c10::MemoryFormat::Contiguous" => "contiguous_format",
        // The number of the enumerator in C++.
        "at::Reduction::Mean" => "1",
        "QScheme::PER_TENSOR_AFFINE" => "per_tensor_affine",
        EMPTY => NONE,
        other => other,
    };
    text.to_owned()
}

/// The hint for all results together.
fn result(signature: &PythonSignature, known: &Hints) -> String {
    if !field_names(&signature.returns).is_empty() {
        return format!("torch.return_types.{}", signature.name);
    }
    let is_inplace_foreach = signature.name.starts_with("_foreach_") && signature.name.ends_with('_');
    if let Some(list) =
        signature.positional.first().filter(|_| is_inplace_foreach && known.inplace_foreach_returns_self)
    {
        return argument_hint(&list.ty, known);
    }
    let hints: Vec<String> = signature.returns.iter().map(|returned| result_hint(&returned.ty.value, known)).collect();
    match hints.as_slice() {
        [] => NONE.to_owned(),
        [only] => only.clone(),
        several => format!("tuple[{}]", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::definition;

    #[test]
    fn long_definitions_have_a_line_for_each_argument() {
        let argument = |length| "a".repeat(length);
        assert_eq!(definition("f", &[argument(60)], Some("None")).lines().count(), 1);
        assert_eq!(definition("f", &[argument(66)], Some("None")).lines().count(), 3);
        let unformatted = format!("def f(\n    {},\n):  # fmt: skip\n    ...", argument(80));
        assert_eq!(definition("f", &[argument(80)], None), unformatted);
    }
}
