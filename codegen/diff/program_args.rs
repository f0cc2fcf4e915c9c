//! Compares inputs, outputs and attributes of an operator in saved programs.

use std::fmt::Display;

use super::about::About;
use super::align::Alignment;
use super::args::{Matched, same_number, same_value};
use super::change::Kind;
use super::delta::programs;
use super::delta::{Delta, Effect};
use super::entry::{Declared, Wanted};
use super::side::{Compared, Sides};
use forms::static_graph::program_form::{ProgramAttr, ProgramForm, ProgramTensor};
use profile::Profile;
use spec::{ActionKind, Attr};

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

/// Two versions of one operator in programs.
pub struct Comparison<'c, 'a> {
    pub op: &'c Compared<'c, 'a>,
    pub matched: &'c Matched<'c>,
    pub outputs: &'c Alignment,
    pub sides: Sides<'c>,
    /// Its op maker is written by hand on both sides, so that its names in programs are not known.
    pub by_hand: bool,
}

impl Comparison<'_, '_> {
    fn who(&self) -> &'static str {
        programs(self.op.new)
    }

    /// The effect of something that breaks programs if the op maker follows the YAML.
    pub fn breaks(&self, why: String) -> Effect {
        if self.by_hand { Effect::OnlyCppTells } else { Effect::Breaks(why) }
    }

    /// The name in the head of an input or output of the base.
    fn head_name(&self, role: Role, base: &str) -> Option<String> {
        match role {
            Role::Input => self.matched.head_name(base).map(str::to_owned),
            Role::Output => {
                let at = self.op.old.signature.outputs.iter().position(|output| output.name.value == base)?;
                Some(self.op.new.signature.outputs[self.outputs.head_of(at)?].name.value.clone())
            }
        }
    }

    fn about(&self, role: Role, base: Option<&str>, head: Option<&str>) -> About {
        let (base, head) = (base.map(str::to_owned), head.map(str::to_owned));
        match role {
            Role::Input => About::Argument { base, head },
            Role::Output => About::Output { base, head },
        }
    }

    pub fn tensors(&self, role: Role, old: &[ProgramTensor], new: &[ProgramTensor], deltas: &mut Vec<Delta>) {
        let (add, delete) = role.actions();
        let named = |list: &[ProgramTensor], name: &str| list.iter().any(|other| other.name == name);
        let mut explained: Vec<(&str, &str)> = Vec::new();
        for was in old {
            let head = self.head_name(role, &was.of);
            let about = self.about(role, Some(&was.of), head.as_deref());
            if let Some(is) = new.iter().find(|is| is.name == was.name) {
                deltas.push(Delta::new(about, self.tensor_changed(role, was, is)));
                continue;
            }
            let successor = |is: &&ProgramTensor| {
                head.as_deref() == Some(&is.of) && !named(old, &is.name) && is.dispensable == was.dispensable
            };
            let successor = new.iter().find(successor);
            explained.extend(successor.map(|is| (is.name.as_str(), was.name.as_str())));
            // A gradient may take less than before: the programs only pass too much.
            let harmless = self.op.new.is_backward() && role == Role::Input && successor.is_none();
            let why = self.gone(role.name(), &was.name, successor.map(|is| is.name.as_str()));
            let effect = if harmless { Effect::Harmless } else { self.breaks(why) };
            let wanted = gone_for_good(delete, &was.name, successor.map(|is| is.name.as_str()));
            deltas.push(Delta { wanted: Some(wanted), ..Delta::new(about, effect) });
        }
        for is in new.iter().filter(|is| !named(old, &is.name)) {
            let about = self.about(role, None, Some(&is.of));
            let former = explained.iter().find(|(now, _)| *now == is.name).map(|(_, former)| *former);
            let lacks = !is.dispensable && former.is_none();
            let effect = if lacks { self.lacks_tensor(role, is) } else { Effect::Harmless };
            let comment = match former {
                Some(former) => format!("It was called {former}."),
                None if is.dispensable => "It is optional.".to_owned(),
                None => "It is required.".to_owned(),
            };
            let wanted = Wanted { kind: add, subject: is.name.clone(), comment, default: None };
            deltas.push(Delta { wanted: Some(wanted), ..Delta::new(about, effect) });
        }
    }

    /// The effect of a new required tensor. If the entry did not have it, no kernel took it, so that no op maker had a reason to
    /// declare it, not even one that is written by hand. But only the compat file shows that programs have such an operator.
    fn lacks_tensor(&self, role: Role, is: &ProgramTensor) -> Effect {
        let op = self.op;
        let signature = &op.old.signature;
        let root = op.base.registry.grad_root(op.old_id);
        let is_in_programs = op.base.registry.compat(root).is_some();
        let is_new = role == Role::Input
            && signature.arg_names().all(|name| name != is.of && self.matched.head_name(name) != Some(is.of.as_str()));
        let name = if self.by_hand { &is.of } else { &is.name };
        let why = format!("{} do not have the {} `{name}`", self.who(), role.name());
        if is_new && is_in_programs { Effect::Breaks(why) } else { self.breaks(why) }
    }

    fn gone(&self, what: &str, name: impl Display, successor: Option<&str>) -> String {
        let who = self.who();
        match successor {
            Some(now) => format!("{who} call the {what} `{name}`, but it is now `{now}`"),
            None => format!("{who} contain the {what} `{name}`"),
        }
    }

    pub fn attrs(&self, old: &ProgramForm, new: &ProgramForm, deltas: &mut Vec<Delta>) {
        let is_rewritten = self.is_rewritten(&old.op);
        let (old, new) = (&old.attrs, &new.attrs);
        let named = |list: &[ProgramAttr], name: &str| list.iter().any(|other| other.name == name);
        let mut explained = Vec::new();
        let mut found = Vec::new();
        for was in old {
            let head = self.matched.head_name(&was.of);
            let about = self.about(Role::Input, Some(&was.of), head);
            if let Some(is) = new.iter().find(|is| is.name == was.name) {
                found.push(self.attr_changed(was, is, about));
                continue;
            }
            if let Some(extra) = self.extra_attr(self.op.head, self.op.new_id, &was.name) {
                found.push(self.became_extra(was, extra, about));
                continue;
            }
            let successor = new.iter().find(|is| head == Some(is.of.as_str()) && !named(old, &is.name));
            explained.extend(successor.map(|is| is.name.clone()));
            let harmless = self.op.new.is_backward() && successor.is_none();
            let why = self.gone("attribute", &was.name, successor.map(|is| is.name.as_str()));
            let effect = if harmless { Effect::Harmless } else { self.breaks(why) };
            let wanted = gone_for_good(ActionKind::DeleteAttr, &was.name, successor.map(|is| is.name.as_str()));
            found.push(Delta { wanted: Some(wanted), ..Delta::new(about, effect) });
        }
        for is in new.iter().filter(|is| !named(old, &is.name)) {
            found.push(self.attr_added(is, explained.contains(&is.name)));
        }
        for delta in &mut found {
            if is_rewritten && matches!(delta.effect, Effect::Breaks(_)) {
                delta.effect = Effect::Harmless;
                delta.note = Some("the framework rewrites it in programs from before the new checkpoint".to_owned());
            }
        }
        deltas.append(&mut found);
    }

    /// Whether the framework rewrites the attributes in older programs, which it tells by their checkpoints.
    fn is_rewritten(&self, ty: &str) -> bool {
        let graph = self.sides.profile().static_graph.as_ref();
        let is_listed = graph.is_some_and(|graph| graph.converted_programs.iter().any(|op| op == ty));
        is_listed && !Declared::new(self.op).is_empty()
    }

    /// An extra attribute, which `op_compat` has and the operator's entry does not.
    fn extra_attr<'a>(&self, side: &super::Side<'a>, id: registry::OpId, name: &str) -> Option<&'a Attr> {
        let compat = side.programs.op(id)?.compat?;
        compat.extra.attrs.iter().find(|attr| attr.name.value == name)
    }

    fn became_extra(&self, was: &ProgramAttr, extra: &Attr, about: About) -> Delta {
        let now = extra.default.as_ref().map(|default| default.value.as_str());
        let delta = match (&was.default, now) {
            (Some(before), Some(now)) if !self.op.new.is_backward() && !same_value(before, now) => {
                let why = format!("programs without `{}` were saved with the default `{before}`", was.name);
                Delta::new(about, self.breaks(why))
            }
            _ => Delta::new(about, Effect::Harmless),
        };
        Delta { note: Some(format!("`{}` is now an extra attribute, which programs keep", was.name)), ..delta }
    }

    fn attr_added(&self, is: &ProgramAttr, is_explained: bool) -> Delta {
        let about = self.about(Role::Input, None, Some(&is.of));
        let was_extra = self.extra_attr(self.op.base, self.op.old_id, &is.name).is_some();
        let default = self.default(is);
        if default.is_none() && !is_explained && self.of_forward(&is.name).is_none() {
            let why = format!("{} do not have the attribute `{}`", self.who(), is.name);
            return Delta::new(about, self.breaks(why));
        }
        // If the attribute has no default, a checkpoint cannot give its value in older programs.
        let wanted = default.filter(|_| !was_extra).map(|default| {
            let comment = format!("In programs without it, it is {default}.");
            wanted_attr(ActionKind::AddAttr, is, comment)
        });
        Delta { wanted, ..Delta::new(about, Effect::Harmless) }
    }

    /// An attribute of the base's forward operator. A gradient in a program has all of these, as they are.
    fn of_forward(&self, name: &str) -> Option<ProgramAttr> {
        let programs = &self.op.base.programs;
        let form = programs.form(programs.forward_of(self.op.old_id)?.id);
        form.form()?.attrs.iter().find(|attr| attr.name == name).cloned()
    }

    /// The type as which programs of the base store an attribute.
    fn stored_type(&self, was: &ProgramAttr) -> String {
        self.of_forward(&was.name).map_or_else(|| was.ty.clone(), |attr| attr.ty)
    }

    fn tensor_changed(&self, role: Role, was: &ProgramTensor, is: &ProgramTensor) -> Effect {
        let ProgramTensor { name, of: _, list, dispensable, always_set: _ } = is;
        let (who, what) = (self.who(), role.name());
        if *list != was.list {
            let shape = |list: bool| if list { "a list" } else { "one tensor" };
            let (before, now) = (shape(was.list), shape(*list));
            return self.breaks(format!("{who} have {before} for the {what} `{name}`, but it is now {now}"));
        }
        match was.always_set || *dispensable {
            true => Effect::Harmless,
            false => self.breaks(format!("some {who} do not have the {what} `{name}`")),
        }
    }

    /// The value of the attribute in programs without it. A gradient gets it from its forward operator.
    fn default(&self, attr: &ProgramAttr) -> Option<String> {
        if !self.op.new.is_backward() {
            return attr.default.clone();
        }
        let registry = self.op.head.registry;
        let root =
            registry.ops().find(|(id, op)| !op.is_backward() && registry.grad_chain(*id).contains(&self.op.new_id));
        let (_, forward) = root?;
        forward.signature.attr(&attr.of)?.default.as_ref().map(|default| default.value.clone())
    }

    fn attr_changed(&self, was: &ProgramAttr, is: &ProgramAttr, about: About) -> Delta {
        let ProgramAttr { name, of: _, ty, default, stored_default, variable } = is;
        let who = self.who();
        let stored = self.stored_type(was);
        if *ty != was.ty && *ty != stored && !is_converted(self.sides.profile(), &stored, ty) {
            let why = format!("{who} store `{name}` as `{stored}`, but it is now `{ty}`");
            return Delta::new(about, self.breaks(why));
        }
        if was.variable && !variable {
            return Delta::new(about, self.breaks(format!("some {who} pass `{name}` as a tensor")));
        }
        // A gradient in a program has the attributes of its forward operator, whatever its own defaults are.
        if self.op.new.is_backward() {
            return Delta::new(about, Effect::Harmless);
        }
        match (&was.stored_default, stored_default) {
            (Some(_), None) => {
                Delta::new(about, self.breaks(format!("programs from before `{name}` was added do not have it")))
            }
            (Some(before), Some(now)) if !same_stored(ty, before, now) => {
                let [before, now] = [&was.default, default].map(|text| text.clone().unwrap_or_default());
                let why = format!(
                    "programs without `{name}` were saved with the default `{before}`, which no checkpoint records"
                );
                let comment = format!("The default changed from {before} to {now}.");
                let wanted = Some(wanted_attr(ActionKind::ModifyAttr, is, comment));
                Delta { kind: Some(Kind::DefaultChanged), wanted, ..Delta::new(about, self.breaks(why)) }
            }
            _ => Delta::new(about, Effect::Harmless),
        }
    }
}

/// Whether one stored type is converted to another when a program is loaded. Both are C++ types.
pub fn is_converted(profile: &Profile, from: &str, to: &str) -> bool {
    let known = profile.static_graph.as_ref().and_then(|graph| graph.conversions.get(to));
    known.is_some_and(|types| types.iter().any(|ty| ty == from))
}

/// Whether two defaults of a stored type are equal. Floating-point numbers, and numbers that are stored as text, are compared
/// as numbers.
fn same_stored(ty: &str, a: &str, b: &str) -> bool {
    let is_number = matches!(ty, "float" | "double") || [a, b].iter().all(|text| text.starts_with('"'));
    same_value(a, b) || (is_number && same_number(a, b))
}

fn wanted_attr(kind: ActionKind, attr: &ProgramAttr, comment: String) -> Wanted {
    let default = attr.stored_default.clone().map(|default| (default, attr.ty.clone()));
    Wanted { kind, subject: attr.name.clone(), comment, default }
}

fn gone_for_good(kind: ActionKind, name: &str, successor: Option<&str>) -> Wanted {
    let comment = successor.map_or("It was removed.".to_owned(), |now| format!("It was renamed to {now}."));
    Wanted { kind, subject: name.to_owned(), comment, default: None }
}
