//! Compares the arguments that callers pass, and their order.

use std::collections::{BTreeMap, BTreeSet};

use super::align::{Alignment, Named};
use super::change::{Change, Class, Kind};
use super::changed_part::{ChangedPart, SignatureChange};
use super::gradient::ForwardParts;
use profile::Profile;
use source::{Span, Spanned};
use spec::{Attr, Element, Input, Op, Signature};

impl Named for Input {
    fn name(&self) -> &str {
        self.name.as_str()
    }

    fn could_become(&self, other: &Self) -> bool {
        self.ty == other.ty
    }
}

impl Named for Attr {
    fn name(&self) -> &str {
        self.name.as_str()
    }

    fn could_become(&self, other: &Self) -> bool {
        self.ty == other.ty
    }
}

/// The arguments of both sides, matched with each other.
pub struct Matched<'a> {
    pub base: &'a Signature,
    pub head: &'a Signature,
    pub inputs: Alignment,
    pub attrs: Alignment,
    /// The names in the base and in the head of arguments that both have.
    names: BTreeMap<&'a str, &'a str>,
    /// The same by the names in the head.
    base_names: BTreeMap<&'a str, &'a str>,
    /// The positions of all arguments of the base and of the head.
    places: [BTreeMap<&'a str, usize>; 2],
}

impl<'a> Matched<'a> {
    /// The arguments of two versions of an operator.
    pub fn new(old: &'a Op, new: &'a Op) -> Self {
        let (base, head) = (&old.signature, &new.signature);
        let parts = ForwardParts::new(old, new);
        let may_be_same = |old: &str, new: &str| parts.as_ref().is_none_or(|parts| parts.may_be_same(old, new));
        let inputs = Alignment::new(&base.inputs, &head.inputs, |old, new| may_be_same(old.name(), new.name()));
        let attrs = Alignment::new(&base.attrs, &head.attrs, |old, new| may_be_same(old.name(), new.name()));
        Matched::aligned(base, head, inputs, attrs)
    }

    /// A signature matched with itself.
    pub fn same(signature: &'a Signature) -> Self {
        let inputs = Alignment::of(&signature.inputs, &signature.inputs);
        let attrs = Alignment::of(&signature.attrs, &signature.attrs);
        Matched::aligned(signature, signature, inputs, attrs)
    }

    fn aligned(base: &'a Signature, head: &'a Signature, inputs: Alignment, attrs: Alignment) -> Self {
        let both_inputs = inputs.both.iter().map(|&(old, new)| (base.inputs[old].name(), head.inputs[new].name()));
        let both_attrs = attrs.both.iter().map(|&(old, new)| (base.attrs[old].name(), head.attrs[new].name()));
        // Of several arguments with the same name, the first counts, and inputs come before attributes.
        let names: Vec<_> = both_inputs.chain(both_attrs).collect();
        let base_names = names.iter().rev().map(|&(old, new)| (new, old)).collect();
        let places = [base, head].map(|signature| {
            let names: Vec<_> = signature.arg_names().enumerate().collect();
            names.into_iter().rev().map(|(place, name)| (name, place)).collect()
        });
        Matched { base, head, inputs, attrs, names: names.into_iter().rev().collect(), base_names, places }
    }

    /// The name in the head of an argument of the base.
    pub fn head_name(&self, base: &str) -> Option<&'a str> {
        self.names.get(base).copied()
    }

    /// The name in the base of an argument of the head.
    pub fn base_name(&self, head: &str) -> Option<&'a str> {
        self.base_names.get(head).copied()
    }
}

/// The users who call an operator's functions.
#[derive(Clone, Copy)]
pub struct Callers<'a> {
    /// Whether the operator has functions that users can call.
    pub exist: bool,
    /// Whether Python has such functions.
    pub in_python: bool,
    /// Whether callers in Python have to pass every argument.
    pub pass_everything: bool,
    /// Whether functions take arguments without a default first.
    pub pass_defaults_last: bool,
    pub profile: &'a Profile,
}

impl<'a> Callers<'a> {
    /// The C++ type in which callers pass an attribute. `None` if the profile does not list it.
    fn cpp_type(self, ty: &str) -> Option<&'a str> {
        self.profile.cpp.types.get("api")?.get(ty).map(String::as_str)
    }
}

/// An input or attribute from the caller's point of view.
struct Arg<'a> {
    name: &'a Spanned<String>,
    kind: &'static str,
    ty: String,
}

impl<'a> Arg<'a> {
    fn input(input: &'a Input) -> Self {
        Arg { name: &input.name, kind: "input", ty: input.ty.to_string() }
    }

    fn attr(attr: &'a Attr) -> Self {
        Arg { name: &attr.name, kind: "attribute", ty: attr.ty.to_string() }
    }

    fn name(&self) -> &str {
        self.name.as_str()
    }

    fn span(&self) -> Span {
        self.name.span
    }
}

/// All changes of an operator's arguments.
pub fn compare(matched: &Matched, callers: Callers) -> Vec<SignatureChange> {
    let Matched { base, head, inputs, attrs, .. } = matched;
    let mut parts = Vec::new();
    let changed_kind = changed_kind(matched);
    for &(old, new) in &changed_kind {
        parts.push(retyped(&arg(base, old), &arg(head, new), callers));
    }
    let (changed_in_base, changed_in_head): (BTreeSet<_>, BTreeSet<_>) = changed_kind.iter().copied().unzip();
    let removed =
        inputs.removed.iter().map(|&i| ArgIndex::Input(i)).chain(attrs.removed.iter().map(|&i| ArgIndex::Attr(i)));
    for index in removed.filter(|index| !changed_in_base.contains(index)) {
        parts.push(removed_arg(&arg(base, index), callers));
    }
    for &(old, new) in &inputs.both {
        compare_inputs(&base.inputs[old], &head.inputs[new], callers, &mut parts);
    }
    for &(old, new) in &attrs.both {
        compare_attrs(&base.attrs[old], &head.attrs[new], callers, &mut parts);
    }
    let moved = inputs.moved.iter().map(|&i| ArgIndex::Input(i)).chain(attrs.moved.iter().map(|&i| ArgIndex::Attr(i)));
    parts.extend(moved.map(|index| moved_arg(matched, &arg(head, index), callers)));
    let added = inputs.added.iter().map(|&i| ArgIndex::Input(i)).chain(attrs.added.iter().map(|&i| ArgIndex::Attr(i)));
    for index in added.filter(|index| !changed_in_head.contains(index)) {
        parts.push(added_arg(matched, index, callers));
    }
    parts
}

/// An index into the inputs or the attributes of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ArgIndex {
    Input(usize),
    Attr(usize),
}

fn arg(signature: &Signature, index: ArgIndex) -> Arg<'_> {
    match index {
        ArgIndex::Input(i) => Arg::input(&signature.inputs[i]),
        ArgIndex::Attr(i) => Arg::attr(&signature.attrs[i]),
    }
}

/// Attributes that became inputs of the same name, and inputs that became attributes, as pairs of base and head.
fn changed_kind(matched: &Matched) -> Vec<(ArgIndex, ArgIndex)> {
    let Matched { base, head, inputs, attrs, .. } = matched;
    let new_attrs: BTreeMap<&str, usize> = attrs.added.iter().map(|&new| (head.attrs[new].name(), new)).collect();
    let new_inputs: BTreeMap<&str, usize> = inputs.added.iter().map(|&new| (head.inputs[new].name(), new)).collect();
    let to_attr = inputs.removed.iter().filter_map(|&old| {
        let new = new_attrs.get(base.inputs[old].name())?;
        Some((ArgIndex::Input(old), ArgIndex::Attr(*new)))
    });
    let to_input = attrs.removed.iter().filter_map(|&old| {
        let new = new_inputs.get(base.attrs[old].name())?;
        Some((ArgIndex::Attr(old), ArgIndex::Input(*new)))
    });
    to_attr.chain(to_input).collect()
}

fn argument(base: Option<&Arg>, head: Option<&Arg>) -> ChangedPart {
    ChangedPart::Argument { base: base.map(|arg| arg.name().to_owned()), head: head.map(|arg| arg.name().to_owned()) }
}

fn removed_arg(old: &Arg, callers: Callers) -> SignatureChange {
    let message = format!("the {} `{}` was removed", old.kind, old.name());
    let change = Change::new(Kind::ArgumentRemoved, message).base(old.span());
    argument(Some(old), None).with(change.breaks_if(callers.exist, Class::Api, "callers pass it"))
}

fn retyped(old: &Arg, new: &Arg, callers: Callers) -> SignatureChange {
    let message = format!("the type of `{}` changed from `{}` to `{}`", new.name(), old.ty, new.ty);
    let change = Change::new(Kind::ArgumentRetyped, message).base(old.span()).head(new.span());
    let change = match (callers.cpp_type(&old.ty), callers.cpp_type(&new.ty)) {
        (Some(before), Some(now)) if callers.exist && before == now => {
            change.note(format!("both are `{now}` for callers"))
        }
        _ => change.breaks_if(callers.exist, Class::Api, format!("callers pass `{}`", old.ty)),
    };
    argument(Some(old), Some(new)).with(change)
}

fn moved_arg(matched: &Matched, new: &Arg, callers: Callers) -> SignatureChange {
    let in_base = matched.base_names.get(new.name()).copied();
    let [base, head] = &matched.places;
    let places = (in_base.and_then(|old| base.get(old).copied()), head.get(new.name()).copied());
    let message = match places {
        (Some(old), Some(new_place)) => {
            format!("`{}` moved from argument {} to argument {}", new.name(), old + 1, new_place + 1)
        }
        _ => format!("`{}` moved", new.name()),
    };
    let span = in_base.and_then(|old| {
        let signature = matched.base;
        let input = signature.input(old).map(|input| input.name.span);
        input.or_else(|| signature.attr(old).map(|attr| attr.name.span))
    });
    let mut change = Change::new(Kind::ArgumentMoved, message).head(new.span());
    change.base = span;
    argument(None, Some(new)).with(change.breaks_if(callers.exist, Class::Api, "callers pass arguments by position"))
}

fn added_arg(matched: &Matched, index: ArgIndex, callers: Callers) -> SignatureChange {
    let head = matched.head;
    let new = arg(head, index);
    // The indices of new attributes are sorted.
    let added = &matched.attrs.added;
    let new_after = |i: usize| added.len() - added.partition_point(|&new| new <= i);
    let (has_default, stands_last) = match index {
        ArgIndex::Input(i) if callers.pass_defaults_last => {
            (head.inputs[i].optional, head.inputs[i].optional && is_last_default(head, new.name()))
        }
        ArgIndex::Input(_) => (false, head.attrs.is_empty()),
        ArgIndex::Attr(i) => (head.attrs[i].default.is_some(), new_after(i) == head.attrs.len() - i - 1),
    };
    let why = match (has_default, stands_last) {
        (true, true) => None,
        (false, true) => Some("callers do not pass it"),
        (_, false) => Some("the arguments after it move"),
    };
    let message = format!("the {} `{}` is new", new.kind, new.name());
    let change = Change::new(Kind::ArgumentAdded, message).head(new.span());
    let change = change.breaks_if(callers.exist && why.is_some(), Class::Api, why.unwrap_or_default());
    let is_demanded = callers.in_python && (callers.pass_everything || !has_default);
    argument(None, Some(&new)).with(change.breaks_if(is_demanded, Class::Python, "callers of `_C_ops` do not pass it"))
}

/// Whether no argument with a default follows an input in a function that takes arguments without a default first. Optional inputs come before attributes with one.
fn is_last_default(head: &Signature, input: &str) -> bool {
    let is_after = |other: &&Input| other.optional && other.name.as_str() != input;
    let follows = head.inputs.iter().skip_while(|other| other.name.as_str() != input).any(|other| is_after(&other));
    !follows && head.attrs.iter().all(|attr| attr.default.is_none())
}

fn renamed(old: &Arg, new: &Arg, callers: Callers) -> Option<SignatureChange> {
    let message = || format!("the {} `{}` was renamed to `{}`", old.kind, old.name(), new.name());
    let change = || Change::new(Kind::ArgumentRenamed, message()).base(old.span()).head(new.span());
    let why = "callers use its old name";
    (old.name != new.name)
        .then(|| argument(Some(old), Some(new)).with(change().breaks_if(callers.exist, Class::Api, why)))
}

fn compare_inputs(old: &Input, new: &Input, callers: Callers, parts: &mut Vec<SignatureChange>) {
    let (old_arg, new_arg) = (Arg::input(old), Arg::input(new));
    let Input { name: _, ty, optional, no_need_buffer, skip_transform, support_trans_dtype } = new;
    let part = |change: Change| {
        argument(Some(&old_arg), Some(&new_arg)).with(change.base(old_arg.span()).head(new_arg.span()))
    };
    parts.extend(renamed(&old_arg, &new_arg, callers));
    if *ty != old.ty {
        parts.push(retyped(&old_arg, &new_arg, callers));
    }
    if *optional != old.optional {
        parts.push(part(optional_changed(&new_arg, *optional, callers)));
    }
    if *no_need_buffer != old.no_need_buffer {
        let not = if *no_need_buffer { "no longer " } else { "" };
        let message = format!("the data of `{}` is {not}kept for the gradient", new.name.value);
        parts.push(part(Change::new(Kind::NoNeedBuffer, message)));
    }
    for (flag, before, [on, off], kind) in [
        (*skip_transform, old.skip_transform, ["is now", "is no longer"], "passed to the kernel unchanged"),
        (*support_trans_dtype, old.support_trans_dtype, ["may now be", "may no longer be"], "cast for the kernel"),
    ] {
        if flag != before {
            let now = if flag { on } else { off };
            let change = Change::new(Kind::DataTransform, format!("`{}` {now} {kind}", new.name.value));
            parts.push(part(change.breaks(Class::Kernel, "it gets different tensors")));
        }
    }
}

fn compare_attrs(old: &Attr, new: &Attr, callers: Callers, parts: &mut Vec<SignatureChange>) {
    let (old_arg, new_arg) = (Arg::attr(old), Arg::attr(new));
    // `support_tensor` is compared in the saved form.
    let Attr { name: _, ty, default, optional, support_tensor: _ } = new;
    let part = |change: Change| argument(Some(&old_arg), Some(&new_arg)).with(change);
    parts.extend(renamed(&old_arg, &new_arg, callers));
    if *ty != old.ty {
        parts.push(retyped(&old_arg, &new_arg, callers));
    }
    if *optional != old.optional {
        parts.push(part(optional_changed(&new_arg, *optional, callers).base(old_arg.span()).head(new_arg.span())));
    }
    let name = &new.name.value;
    let change = match (&old.default, default) {
        (None, Some(now)) => {
            let message = format!("`{name}` now has the default `{}`", now.value);
            Change::new(Kind::DefaultAdded, message).base(old_arg.span()).head(now.span)
        }
        (Some(before), None) => {
            let message = format!("`{name}` no longer has a default; it was `{}`", before.value);
            let change = Change::new(Kind::DefaultRemoved, message).base(before.span).head(new_arg.span());
            change.breaks_if(callers.exist, Class::Api, "callers omit it")
        }
        (Some(before), Some(now)) if !same_default(old, new, &before.value, &now.value) => {
            let message = format!("the default of `{name}` changed from `{}` to `{}`", before.value, now.value);
            let change = Change::new(Kind::DefaultChanged, message).base(before.span).head(now.span);
            // A new type already breaks callers, so values of different types are not compared.
            let is_same_type = callers.cpp_type(&old_arg.ty) == callers.cpp_type(&new_arg.ty);
            change.breaks_if(callers.exist && is_same_type, Class::Api, "callers that omit it get a different value")
        }
        _ => return,
    };
    parts.push(part(change));
}

fn optional_changed(new_arg: &Arg, optional: bool, callers: Callers) -> Change {
    let message = match optional {
        true => format!("`{}` is now optional", new_arg.name()),
        false => format!("`{}` is no longer optional", new_arg.name()),
    };
    let change = Change::new(Kind::ArgumentOptional, message);
    change.breaks_if(callers.exist && !optional, Class::Api, "callers omit it")
}

/// Whether callers that omit an argument get the same value. `1` and `1.0` are the same floating-point number but different
/// scalars. A scalar may also be written as text: `"1.0"` equals `1.0`.
fn same_default(old: &Attr, new: &Attr, before: &str, now: &str) -> bool {
    let both = |new_arg: fn(&Element) -> bool| [old, new].iter().all(|attr| !attr.ty.list && new_arg(&attr.ty.element));
    let is_text = [before, now].iter().any(|text| text.starts_with('"'));
    same_value(before, now)
        || (both(|element| matches!(element, Element::Float | Element::Double)) && same_number(before, now))
        || (both(|element| matches!(element, Element::Scalar(_))) && is_text && same_number(before, now))
}

/// Whether two numbers are equal. Either may be a string literal.
pub fn same_number(a: &str, b: &str) -> bool {
    let number = |text: &str| text.trim_matches('"').trim_end_matches(['f', 'F']).parse::<f64>().ok();
    number(a).is_some_and(|a| Some(a) == number(b))
}

/// Whether two C++ expressions have the same value, regardless of spaces and of how floating-point numbers are spelled.
#[expect(clippy::float_cmp, reason = "two spellings of a literal parse to exactly the same number")]
pub fn same_value(a: &str, b: &str) -> bool {
    let number = |text: &str| text.trim_end_matches(['f', 'F']).parse::<f64>().ok();
    let is_float = |text: &str| text.contains(['.', 'e', 'E', 'f', 'F']);
    match (number(a), number(b)) {
        (Some(x), Some(y)) => x == y && is_float(a) == is_float(b),
        _ => without_blanks(a) == without_blanks(b),
    }
}

/// The text without white space outside string literals.
fn without_blanks(text: &str) -> String {
    let mut quoted = false;
    let keep = |&c: &char| {
        quoted ^= c == '"';
        quoted || !c.is_whitespace()
    };
    text.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_not_spellings() {
        let same = [("1.0f", "1.0"), ("1e-5", "1.0e-05f"), ("{1, 2}", "{1,2}"), ("-1", "-1"), ("\"a b\"", "\"a b\"")];
        assert!(same.iter().all(|(a, b)| same_value(a, b)));
        let other = [("1", "1.0"), ("{1}", "{2}"), ("\"a b\"", "\"ab\""), ("true", "false"), ("1", "-1")];
        assert!(other.iter().all(|(a, b)| !same_value(a, b)));
    }
}
