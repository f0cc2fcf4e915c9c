//! The names that fit a place in PyTorch's YAML, for editors.

use std::collections::BTreeSet;

use project::assistance::{CompletionSite, Offer};
use torch_cpp::{read_argument_type, result_names};
use torch_profile::Holds;
use torch_registry::dispatch_keys::{COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT};
use torch_registry::{Function, Project, Registry};
use torch_schema::{BaseType, Type};
use torch_spec::derivative::DEFAULT_KEY;
use torch_spec::{Key, keys, native};

use crate::renames::generated_names;

/// The names that fit a place.
pub fn offers(project: &Project, site: CompletionSite) -> Vec<Offer> {
    let registry = &project.registry;
    let Some(holds) = project.profile.holds(site.kind) else { return Vec::new() };
    match (holds, site.path, site.is_key) {
        (Holds::NativeFunctions, ["dispatch"], true) => dispatch_keys(registry),
        (Holds::Derivatives, ["dispatch"], true) => {
            let default = offer(DEFAULT_KEY, "All dispatch keys without formulas of their own.");
            [default].into_iter().chain(listed(&registry.profile().names.all_dispatch_keys)).collect()
        }
        (Holds::Derivatives, [], true) => {
            let known = described(keys(holds, &[]));
            known.into_iter().chain(formula_keys(named(registry, site.entry, "name:"))).collect()
        }
        (Holds::Derivatives, ["dispatch", _], true) => formula_keys(named(registry, site.entry, "name:")),
        (_, path, true) => described(keys(holds, path)),
        (Holds::NativeFunctions, path, false) => in_operator(registry, path, site),
        (Holds::Derivatives, ["name"], false) => schemas(registry),
        (Holds::Derivatives, ["output_differentiability"], false) => Offer::plain(["True", "False"]),
        (Holds::Derivatives, [key] | ["dispatch", _, key], false) => {
            match site.before.ends_with('.') || site.before.ends_with("->") {
                true => methods(registry, site.before),
                false => formulas(registry, named(registry, site.entry, "name:"), key),
            }
        }
        (Holds::Tags, ["tag"], false) => tags(registry),
        (Holds::Deprecated, ["name"], false) => types(site.before),
        (Holds::Deprecated, ["aten"], false) => called(registry, site),
        (Holds::Backend, ["structured"], _) => structured(registry),
        (Holds::Backend, ["supported" | "autograd" | "symint" | "full_codegen" | "ir_gen"], _) => {
            Offer::plain(registry.names())
        }
        (Holds::Backend, ["backend"], false) => listed(&registry.profile().names.all_dispatch_keys),
        _ => Vec::new(),
    }
}

/// The names that fit into a value of an operator's entry.
fn in_operator(registry: &Registry, path: &[&str], site: CompletionSite) -> Vec<Offer> {
    let names = &registry.profile().names;
    match path {
        ["func"] if site.before.ends_with('=') => defaults(site.before),
        ["func"] => types(site.before),
        ["tags"] => tags(registry),
        ["structured_delegate"] => structured(registry),
        ["autogen"] => generated(registry, named(registry, site.entry, "func:")),
        ["device_check"] => listed(&names.device_checks),
        ["python_module"] => listed(&names.python_modules),
        ["category_override"] => listed(&names.category_overrides),
        ["structured_inherits"] => Offer::plain([native::BASE_CLASS]),
        [key] if native::FLAGS.contains(key) => Offer::plain(["True", "False"]),
        ["variants"] => Offer::plain(["function", "method", "function, method"]),
        ["dispatch", _] => {
            let functions = registry.functions().map(|(_, function)| function);
            let kernels = functions.flat_map(|function| &function.kernels);
            let kernels: BTreeSet<&str> = kernels.map(|(_, kernel)| kernel.kernel.name.as_str()).collect();
            Offer::plain(kernels)
        }
        _ => Vec::new(),
    }
}

fn described(keys: &[Key]) -> Vec<Offer> {
    keys.iter().map(|&(key, about)| offer(key, about)).collect()
}

/// What a function can have formulas for.
fn formula_keys(function: Option<&Function>) -> Vec<Offer> {
    let func = function.map(|function| &function.entry.func);
    let arguments = func.into_iter().flat_map(|func| func.arguments.without_out());
    let tensors = arguments.filter(|argument| argument.ty.value.is_tensor_like());
    let of_argument = tensors.map(|argument| offer(argument.name.as_str(), "The gradient of the argument."));
    let of_result = func.into_iter().flat_map(result_names).map(|name| offer(&name, "The tangent of the result."));
    of_argument.chain(of_result).collect()
}

fn offer(label: &str, about: impl Into<String>) -> Offer {
    Offer { label: label.to_owned(), about: about.into() }
}

/// The dispatch keys for which code is generated, each with what its kernels are for.
fn dispatch_keys(registry: &Registry) -> Vec<Offer> {
    let about = |key: &str| match key {
        COMPOSITE_IMPLICIT => {
            "A kernel for all backends that only calls other operators, whose gradients are also its own.".to_owned()
        }
        COMPOSITE_EXPLICIT => "A kernel for all backends. Its gradients need formulas.".to_owned(),
        COMPOSITE_EXPLICIT_NON_FUNCTIONAL => {
            "A kernel for all backends but those that only have operators without writes. Its gradients need formulas."
                .to_owned()
        }
        _ => {
            // Also those of backends that this build leaves out.
            let has_line = |function: &Function| {
                let mut lines = function.entry.dispatch.iter().flatten();
                lines.any(|line| line.keys.iter().any(|other| other.value == key))
            };
            let count = registry.functions().filter(|(_, function)| has_line(function)).count();
            format!("Kernels in {}.", source::count(count, "dispatch table"))
        }
    };
    registry.profile().names.dispatch_keys.iter().map(|key| offer(key, about(key))).collect()
}

/// The types of schemas, where one is expected after a text.
fn types(before: &str) -> Vec<Offer> {
    let before = before.trim_end();
    if !["(", ",", "->"].iter().any(|mark| before.ends_with(mark)) || !before.contains('(') {
        return Vec::new();
    }
    let about = |base: BaseType| {
        let element = || Box::new(Type::Base(base));
        let forms = [Type::Base(base), Type::Optional(element()), Type::List { element: element(), size: None }];
        let [own, optional, list] = forms.map(|form| read_argument_type(&form));
        let name = base.name();
        format!("{} In C++ `{own}`; `{name}?` is `{optional}`, and `{name}[]` is `{list}`.", base.about())
    };
    BaseType::ALL.iter().map(|base| offer(base.name(), about(*base))).collect()
}

/// The defaults of an argument that precedes a `=`.
fn defaults(before: &str) -> Vec<Offer> {
    let argument = before.rsplit(['(', ',']).next().unwrap_or("").trim_start();
    let ty = argument.split(' ').next().unwrap_or("");
    let optional = ty.ends_with('?').then_some("None");
    let of_base: &[&str] = match ty.trim_end_matches('?') {
        "bool" => &["True", "False"],
        "MemoryFormat" => &["contiguous_format", "preserve_format", "channels_last"],
        list if list.ends_with(']') => &["[]"],
        _ => &[],
    };
    Offer::plain(optional.into_iter().chain(of_base.iter().copied()))
}

/// The methods that formulas may call, behind the name in the text before them.
fn methods(registry: &Registry, before: &str) -> Vec<Offer> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let object = &before[before.trim_end_matches(is_part).len()..];
    let entries = registry.functions().map(|(_, function)| &function.entry);
    let operators = entries.filter(|entry| entry.variants.method).map(|entry| entry.func.cpp_name());
    let names: BTreeSet<String> = operators.chain(registry.profile().formula_methods.iter().cloned()).collect();
    owned(names.into_iter().map(|name| format!("{object}{name}")))
}

/// The functions that an old signature may call, or its arguments within such a call.
fn called(registry: &Registry, site: CompletionSite) -> Vec<Offer> {
    if !site.before.contains('(') {
        return cpp_functions(registry);
    }
    let Some(schema) = value_of(site.entry, "name:") else { return Vec::new() };
    let arguments = schema
        .split_once('(')
        .map_or("", |(_, arguments)| arguments.rsplit_once(')').map_or(arguments, |(arguments, _)| arguments));
    let names = arguments.split(',').filter_map(|argument| argument.split('=').next()?.split_whitespace().nth(1));
    Offer::plain(names)
}

/// The functions of operators in C++.
fn cpp_functions(registry: &Registry) -> Vec<Offer> {
    let names: BTreeSet<String> = registry.functions().map(|(_, function)| function.entry.func.cpp_name()).collect();
    names.iter().map(|name| offer(name, format!("The function `at::{name}`."))).collect()
}

fn listed(names: &[String]) -> Vec<Offer> {
    Offer::plain(names.iter().map(String::as_str))
}

/// The function that an entry names behind a key.
fn named<'a>(registry: &'a Registry, entry: &str, key: &str) -> Option<&'a Function> {
    let name = value_of(entry, key)?.split('(').next()?.trim();
    registry.of_name(name).map(|id| &registry[id])
}

/// The text behind a key of an entry, which may have mistakes.
fn value_of<'a>(entry: &'a str, key: &str) -> Option<&'a str> {
    entry.lines().find_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix(key))
}

fn owned(names: impl IntoIterator<Item = String>) -> Vec<Offer> {
    names.into_iter().map(|label| Offer { label, about: String::new() }).collect()
}

/// The overloads that compute for others.
fn structured(registry: &Registry) -> Vec<Offer> {
    let structured = registry.functions().filter(|(_, function)| function.entry.structured);
    owned(structured.map(|(_, function)| function.name().to_string()))
}

/// The forms of a function that opgen may generate.
fn generated(registry: &Registry, function: Option<&Function>) -> Vec<Offer> {
    let Some(function) = function else { return Vec::new() };
    let own = function.name().to_string();
    let names = generated_names(&function.entry.func).into_iter().flatten().map(|name| name.to_string());
    let has_entry = |name: &str| registry.of_name(name).is_some_and(|id| !registry[id].is_generated);
    owned(names.filter(|name| *name != own && !has_entry(name)))
}

/// What a formula under a key may be, what it may use, and the functions that it may call.
fn formulas(registry: &Registry, function: Option<&Function>, key: &str) -> Vec<Offer> {
    let func = function.map(|function| &function.entry.func);
    // Formulas for tangents stand under the names of results.
    let is_argument = |name: &str| func.is_none_or(|func| func.arguments.of_name(name.trim()).is_some());
    let is_of_tangent = !key.split(',').any(is_argument);
    let arguments = func.into_iter().flat_map(|func| func.arguments.all());
    let used = arguments.flat_map(|argument| {
        let name = &argument.name.value;
        let is_dual = is_of_tangent && argument.ty.value.is_tensor_like();
        let duals = [("_t", "tangent"), ("_p", "primal value")];
        let duals = duals.map(|(end, what)| offer(&format!("{name}{end}"), format!("The {what} of `{name}`.")));
        let itself = offer(name, format!("The argument `{} {name}`.", argument.ty.value));
        duals.into_iter().filter(move |_| is_dual).chain([itself])
    });
    let mut offers: Vec<Offer> = used.collect();
    offers.extend(func.into_iter().flat_map(result_names).map(|name| offer(&name, "A result of the operator.")));
    let words: &[Key] = if is_of_tangent { &TANGENT_WORDS } else { &GRADIENT_WORDS };
    offers.extend(described(words).into_iter().chain(described(&[NOT_IMPLEMENTED])));
    let functions = registry.profile().formula_functions.iter().chain(registry.formula_functions());
    let calls: BTreeSet<&str> = functions.map(String::as_str).collect();
    offers.extend(calls.into_iter().map(|name| offer(name, "A function in C++ that formulas call.")));
    offers.extend(cpp_functions(registry));
    offers
}

/// The words of formulas for gradients.
const GRADIENT_WORDS: [Key; 5] = [
    ("grad", "The gradient of the first differentiable result."),
    ("grads", "The gradients of all results."),
    ("grad_input_mask", "For each argument with a gradient, true if the gradient is wanted."),
    ("retain_variables", "True if the graph stays, so that saved tensors are needed again."),
    ("non_differentiable", "There is no gradient for the argument."),
];

/// The words of formulas for tangents.
const TANGENT_WORDS: [Key; 2] = [
    ("auto_linear", "The tangent is what the operator makes of the tangents of its arguments, as it is linear."),
    (
        "auto_element_wise",
        "The tangent follows from the formulas for gradients, as each element depends on one element.",
    ),
];

const NOT_IMPLEMENTED: Key =
    ("not_implemented", "An error for whoever needs the gradient: `not_implemented(\"name\")`.");

fn tags(registry: &Registry) -> Vec<Offer> {
    let tags = registry.tags().unwrap_or_default().iter();
    tags.map(|tag| offer(tag.name.as_str(), tag.description.trim())).collect()
}

/// The schemas of operators that no formula is for yet.
fn schemas(registry: &Registry) -> Vec<Offer> {
    let entries = registry.functions().filter(|(_, function)| !function.is_generated);
    let without = entries.filter(|(id, _)| registry.derivative_of(*id).is_none());
    without.map(|(_, function)| Offer { label: function.entry.func.to_string(), about: String::new() }).collect()
}
