//! The forms of an operator: functional, inplace, mutable, out.

use std::collections::BTreeSet;

use source::fix::Help;
use source::{Change, Diagnostic, Diagnostics, Span};
use torch_registry::tags::CORE;
use torch_registry::{Function, FunctionGroup, FunctionId, Registry, Signature};
use torch_schema::{Argument, FunctionSchema, SchemaKind};

use crate::{entries, is_judged, name_span, report_unless_judged, rules};

/// Checks groups.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let poisoned = poisoned_roots(registry);
    for signature in registry.signatures() {
        let is_sound = |id| {
            let function: &Function = &registry[id];
            !function.entry.poisoned && !poisoned.contains(function.root_name())
        };
        if !signature.functions().all(is_sound)
            || signature.functions().any(|id| diagnostics.may_be_lost(registry[id].root_name()))
        {
            continue;
        }
        let before = diagnostics.len();
        lone_out(registry, signature, diagnostics);
        no_tensor_result(registry, signature, diagnostics);
        if diagnostics.len() == before {
            autogen(registry, signature, diagnostics);
        }
        if let Some(group) = signature.group() {
            structured(registry, group, diagnostics);
            namespaces(registry, group, diagnostics);
        }
    }
}

/// The operators of which an overload has a mistake that other rules report.
fn poisoned_roots(registry: &Registry) -> BTreeSet<&str> {
    let poisoned =
        entries(registry).filter(|(_, function)| function.entry.poisoned).map(|(_, function)| function.root_name());
    let twice = registry.duplicates().iter().map(|(later, _)| registry[*later].root_name());
    poisoned.chain(twice).collect()
}

fn lone_out(registry: &Registry, signature: &Signature, diagnostics: &mut Diagnostics) {
    let [(SchemaKind::Out, id)] = signature.members.as_slice() else { return };
    let function = &registry[*id];
    // A composite operator may have an out form alone, but not beside others that it could be the out form of.
    let is_functional =
        |other: &Function| other.root_name() == function.root_name() && other.kind == SchemaKind::Functional;
    let is_alone = || !entries(registry).any(|(_, other)| is_functional(other));
    let is_unfit = function.entry.manual_cpp_binding
        || function.is_view()
        || (function.is_composite_implicit() && !function.has_tag(CORE) && is_alone());
    if is_unfit || registry.profile().names.ungrouped_out.contains(&function.name().to_string()) {
        return;
    }
    let message = format!("`{}` has no form without out arguments", function.name());
    let near = nearest_form(registry, *id);
    let problem =
        match near.and_then(|near| Some((near, difference(&registry[near].entry.func, &function.entry.func)?))) {
            None => {
                let signature = function.entry.func.signature();
                Diagnostic::new(rules::LONE_OUT, name_span(function), message).help(format!("add `{signature}`"))
            }
            Some((near, (of_near, of_out))) => {
                let other = &registry[near];
                // The derivative has the schema of the functional form. If it agrees with that, the out overload is the mistake.
                let (span, label, message) =
                    match registry.derivative_of(near).is_some() || !is_derived_otherwise(registry, other) {
                        true => (
                            of_out,
                            of_near,
                            format!(
                                "`{}` and `{}` differ here, so they are not forms of one operator",
                                function.name(),
                                other.name()
                            ),
                        ),
                        false => (
                            of_near,
                            of_out,
                            format!(
                                "`{}` and `{}` differ here, so they are not forms of one operator",
                                other.name(),
                                function.name()
                            ),
                        ),
                    };
                let problem = Diagnostic::new(rules::LONE_OUT, span, message).label(label, "the other form");
                problem.help("the forms of an operator have the same arguments, with the same types and defaults")
            }
        };
    diagnostics.push(problem);
}

/// True if the file of derivatives has a schema of the same name that no operator has.
fn is_derived_otherwise(registry: &Registry, function: &Function) -> bool {
    let name = function.name();
    let mut derivatives = registry.derivatives().into_iter().flatten();
    derivatives.any(|(derivative, of)| {
        of.is_none() && derivative.schema.as_ref().is_some_and(|schema| schema.name.value == *name)
    })
}

/// Another form of the operator with the same number of arguments, which has no out form.
fn nearest_form(registry: &Registry, out: FunctionId) -> Option<FunctionId> {
    let function = &registry[out];
    let count = |function: &Function| function.entry.func.arguments.without_out().count();
    let is_near = |(id, other): &(FunctionId, &Function)| {
        other.root_name() == function.root_name()
            && other.kind == SchemaKind::Functional
            && count(other) == count(function)
            && registry.signature_of(*id).of_kind(SchemaKind::Out).is_none()
    };
    entries(registry).find(is_near).map(|(id, _)| id)
}

/// The first arguments or results in which two schemas differ.
fn difference(one: &FunctionSchema, other: &FunctionSchema) -> Option<(Span, Span)> {
    let text = |argument: &Argument| argument.without_annotation().to_string();
    let pairs = one.arguments.without_out().zip(other.arguments.without_out());
    let argument =
        pairs.into_iter().find(|(one, other)| text(one) != text(other)).map(|(one, other)| (one.span(), other.span()));
    let returns = one.returns.iter().zip(&other.returns);
    argument.or_else(|| {
        returns.into_iter().find(|(one, other)| one.ty != other.ty).map(|(one, other)| (one.span(), other.span()))
    })
}

/// The function from which others of a signature are generated. `None` if nothing is generated for the signature.
fn base<'a>(registry: &'a Registry, signature: &Signature) -> Option<&'a Function> {
    let members = || signature.functions().map(|id| &registry[id]).filter(|function| !function.is_generated);
    let is_core = members().any(|function| function.has_tag(CORE));
    let is_unfit = members().all(|function| function.entry.manual_cpp_binding)
        || members().any(|function| function.is_view() && function.name().name.to_string() != "set_")
        || (members().all(Function::is_composite_implicit) && !is_core);
    registry.base_of(signature).filter(|_| !is_unfit).map(|id| &registry[id])
}

fn no_tensor_result(registry: &Registry, signature: &Signature, diagnostics: &mut Diagnostics) {
    let Some(base) = base(registry, signature) else { return };
    let names = &registry.profile().names;
    let name = base.name().to_string();
    let is_known = names.functional_without_out.contains(&name) || names.mutable_without_out.contains(&name);
    let is_ungrouped = names.ungrouped_inplace.contains(&name);
    let returns_tensor = base.entry.func.returns.iter().any(|returned| returned.ty.value.is_tensor_like());
    let has_out = signature.of_kind(SchemaKind::Out).is_some();
    if base.kind == SchemaKind::Inplace || returns_tensor || has_out || is_known || is_ungrouped {
        return;
    }
    let message = format!(
        "`{name}` returns no tensor, so it cannot have an out form, and PyTorch does not list it as such an operator"
    );
    let span = base.entry.func.returns.first().map_or(name_span(base), torch_schema::Return::span);
    let problem = Diagnostic::new(rules::NO_TENSOR_RESULT, span, message);
    diagnostics.push(problem.help("add it to `functional_without_out` of the profile, or return a tensor"));
}

/// Compares what is generated for a signature with what `autogen` says.
fn autogen(registry: &Registry, signature: &Signature, diagnostics: &mut Diagnostics) {
    let members: Vec<&Function> = signature.functions().map(|id| &registry[id]).collect();
    let generated: BTreeSet<String> =
        members.iter().filter(|function| function.is_generated).map(|function| function.name().to_string()).collect();
    let listed: Vec<_> = members.iter().flat_map(|function| &function.entry.autogen).collect();
    if signature.group().is_none() {
        let Some(first) = listed.first() else { return no_out(registry, signature, diagnostics) };
        let mut writers = members.iter().filter(|function| !function.entry.autogen.is_empty());
        let Some(writer) = writers.next().filter(|writer| !is_judged(registry, rules::USELESS_AUTOGEN, writer)) else {
            return;
        };
        let found = |message: String| Diagnostic::new(rules::USELESS_AUTOGEN, first.span, message);
        // An entry is no form that is generated: another name is meant.
        let defined = registry.of_name(&first.value.to_string()).map(|id| &registry[id]);
        diagnostics.push(match defined.filter(|defined| !defined.is_generated) {
            Some(defined) => {
                let message = format!(
                    "`{}` has an entry of its own, so it is not generated for `{}`",
                    first.value,
                    writer.name()
                );
                found(message)
                    .label(name_span(defined), "its entry")
                    .help("name the form that is to be generated, such as its out form")
            }
            None => {
                let message =
                    format!("nothing is generated for `{}`, so `{}` never exists", writer.name(), first.value);
                let within = Change::RemoveKey { within: first.span, key: "autogen".to_owned() };
                found(message).help(Help::from("remove `autogen`").with(within))
            }
        });
        return;
    }
    let expected = || generated.iter().cloned().collect::<Vec<_>>().join(", ");
    for name in listed.iter().filter(|name| !generated.contains(&name.value.to_string())) {
        let problem = Diagnostic::new(rules::AUTOGEN, name.span, format!("`{}` is not generated", name.value));
        diagnostics.push(match generated.is_empty() {
            true => problem.help("remove it"),
            false => problem.help(format!("write `autogen: {}`", expected())),
        });
    }
    let has_functional =
        members.iter().any(|function| function.kind == SchemaKind::Functional && !function.is_generated);
    let writer = members.iter().find(|function| !function.is_generated);
    if let (false, true, Some(writer)) = (has_functional, listed.is_empty(), writer)
        && let Some(near) = misspelt_form(registry, writer)
    {
        let message =
            format!("`{}` has the arguments and results of `{}`, but another name", near.name(), writer.name());
        let problem =
            Diagnostic::new(rules::AUTOGEN, name_span(near), message).label(name_span(writer), "the other operator");
        diagnostics
            .push(problem.help("forms of an operator have the same name, apart from the `_` of an inplace form"));
        return;
    }
    let missing: Vec<&String> =
        generated.iter().filter(|name| !listed.iter().any(|listed| listed.value.to_string() == **name)).collect();
    let (Some(first), Some(base)) = (missing.first(), members.iter().find(|function| !function.is_generated)) else {
        return;
    };
    if !listed.is_empty() && listed.len() > generated.len() - missing.len() {
        // A wrong name was reported in place of the missing one.
        return;
    }
    let writer = members.iter().find(|function| !function.entry.autogen.is_empty()).unwrap_or(base);
    let span = match writer.entry.autogen.as_slice() {
        [] => name_span(writer),
        names => names[0].span.to(names[names.len() - 1].span),
    };
    let message = format!("`{first}` is generated for `{}`, and `autogen` does not list it", writer.name());
    let problem = Diagnostic::new(rules::AUTOGEN, span, message);
    let namesake = registry.functions().find(|(_, other)| !other.is_generated && other.name().to_string() == **first);
    if let Some((_, namesake)) = namesake {
        let problem = problem.label(name_span(namesake), "has other arguments or results");
        diagnostics.push(problem.help("give both the same arguments and results"));
        return;
    }
    let change = match writer.entry.autogen.is_empty() {
        true => {
            Change::AddKey { within: writer.entry.func_span, under: None, key: "autogen".to_owned(), value: expected() }
        }
        false => Change::ReplaceUnderlined { expected: None, text: expected() },
    };
    diagnostics.push(problem.help(Help::from(format!("write `autogen: {}`", expected())).with(change).certain(true)));
}

/// Reports an operator that could have an out form, and does not say so.
fn no_out(registry: &Registry, signature: &Signature, diagnostics: &mut Diagnostics) {
    let Some(base) = base(registry, signature) else { return };
    let names = &registry.profile().names;
    let name = base.name().to_string();
    let is_known =
        [&names.functional_without_out, &names.mutable_without_out, &names.ungrouped_inplace, &names.ungrouped_out];
    let returns_tensor = base.entry.func.returns.iter().any(|returned| returned.ty.value.is_tensor_like());
    if signature.of_kind(SchemaKind::Out).is_some()
        || !(base.kind == SchemaKind::Inplace || returns_tensor)
        || is_known.iter().any(|list| list.contains(&name))
        || signature.functions().any(|id| is_judged(registry, rules::NO_OUT, &registry[id]))
    {
        return;
    }
    let Some(out) = base.entry.func.to_out() else { return };
    let functional = signature.of_kind(SchemaKind::Functional).is_none().then(|| base.entry.func.to_functional());
    let mut generated: Vec<String> =
        functional.iter().chain([&out]).map(|schema| schema.name.value.to_string()).collect();
    generated.sort();
    let value = generated.join(", ");
    let (rule, message) = match functional {
        None => (rules::NO_OUT, format!("`{name}` has no out form, and `autogen` asks for none")),
        Some(_) => (
            rules::NO_FUNCTIONAL,
            format!("`{name}` has no functional form, so programs that use it cannot be functionalized"),
        ),
    };
    let add =
        Change::AddKey { within: base.entry.func_span, under: None, key: "autogen".to_owned(), value: value.clone() };
    let misspelt = functional.is_some().then(|| misspelt_form(registry, base)).flatten();
    if let Some(near) = misspelt {
        let message = format!("`{}` has the arguments and results of `{name}`, but another name", near.name());
        let problem = Diagnostic::new(rule, name_span(near), message).label(name_span(base), "the other operator");
        diagnostics
            .push(problem.help("forms of an operator have the same name, apart from the `_` of an inplace form"));
        return;
    }
    let problem = Diagnostic::new(rule, name_span(base), message);
    let problem = problem.help(Help::from(format!("add `autogen: {value}`")).with(add));
    report_unless_judged(registry, base, problem, diagnostics);
}

/// An operator that is the functional form of another one, apart from a typing error in its name.
fn misspelt_form<'a>(registry: &'a Registry, function: &Function) -> Option<&'a Function> {
    fn arguments(signature: &str) -> Option<&str> {
        signature.split_once('(').map(|(_, arguments)| arguments)
    }
    let is_near = |other: &&Function| {
        other.kind == SchemaKind::Functional
            && other.root_name() != function.root_name()
            && arguments(&other.signature) == arguments(&function.signature)
            && source::suggest::is_typo(other.root_name(), function.root_name())
    };
    let mut alone = registry.signatures().filter(|signature| signature.members.len() == 1);
    alone.find_map(|signature| signature.functions().map(|id| &registry[id]).find(is_near))
}

fn structured(registry: &Registry, group: FunctionGroup, diagnostics: &mut Diagnostics) {
    let out = &registry[group.out];
    for function in group.functions().map(|id| &registry[id]) {
        let delegates = function.entry.structured_delegate.as_ref();
        match (out.entry.structured, delegates) {
            (true, None) if function.name() != out.name() && !function.entry.structured => {
                let message =
                    format!("`{}` is structured, and `{}` does not delegate to it", out.name(), function.name());
                let value = out.name().to_string();
                let add = Change::AddKey {
                    within: function.entry.func_span,
                    under: None,
                    key: "structured_delegate".to_owned(),
                    value: value.clone(),
                };
                let help = Help::from(format!("add `structured_delegate: {value}`")).with(add);
                let problem = Diagnostic::new(rules::MIXED_STRUCTURED, name_span(function), message);
                diagnostics.push(problem.label(out.entry.key_span("structured"), "structured").help(help));
            }
            (true, Some(delegate))
                if delegate.value != *out.name() && registry.of_name(&delegate.value.to_string()).is_none() => {}
            _ => {}
        }
    }
}

fn namespaces(registry: &Registry, group: FunctionGroup, diagnostics: &mut Diagnostics) {
    let members: Vec<&Function> =
        group.functions().map(|id| &registry[id]).filter(|function| !function.is_generated).collect();
    let like = |function: &Function| {
        members.iter().filter(|other| other.entry.namespace() == function.entry.namespace()).count()
    };
    let Some(usual) = members.iter().max_by_key(|function| like(function)) else { return };
    for odd in members.iter().filter(|odd| odd.entry.namespace() != usual.entry.namespace()) {
        let [one, two] = [odd, usual].map(|function| function.entry.namespace());
        let message = format!("`{}` is in `{one}`, and `{}` is in `{two}`", odd.name(), usual.name());
        let problem = Diagnostic::new(rules::GROUP_NAMESPACE, name_span(odd), message);
        diagnostics.push(problem.label(name_span(usual), "another form of the operator"));
    }
}
