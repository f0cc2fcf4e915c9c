//! Compatibility of two schemas with one name: the answers of PyTorch's runtime.
//!
//! *Backward* means that programs which were saved with the old schema run with the new one, *forward* the other way round.

use torch_schema::{Annotation, Argument, BaseType, FunctionSchema, Return, Type};

use crate::defaults::same_default;

/// The reason for which programs with the old schema do not run with the new one. `None` if they do.
pub fn backward(old: &FunctionSchema, new: &FunctionSchema) -> Option<String> {
    let (before, after) = (arguments(old), arguments(new));
    let (old_out, new_out) = (before.len() - old.arguments.out.len(), after.len() - new.arguments.out.len());
    if let Some(reason) = results(old, new, true) {
        return Some(reason);
    }
    if after.len() < before.len() {
        return Some(removed(&before, &after));
    }
    let inputs = before[..old_out].iter().zip(&after);
    let outs = before[old_out..].iter().enumerate().map(|(at, old)| Some((old, after.get(new_out + at)?)));
    let changed = inputs.map(Some).chain(outs).find_map(|pair| match pair {
        None => Some("there are fewer out arguments".to_owned()),
        Some((old, new)) => argument(old, new, true),
    });
    let added =
        || after.get(old_out..new_out).unwrap_or_default().iter().find(|added| added.argument.default.is_none());
    changed.or_else(|| added().map(|added| format!("the new argument `{}` has no default", added.argument.name.value)))
}

/// The reason for which programs with the new schema do not run with the old one. `None` if they do.
pub fn forward(old: &FunctionSchema, new: &FunctionSchema) -> Option<String> {
    let (before, after) = (arguments(old), arguments(new));
    let outs = [&old.arguments.out, &new.arguments.out];
    if let Some(reason) = results(old, new, false) {
        return Some(reason);
    }
    if outs[0].len() != outs[1].len() {
        return Some("the number of out arguments differs".to_owned());
    }
    let (old_out, new_out) = (before.len() - outs[0].len(), after.len() - outs[1].len());
    let pairs = before[..old_out].iter().zip(&after[..new_out]).chain(before[old_out..].iter().zip(&after[new_out..]));
    let changed = { pairs }.find_map(|(old, new)| argument(old, new, false));
    let added = || {
        after.get(old_out..new_out).unwrap_or_default().iter().find_map(|Place { argument, .. }| {
            let name = &argument.name.value;
            match &argument.default {
                None => Some(format!("the new argument `{name}` has no default")),
                Some(default) if is_list(&argument.ty.value) && default.value != "None" => {
                    Some(format!("the default of the new argument `{name}` is a list"))
                }
                Some(_) => None,
            }
        })
    };
    changed.or_else(added)
}

/// An argument and how it is passed.
struct Place<'a> {
    argument: &'a Argument,
    is_keyword_only: bool,
}

fn arguments(schema: &FunctionSchema) -> Vec<Place<'_>> {
    let place = |is_keyword_only| move |argument| Place { argument, is_keyword_only };
    let all = &schema.arguments;
    let keyword_only = all.keyword_only.iter().chain(&all.out);
    all.positional.iter().map(place(false)).chain(keyword_only.map(place(true))).collect()
}

fn removed(before: &[Place], after: &[Place]) -> String {
    let is_gone = |old: &&Place| after.iter().all(|new| new.argument.name.value != old.argument.name.value);
    let gone: Vec<String> = before.iter().filter(is_gone).map(|old| format!("`{}`", old.argument.name.value)).collect();
    match gone.as_slice() {
        [] => "there are fewer arguments".to_owned(),
        [one] => format!("the argument {one} is gone"),
        several => format!("the arguments {} are gone", several.join(", ")),
    }
}

/// The reason for which one argument does not stand for the other.
fn argument(old: &Place, new: &Place, is_backward: bool) -> Option<String> {
    let (name, given) = (&old.argument.name.value, &new.argument.name.value);
    let types = [&old.argument.ty.value, &new.argument.ty.value];
    let [was, is] = types;
    if name != given {
        return Some(format!("the argument `{name}` is `{given}`"));
    }
    if size(was) != size(is) {
        return Some(format!("the size of the list `{name}` differs: `{was}`, now `{is}`"));
    }
    if old.argument.annotation != new.argument.annotation {
        return Some(aliases(&format!("`{name}`"), old.argument.annotation.as_ref(), new.argument.annotation.as_ref()));
    }
    if new.is_keyword_only && !old.is_keyword_only {
        return Some(format!("the argument `{name}` can only be passed by keyword"));
    }
    let defaults = [&old.argument.default, &new.argument.default].map(|text| text.as_ref().map(|text| text.as_str()));
    let is_same = match defaults {
        [None, None] => true,
        [None, Some(_)] => is_backward,
        [Some(_), None] => false,
        [Some(old), Some(new)] => same_default((old, was), (new, is)),
    };
    if !is_same {
        return Some(match defaults {
            [Some(old), Some(new)] => format!("the default of `{name}` differs: `{old}`, now `{new}`"),
            [Some(_), None] => format!("the default of `{name}` is gone"),
            _ => format!("the argument `{name}` had no default"),
        });
    }
    let fits = if is_backward { is_subtype(was, is) } else { is_subtype(is, was) };
    (!fits).then(|| format!("the type of `{name}` differs: `{was}`, now `{is}`"))
}

fn aliases(what: &str, old: Option<&Annotation>, new: Option<&Annotation>) -> String {
    let shown = |annotation: Option<&Annotation>| annotation.map_or("none".to_owned(), |found| format!("`({found})`"));
    format!("the alias annotation of {what} differs: {}, now {}", shown(old), shown(new))
}

/// The reason for which results do not stand for others. Runtimes compare more than their number only backward.
fn results(old: &FunctionSchema, new: &FunctionSchema, is_backward: bool) -> Option<String> {
    let [before, after] = [&old.returns, &new.returns];
    if before.len() != after.len() {
        return Some(format!("there were {} results, and now {}", before.len(), after.len()));
    }
    let different = |(old, new): (&Return, &Return)| {
        let names = [old, new].map(|returned| returned.name.as_ref().map_or("", |name| name.as_str()));
        let [was, is] = [&old.ty.value, &new.ty.value];
        if names[0] != names[1] {
            return Some(format!("the name of a result differs: `{}`, now `{}`", names[0], names[1]));
        }
        if old.annotation != new.annotation {
            return Some(aliases("a result", old.annotation.as_ref(), new.annotation.as_ref()));
        }
        let fits = size(was) == size(is) && is_subtype(is, was);
        (!fits).then(|| format!("the type of a result differs: `{was}`, now `{is}`"))
    };
    is_backward.then(|| before.iter().zip(after).find_map(different)).flatten()
}

fn is_list(ty: &Type) -> bool {
    match ty {
        Type::List { .. } => true,
        Type::Optional(element) => is_list(element),
        _ => false,
    }
}

/// The length that a list must have.
fn size(ty: &Type) -> Option<u32> {
    match ty {
        Type::List { size, .. } => *size,
        Type::Optional(element) => size(element),
        _ => None,
    }
}

/// The type that runtimes know for a type of schemas: enumerators are integers there.
fn runtime_type(base: BaseType) -> BaseType {
    match base {
        BaseType::SymInt | BaseType::Layout | BaseType::ScalarType | BaseType::MemoryFormat | BaseType::DeviceIndex => {
            BaseType::Int
        }
        BaseType::Dimname => BaseType::Str,
        other => other,
    }
}

/// True if every value of one type is a value of the other.
pub fn is_subtype(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Optional(one), Type::Optional(other)) => is_subtype(one, other),
        (one, Type::Optional(other)) => is_subtype(one, other),
        (Type::Base(one), Type::Base(other)) => {
            let (one, other) = (runtime_type(*one), runtime_type(*other));
            one == other || (other == BaseType::Scalar && matches!(one, BaseType::Int | BaseType::Float))
        }
        // A list may be written to, so its elements have exactly one type.
        (Type::List { element: one, .. }, Type::List { element: other, .. }) => is_same(one, other),
        (Type::CustomClass(one), Type::CustomClass(other)) => one == other,
        _ => false,
    }
}

fn is_same(one: &Type, other: &Type) -> bool {
    is_subtype(one, other) && is_subtype(other, one)
}
