//! The places where names of operators, tags and kernels are written, for editors.

use project::assistance::{Mention, TAG};
use source::text::Text;
use source::{Span, Spanned};
use torch_registry::{Function, Project, Registry};
use torch_schema::{OperatorName, SchemaKind};
use torch_spec::{Backend, Derivative};

pub const OPERATOR: &str = "operator";
const KERNEL: &str = "kernel";
const OLD_SIGNATURE: &str = "deprecated signature";

/// The end of a function that takes symbolic integers.
const SYMINT: &str = "_symint";

/// The namespace before a name, as lists for compiled models and selective builds have it, and the overload of a name without one.
const BEFORE: [&str; 2] = ["aten.", "aten::"];
pub const DEFAULT: &str = ".default";

/// Every place where a name is written.
pub fn mentions(project: &Project) -> Vec<Mention> {
    let registry = &project.registry;
    let mut found: Vec<Mention> = Vec::new();
    let entries = registry.functions().map(|(_, function)| function).filter(|function| !function.is_generated);
    entries.for_each(|function| of_function(registry, function, &mut found));
    for tag in registry.tags().unwrap_or_default() {
        found.push(Mention::new(tag.name.span, TAG, &*tag.name.value).definition());
    }
    for (derivative, _) in registry.derivatives().into_iter().flatten() {
        found.extend(of_derivative(derivative));
        let formulas = derivative.tables.iter().flat_map(|table| &table.formulas);
        found.extend(formulas.flat_map(|formula| called(registry, &formula.text)));
    }
    registry.backends().iter().for_each(|backend| of_backend(backend, &mut found));
    let selected = registry.selections().iter().flat_map(|selection| &selection.operators);
    let listed = registry.fallbacks().iter().flat_map(|list| &list.operators);
    let named = selected.map(|(name, operator)| (name.as_str(), operator.span));
    let named = named.chain(listed.map(|operator| (operator.name.as_str(), operator.name.span)));
    found.extend(named.map(|(name, span)| of_listed(name, span, project)));
    found.extend(deprecated(registry));
    found
}

/// For the name of an operator in its entry: the entry of its gradients, and the overload with its structured kernel.
pub fn counterparts(project: &Project, definition: Span) -> Vec<Span> {
    let registry = &project.registry;
    let is_here =
        |(_, function): &(_, &Function)| !function.is_generated && function.entry.func.name.span == definition;
    let Some((id, function)) = registry.functions().find(is_here) else { return Vec::new() };
    // Other forms have the gradients of the functional one.
    let forms = std::iter::once(id).chain(registry.signature_of(id).of_kind(SchemaKind::Functional));
    let schema = forms.into_iter().find_map(|id| registry.derivative_of(id)?.schema.as_ref());
    let delegate =
        function.entry.structured_delegate.as_ref().and_then(|name| registry.of_name(&name.value.to_string()));
    let delegate = delegate.map(|id| registry[id].entry.func.name.span);
    schema.map(|schema| schema.name.span).into_iter().chain(delegate).collect()
}

fn operator(name: &Spanned<OperatorName>) -> Mention {
    Mention::new(name.span, OPERATOR, name.value.to_string())
}

fn of_function(registry: &Registry, function: &Function, found: &mut Vec<Mention>) {
    let entry = &function.entry;
    found.push(operator(&entry.func.name).definition());
    found.extend(entry.structured_delegate.iter().map(operator));
    found.extend(entry.autogen.iter().map(|name| {
        let is_generated = registry.of_name(&name.value.to_string()).is_some_and(|id| registry[id].is_generated);
        // Nothing else defines such an operator.
        if is_generated { operator(name).definition() } else { operator(name) }
    }));
    found.extend(entry.tags.iter().map(|tag| Mention::new(tag.span, TAG, &*tag.value)));
    let kernels = entry.dispatch.iter().flatten().map(|line| &line.kernel);
    found.extend(kernels.map(|kernel| Mention::new(kernel.span, KERNEL, &*kernel.value.name)));
}

fn of_derivative(derivative: &Derivative) -> Option<Mention> {
    Some(operator(&derivative.schema.as_ref()?.name))
}

/// The operators that a formula calls, if one without overload has that name.
fn called(registry: &Registry, formula: &Spanned<String>) -> Vec<Mention> {
    let text = Text::of_spanned(formula);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (open, _) in text.as_str().match_indices('(') {
        let before = &text.as_str()[..open];
        let name = &before[before.trim_end_matches(is_part).len()..];
        let plain = name.strip_suffix(SYMINT).unwrap_or(name);
        if registry.of_name(plain).is_some() && !before[..open - name.len()].ends_with(['.', '>']) {
            let start = open - name.len();
            found.push(Mention::new(text.slice(start, start + plain.len()).span(), OPERATOR, plain));
        }
    }
    found
}

fn of_backend(backend: &Backend, found: &mut Vec<Mention>) {
    let Backend { supported, structured, autograd, symint, full_codegen, ir_gen, .. } = backend;
    let lists = [supported, structured, autograd, symint, full_codegen, ir_gen];
    found.extend(lists.into_iter().flatten().map(operator));
}

/// A name in a list: the part without namespace and default overload is the operator's name, if it is written there.
fn of_listed(name: &str, span: Span, project: &Project) -> Mention {
    let without = BEFORE.iter().find_map(|before| name.strip_prefix(before)).unwrap_or(name);
    let plain = without.strip_suffix(DEFAULT).unwrap_or(without);
    let text = project.sources.file(span.file).text();
    let written = text.get(span.start as usize..span.end as usize).unwrap_or("");
    let span = match written.find(plain) {
        Some(at) => {
            let start = span.start as usize + at;
            Span::new(span.file, start, start + plain.len())
        }
        None => span,
    };
    Mention::new(span, OPERATOR, plain)
}

/// Old signatures, and the functions that they call, if an operator without overload has that name.
fn deprecated(registry: &Registry) -> impl Iterator<Item = Mention> {
    let all = registry.deprecated().unwrap_or_default().iter();
    all.flat_map(|old| {
        let name = old.schema.iter().map(|schema| &schema.name);
        let own = name.map(|name| Mention::new(name.span, OLD_SIGNATURE, name.value.to_string()).definition());
        let call = old.call.iter().filter(|call| registry.of_name(call.function.as_str()).is_some());
        own.chain(call.map(|call| Mention::new(call.function.span, OPERATOR, &*call.function.value)))
    })
}
