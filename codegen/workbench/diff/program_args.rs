//! Compares the inputs, outputs and attributes of an operator in saved programs.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use super::align::Alignment;
use super::args::{Matched, same_number, same_value};
use super::change::Kind;
use super::changed_part::ChangedPart;
use super::delta::{Delta, Effect, programs};
use super::entry::{NewActions, WantedAction};
use super::side::{Compared, Side, Sides};
use forms::static_graph::program_form::{InPrograms, ProgramAttr, ProgramForm, ProgramTensor};
use profile::Profile;
use registry::OpId;
use spec::{ActionKind, Attr, Op};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Input,
    Output,
}

impl Role {
    fn name(self) -> &'static str {
        if self == Role::Input { "input" } else { "output" }
    }

    fn actions(self) -> (ActionKind, ActionKind) {
        match self {
            Role::Input => (ActionKind::AddInput, ActionKind::DeleteInput),
            Role::Output => (ActionKind::AddOutput, ActionKind::DeleteOutput),
        }
    }
}

/// The two versions of an operator in programs.
pub struct Comparison<'c, 'a> {
    pub op: &'c Compared<'c, 'a>,
    pub matched: &'c Matched<'c>,
    pub outputs: &'c Alignment,
    pub sides: Sides<'c>,
    /// Whether the op maker is written by hand on both sides, so that the names in programs are unknown.
    pub by_hand: bool,
    /// The attributes of a gradient's forward operator in the base, by name.
    pub forward_attrs: OnceCell<BTreeMap<String, ProgramAttr>>,
}

impl Comparison<'_, '_> {
    fn who(&self) -> &'static str {
        programs(self.op.new)
    }

    /// The effect of a change that breaks programs, provided that the op maker follows the YAML.
    pub fn breaks(&self, why: String) -> Effect {
        if self.by_hand { Effect::DependsOnCpp } else { Effect::Breaks(why) }
    }

    /// The name in the head of an input or output of the base.
    fn head_name(&self, role: Role, base: &str) -> Option<String> {
        match role {
            Role::Input => self.matched.head_name(base).map(str::to_owned),
            Role::Output => {
                let at = self.op.old.signature.outputs.position_of(base)?;
                Some(self.op.new.signature.outputs[self.outputs.head_of(at)?].name.value.clone())
            }
        }
    }

    pub fn tensors(&self, role: Role, base: &[ProgramTensor], head: &[ProgramTensor], deltas: &mut Vec<Delta>) {
        let (add, delete) = role.actions();
        let in_base: BTreeSet<&str> = base.iter().map(|old| old.name.as_str()).collect();
        let in_head = grouped(head, |new| &new.name);
        let by_part = grouped(head, |new| &new.of);
        let mut renamed: BTreeMap<&str, &str> = BTreeMap::new();
        for old in base {
            let head_name = self.head_name(role, &old.of);
            let part = part(role, Some(&old.of), head_name.as_deref());
            if let Some(new) = first(&in_head, &old.name) {
                deltas.push(Delta::new(part, self.tensor_changed(role, old, new)));
                continue;
            }
            let successors = head_name.as_deref().and_then(|name| by_part.get(name)).into_iter().flatten();
            let is_successor =
                |new: &&ProgramTensor| !in_base.contains(new.name.as_str()) && new.dispensable == old.dispensable;
            let successor = successors.copied().find(is_successor);
            if let Some(new) = successor {
                renamed.entry(&new.name).or_insert(&old.name);
            }
            // A gradient may take fewer inputs than before: older programs pass some that it ignores.
            let harmless = self.op.new.is_backward() && role == Role::Input && successor.is_none();
            let why = self.why_missing(role.name(), &old.name, successor.map(|new| new.name.as_str()));
            let effect = if harmless { Effect::Harmless } else { self.breaks(why) };
            let wanted = deletion(delete, &old.name, successor.map(|new| new.name.as_str()));
            deltas.push(Delta { wanted: Some(wanted), ..Delta::new(part, effect) });
        }
        for new in head.iter().filter(|new| !in_base.contains(new.name.as_str())) {
            let part = part(role, None, Some(&new.of));
            let former = renamed.get(new.name.as_str()).copied();
            let lacks = !new.dispensable && former.is_none();
            let effect = if lacks { self.lacks_tensor(role, new) } else { Effect::Harmless };
            let comment = match former {
                Some(former) => format!("It was called {former}."),
                None if new.dispensable => "It is optional.".to_owned(),
                None => "It is required.".to_owned(),
            };
            let wanted = WantedAction { kind: add, subject: new.name.clone(), comment, default: None };
            deltas.push(Delta { wanted: Some(wanted), ..Delta::new(part, effect) });
        }
    }

    /// The effect of a new required tensor. If the entry lacked it, no kernel took it, so not even a hand-written op maker
    /// had a reason to declare it. But for such an op maker, only a compat entry proves that programs contain the operator at
    /// all. A gradient that takes another tensor instead may leave the old one to a kernel that only C++ names.
    fn lacks_tensor(&self, role: Role, new: &ProgramTensor) -> Effect {
        let op = self.op;
        let signature = &op.old.signature;
        let root = op.base.registry.grad_root(op.old_id);
        let is_in_programs = op.base.registry.compat(root).is_some();
        let is_new = role == Role::Input && !signature.has_arg(&new.of) && self.matched.base_name(&new.of).is_none();
        let name = if self.by_hand { &new.of } else { &new.name };
        let why = format!("{} do not have the {} `{name}`", self.who(), role.name());
        let is_replacement = self.by_hand && op.new.is_backward() && !self.matched.inputs.removed.is_empty();
        if is_new && is_in_programs && !is_replacement { Effect::Breaks(why) } else { self.breaks(why) }
    }

    fn why_missing(&self, what: &str, name: impl Display, successor: Option<&str>) -> String {
        let who = self.who();
        match successor {
            Some(now) => format!("{who} call the {what} `{name}`, but it is now `{now}`"),
            None => format!("{who} contain the {what} `{name}`"),
        }
    }

    pub fn attrs(&self, old: &ProgramForm, new: &ProgramForm, deltas: &mut Vec<Delta>) {
        let is_rewritten = self.is_rewritten(&old.op);
        let (base, head) = (&old.attrs, &new.attrs);
        let in_base: BTreeSet<&str> = base.iter().map(|old| old.name.as_str()).collect();
        let in_head = grouped(head, |new| &new.name);
        let by_part = grouped(head, |new| &new.of);
        let mut renamed = BTreeSet::new();
        let mut found = Vec::new();
        for old in base {
            let head_name = self.matched.head_name(&old.of);
            let part = part(Role::Input, Some(&old.of), head_name);
            if let Some(new) = first(&in_head, &old.name) {
                found.push(self.attr_changed(old, new, part));
                continue;
            }
            if let Some(extra) = extra_attr(self.op.head, self.op.new_id, &old.name) {
                found.push(self.became_extra(old, extra, part));
                continue;
            }
            let successors = head_name.and_then(|name| by_part.get(name)).into_iter().flatten();
            let successor = successors.copied().find(|new| !in_base.contains(new.name.as_str()));
            renamed.extend(successor.map(|new| new.name.as_str()));
            let harmless = self.op.new.is_backward() && successor.is_none();
            let why = self.why_missing("attribute", &old.name, successor.map(|new| new.name.as_str()));
            let effect = if harmless { Effect::Harmless } else { self.breaks(why) };
            let wanted = deletion(ActionKind::DeleteAttr, &old.name, successor.map(|new| new.name.as_str()));
            found.push(Delta { wanted: Some(wanted), ..Delta::new(part, effect) });
        }
        for new in head.iter().filter(|new| !in_base.contains(new.name.as_str())) {
            found.push(self.attr_added(new, renamed.contains(new.name.as_str())));
        }
        for delta in &mut found {
            if is_rewritten && matches!(delta.effect, Effect::Breaks(_)) {
                delta.effect = Effect::Harmless;
                delta.note = Some("the framework rewrites it in programs from before the new checkpoint".to_owned());
            }
        }
        deltas.append(&mut found);
    }

    /// Whether a checkpoint records that an attribute was added to the operator, so that older programs lack it.
    fn is_addition(&self, name: &str) -> bool {
        let versions = [self.op.base.registry.version(self.op.old_id), self.op.head.registry.version(self.op.new_id)];
        let mut actions =
            versions.into_iter().flatten().flat_map(|version| &version.checkpoints).flat_map(|it| &it.actions);
        actions.any(|action| action.kind == ActionKind::AddAttr && action.subject.value == name)
    }

    /// Whether the framework rewrites the attributes in older programs. It recognises these by the checkpoints they record.
    fn is_rewritten(&self, ty: &str) -> bool {
        let graph = self.sides.profile().static_graph.as_ref();
        let is_listed = graph.is_some_and(|graph| graph.converted_programs.iter().any(|op| op == ty));
        is_listed && !NewActions::new(self.op).is_empty()
    }

    fn became_extra(&self, old: &ProgramAttr, extra: &Attr, part: ChangedPart) -> Delta {
        let now = extra.default.as_ref().map(|default| default.value.as_str());
        let delta = match (&old.default, now) {
            (Some(before), Some(now)) if !self.op.new.is_backward() && !same_value(before, now) => {
                let why = format!("programs without `{}` were saved with the default `{before}`", old.name);
                Delta::new(part, self.breaks(why))
            }
            _ => Delta::new(part, Effect::Harmless),
        };
        Delta { note: Some(format!("`{}` is now an extra attribute, which programs keep", old.name)), ..delta }
    }

    fn attr_added(&self, new: &ProgramAttr, is_renamed: bool) -> Delta {
        let part = part(Role::Input, None, Some(&new.of));
        let was_extra = extra_attr(self.op.base, self.op.old_id, &new.name).is_some();
        let default = self.default(new);
        if default.is_none() && !is_renamed && self.of_forward(&new.name).is_none() {
            let why = format!("{} do not have the attribute `{}`", self.who(), new.name);
            return Delta::new(part, self.breaks(why));
        }
        // Only the operator's default gives older programs a value. A checkpoint never does.
        let wanted = default.filter(|_| !was_extra).map(|default| {
            let comment = format!("In programs without it, it is {default}.");
            wanted_attr(ActionKind::AddAttr, new, comment)
        });
        Delta { wanted, ..Delta::new(part, Effect::Harmless) }
    }

    /// An attribute of the forward operator in the base. In programs, a gradient has all of them unchanged.
    fn of_forward(&self, name: &str) -> Option<&ProgramAttr> {
        let attrs = || {
            let programs = &self.op.base.programs;
            let forward = programs.forward_of(self.op.old_id).map(|forward| programs.form(forward.id));
            let attrs = forward.iter().filter_map(InPrograms::form).flat_map(|form| form.attrs.clone());
            attrs.map(|attr| (attr.name.clone(), attr)).collect()
        };
        self.forward_attrs.get_or_init(attrs).get(name)
    }

    /// The type under which programs of the base store an attribute.
    fn stored_type(&self, old: &ProgramAttr) -> String {
        self.of_forward(&old.name).unwrap_or(old).ty.clone()
    }

    fn tensor_changed(&self, role: Role, old: &ProgramTensor, new: &ProgramTensor) -> Effect {
        let ProgramTensor { name, of: _, list, dispensable, always_set: _ } = new;
        let (who, what) = (self.who(), role.name());
        if *list != old.list {
            let shape = |list: bool| if list { "a list" } else { "one tensor" };
            let (before, now) = (shape(old.list), shape(*list));
            return self.breaks(format!("{who} have {before} for the {what} `{name}`, but it is now {now}"));
        }
        match old.always_set || *dispensable {
            true => Effect::Harmless,
            false => self.breaks(format!("some {who} do not have the {what} `{name}`")),
        }
    }

    /// The value that programs without the attribute get. For a gradient, the forward operator decides.
    fn default(&self, attr: &ProgramAttr) -> Option<String> {
        if !self.op.new.is_backward() {
            return attr.default.clone();
        }
        let registry = self.op.head.registry;
        let is_root = |(id, op): &(OpId, &Op)| !op.is_backward() && registry.grad_chain(*id).contains(&self.op.new_id);
        let root = registry.op(registry.grad_root(self.op.new_id));
        // The gradient may name an operator that does not name it.
        let forward = match root.is_backward() {
            true => registry.ops().find(is_root)?.1,
            false => root,
        };
        forward.signature.attr(&attr.of)?.default.as_ref().map(|default| default.value.clone())
    }

    fn attr_changed(&self, old: &ProgramAttr, new: &ProgramAttr, part: ChangedPart) -> Delta {
        let ProgramAttr { name, of: _, ty, default, stored_default, variable } = new;
        let who = self.who();
        let stored = self.stored_type(old);
        if *ty != old.ty && *ty != stored && !is_converted(self.sides.profile(), &stored, ty) {
            let why = format!("{who} store `{name}` as `{stored}`, but it is now `{ty}`");
            return Delta::new(part, self.breaks(why));
        }
        // In programs, a gradient has the attributes of its forward operator in the same form, regardless of its own defaults: no
        // op maker checks them, and its kernel reads either form.
        if self.op.new.is_backward() {
            return Delta::new(part, Effect::Harmless);
        }
        if old.variable && !variable {
            return Delta::new(part, self.breaks(format!("some {who} pass `{name}` as a tensor")));
        }
        match (&old.stored_default, stored_default) {
            // Operators get the defaults of their attributes when they are made, so programs have all that existed by then.
            (Some(_), None) if self.is_addition(name) => {
                Delta::new(part, self.breaks(format!("programs from before `{name}` was added do not have it")))
            }
            (Some(before), Some(now)) if !same_stored(ty, before, now) => {
                let [before, now] = [&old.default, default].map(|text| text.clone().unwrap_or_default());
                let why = format!(
                    "programs without `{name}` are loaded with `{now}` instead of `{before}`, which no checkpoint records"
                );
                let comment = format!("The default changed from {before} to {now}.");
                let wanted = Some(wanted_attr(ActionKind::ModifyAttr, new, comment));
                Delta { kind: Some(Kind::DefaultChanged), wanted, ..Delta::new(part, self.breaks(why)) }
            }
            _ => Delta::new(part, Effect::Harmless),
        }
    }
}

/// Items by a text that several may have.
fn grouped<'a, T>(items: &'a [T], text: impl Fn(&'a T) -> &'a String) -> BTreeMap<&'a str, Vec<&'a T>> {
    let mut groups: BTreeMap<&str, Vec<&T>> = BTreeMap::new();
    items.iter().for_each(|item| groups.entry(text(item)).or_default().push(item));
    groups
}

fn first<'a, T>(groups: &BTreeMap<&str, Vec<&'a T>>, text: &str) -> Option<&'a T> {
    groups.get(text)?.first().copied()
}

fn part(role: Role, base: Option<&str>, head: Option<&str>) -> ChangedPart {
    let (base, head) = (base.map(str::to_owned), head.map(str::to_owned));
    match role {
        Role::Input => ChangedPart::Argument { base, head },
        Role::Output => ChangedPart::Output { base, head },
    }
}

/// An attribute that `op_compat` lists under `extra` and the operator's own entry lacks.
fn extra_attr<'a>(side: &Side<'a>, id: registry::OpId, name: &str) -> Option<&'a Attr> {
    let compat = side.programs.op(id)?.compat?;
    compat.extra.attrs.iter().find(|attr| attr.name.value == name)
}

/// Whether loading a program converts one stored type to another. Both are C++ types.
pub fn is_converted(profile: &Profile, from: &str, to: &str) -> bool {
    let known = profile.static_graph.as_ref().and_then(|graph| graph.conversions.get(to));
    known.is_some_and(|types| types.iter().any(|ty| ty == from))
}

/// Whether two defaults of a stored type are equal. Floating-point numbers, and numbers stored as text, are compared by value.
fn same_stored(ty: &str, a: &str, b: &str) -> bool {
    let is_number = matches!(ty, "float" | "double") || [a, b].iter().all(|text| text.starts_with('"'));
    same_value(a, b) || (is_number && same_number(a, b))
}

fn wanted_attr(kind: ActionKind, attr: &ProgramAttr, comment: String) -> WantedAction {
    let default = attr.stored_default.clone().map(|default| (default, attr.ty.clone()));
    WantedAction { kind, subject: attr.name.clone(), comment, default }
}

fn deletion(kind: ActionKind, name: &str, successor: Option<&str>) -> WantedAction {
    let comment = successor.map_or("It was removed.".to_owned(), |now| format!("It was renamed to {now}."));
    WantedAction { kind, subject: name.to_owned(), comment, default: None }
}
