//! Compares operators in saved programs: which programs no longer load, and which entries `op_version` needs.

use std::fmt::Display;

use super::align::Alignment;
use super::args::{Matched, same_value};
use super::change::{Change, Class, Kind};
use super::entry::{self, MissingEntry, Wanted};
use super::op::About;
use super::{Compared, Side, Sides};
use registry::OpId;
use spec::{ActionKind, Op};
use targets::static_graph::program_form::{ProgramAttr, ProgramForm, ProgramTensor, has_entries};

/// One difference between the forms.
#[derive(Debug)]
pub struct Delta {
    pub about: About,
    /// Why programs no longer load, if they do not.
    pub breaks: Option<String>,
    /// The action for it in a checkpoint.
    wanted: Option<Wanted>,
}

/// Adds that programs break if they contain a removed operator that no other definition replaces.
pub fn removed(base: &Side, head: &Side, id: OpId, change: Change) -> Change {
    let Some(form) = base.programs.form(id) else { return change };
    let op = base.registry.op(id);
    // The definitions for the static graph and for the dynamic graph can replace each other.
    let family = op.home.family();
    let successor = match family.falls_back_on() {
        Some(_) => head.registry.find_in_main(&op.name.value),
        None if head.registry.main_family() == Some(family) => head.registry.find_in_programs(&op.name.value),
        None => head.registry.find(family, &op.name.value),
    };
    let successor = successor.and_then(|id| head.programs.form(id));
    change.breaks_if(successor.as_ref() != Some(&form), Class::Model, format!("{} contain `{}`", programs(op), form.op))
}

/// The form on each side, if programs could contain the operator. The static graph may have its own definition.
fn forms(op: &Compared) -> Option<(ProgramForm, Option<ProgramForm>)> {
    let programs = &op.head.programs;
    let of_static_graph = || programs.static_definition(op.new_id).and_then(|id| programs.form(id));
    Some((op.base.programs.form(op.old_id)?, programs.form(op.new_id).or_else(of_static_graph)))
}

/// The programs that can contain an operator.
pub fn programs(op: &Op) -> &'static str {
    if op.is_backward() { "training programs" } else { "programs" }
}

/// All differences, and the entry that is missing for them.
pub fn compare(
    op: &Compared,
    matched: &Matched,
    outputs: &Alignment,
    sides: Sides,
) -> (Vec<Delta>, Option<MissingEntry>) {
    let Some((old, new)) = forms(op) else { return Default::default() };
    let Some(new) = new else {
        let why = format!("{} contain `{}`, which the static graph no longer has", programs(op.new), old.op);
        return (vec![Delta { about: About::Operator, breaks: Some(why), wanted: None }], None);
    };
    let comparison = Comparison { op, matched, outputs, who: programs(op.new) };
    let mut deltas = Vec::new();
    if old.op != new.op && op.old.name == op.new.name {
        let why = format!("{} call it `{}`, but it is now `{}`", programs(op.new), old.op, new.op);
        deltas.push(Delta { about: About::Operator, breaks: Some(why), wanted: None });
    }
    comparison.tensors(Role::Input, &old.inputs, &new.inputs, &mut deltas);
    comparison.tensors(Role::Output, &old.outputs, &new.outputs, &mut deltas);
    comparison.attrs(&old.attrs, &new.attrs, &mut deltas);
    let declared = entry::Declared::new(op);
    for delta in &mut deltas {
        let is_declared = delta.wanted.as_ref().is_some_and(|wanted| declared.says(wanted));
        // A checkpoint can give the default for older programs, but it cannot restore what was removed.
        if is_declared && delta.wanted.as_ref().is_some_and(|wanted| wanted.kind == ActionKind::ModifyAttr) {
            delta.breaks = None;
        }
        if is_declared {
            delta.wanted = None;
        }
    }
    let required = deltas.iter().any(|delta| delta.breaks.is_some() && delta.wanted.is_some());
    let wanted: Vec<Wanted> = deltas.iter_mut().filter_map(|delta| delta.wanted.take()).collect();
    let missing = (has_entries(op.new) && !wanted.is_empty()).then(|| entry::missing(op, sides, wanted, required));
    (deltas, missing)
}

/// The change for differences that no other change explains.
pub fn as_change(op: &Compared, deltas: Vec<Delta>) -> Option<Change> {
    let reasons: Vec<_> = deltas.into_iter().filter_map(|delta| delta.breaks).collect();
    if reasons.is_empty() {
        return None;
    }
    let change = Change::new(Kind::SavedForm, "its saved form changed").breaks(Class::Model, reasons.join("; "));
    let place = |side: &Side, id: OpId| {
        let compat = side.programs.op(id).and_then(|op| op.compat);
        compat.map_or(side.registry.op(id).name.span, |entry| entry.op.name.span)
    };
    Some(change.base(place(op.base, op.old_id)).head(place(op.head, op.new_id)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
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

struct Comparison<'c, 'a> {
    op: &'c Compared<'c, 'a>,
    matched: &'c Matched<'c>,
    outputs: &'c Alignment,
    /// The programs that can contain it, for messages.
    who: &'static str,
}

impl Comparison<'_, '_> {
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

    fn tensors(&self, role: Role, old: &[ProgramTensor], new: &[ProgramTensor], deltas: &mut Vec<Delta>) {
        let (add, delete) = role.actions();
        let named = |list: &[ProgramTensor], name: &str| list.iter().any(|other| other.name == name);
        let mut explained: Vec<(&str, &str)> = Vec::new();
        for was in old {
            let head = self.head_name(role, &was.of);
            let about = self.about(role, Some(&was.of), head.as_deref());
            if let Some(is) = new.iter().find(|is| is.name == was.name) {
                let breaks = self.tensor_changed(role, was, is);
                deltas.push(Delta { about, breaks, wanted: None });
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
            let wanted = gone_for_good(delete, &was.name, successor.map(|is| is.name.as_str()));
            deltas.push(Delta { about, breaks: (!harmless).then_some(why), wanted: Some(wanted) });
        }
        for is in new.iter().filter(|is| !named(old, &is.name)) {
            let about = self.about(role, None, Some(&is.of));
            let former = explained.iter().find(|(now, _)| *now == is.name).map(|(_, former)| *former);
            let lack = !is.dispensable && former.is_none();
            let why = lack.then(|| format!("{} do not have the {} `{}`", self.who, role.name(), is.name));
            let comment = match former {
                Some(former) => format!("It was called {former}."),
                None if is.dispensable => "It is optional.".to_owned(),
                None => "It is required.".to_owned(),
            };
            let wanted = Wanted { kind: add, subject: is.name.clone(), comment, default: None };
            deltas.push(Delta { about, breaks: why, wanted: Some(wanted) });
        }
    }

    fn gone(&self, what: &str, name: impl Display, successor: Option<&str>) -> String {
        match successor {
            Some(now) => format!("{} call the {what} `{name}`, but it is now `{now}`", self.who),
            None => format!("{} contain the {what} `{name}`", self.who),
        }
    }

    fn attrs(&self, old: &[ProgramAttr], new: &[ProgramAttr], deltas: &mut Vec<Delta>) {
        let named = |list: &[ProgramAttr], name: &str| list.iter().any(|other| other.name == name);
        let mut explained = Vec::new();
        for was in old {
            let head = self.matched.head_name(&was.of);
            let about = self.about(Role::Input, Some(&was.of), head);
            if let Some(is) = new.iter().find(|is| is.name == was.name) {
                let (breaks, wanted) = self.attr_changed(was, is);
                deltas.push(Delta { about, breaks, wanted });
                continue;
            }
            let successor = new.iter().find(|is| head == Some(is.of.as_str()) && !named(old, &is.name));
            explained.extend(successor.map(|is| is.name.clone()));
            let harmless = self.op.new.is_backward() && successor.is_none();
            let why = self.gone("attribute", &was.name, successor.map(|is| is.name.as_str()));
            let wanted = gone_for_good(ActionKind::DeleteAttr, &was.name, successor.map(|is| is.name.as_str()));
            deltas.push(Delta { about, breaks: (!harmless).then_some(why), wanted: Some(wanted) });
        }
        for is in new.iter().filter(|is| !named(old, &is.name)) {
            let about = self.about(Role::Input, None, Some(&is.of));
            let default = self.default(is);
            let lack = default.is_none() && !explained.contains(&is.name);
            let why = lack.then(|| format!("{} do not have the attribute `{}`", self.who, is.name));
            // If the attribute has no default, a checkpoint cannot give its value in older programs.
            let wanted = default.map(|default| {
                let comment = format!("In programs without it, it is {default}.");
                self.wanted_attr(ActionKind::AddAttr, is, comment, default)
            });
            deltas.push(Delta { about, breaks: why, wanted });
        }
    }

    fn tensor_changed(&self, role: Role, was: &ProgramTensor, is: &ProgramTensor) -> Option<String> {
        let ProgramTensor { name, of: _, list, dispensable } = is;
        let (who, what) = (self.who, role.name());
        if *list != was.list {
            let shape = |list: bool| if list { "a list" } else { "one tensor" };
            let (before, now) = (shape(was.list), shape(*list));
            return Some(format!("{who} have {before} for the {what} `{name}`, but it is now {now}"));
        }
        (was.dispensable && !dispensable).then(|| format!("some {who} do not have the {what} `{name}`"))
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

    fn wanted_attr(&self, kind: ActionKind, attr: &ProgramAttr, comment: String, default: String) -> Wanted {
        let ty = self.op.new.signature.attr(&attr.of).map(|attr| attr.ty);
        Wanted { kind, subject: attr.name.clone(), comment, default: Some(default).zip(ty) }
    }

    fn attr_changed(&self, was: &ProgramAttr, is: &ProgramAttr) -> (Option<String>, Option<Wanted>) {
        let ProgramAttr { name, of: _, ty, default, variable } = is;
        if *ty != was.ty {
            return (Some(format!("{} store `{name}` as `{}`, but it is now `{ty}`", self.who, was.ty)), None);
        }
        if was.variable && !variable {
            return (Some(format!("some {} pass `{name}` as a tensor", self.who)), None);
        }
        match (&was.default, default) {
            (Some(_), None) if !self.op.new.is_backward() => {
                (Some(format!("programs from before `{name}` was added do not have it")), None)
            }
            (Some(before), Some(now)) if !same_value(before, now) => {
                let why = format!(
                    "programs without `{name}` were saved with the default `{before}`, which no checkpoint records"
                );
                let comment = format!("The default changed from {before} to {now}.");
                (Some(why), Some(self.wanted_attr(ActionKind::ModifyAttr, is, comment, now.clone())))
            }
            _ => (None, None),
        }
    }
}

fn gone_for_good(kind: ActionKind, name: &str, successor: Option<&str>) -> Wanted {
    let comment = successor.map_or("It was removed.".to_owned(), |now| format!("It was renamed to {now}."));
    Wanted { kind, subject: name.to_owned(), comment, default: None }
}
