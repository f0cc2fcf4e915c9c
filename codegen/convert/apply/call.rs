//! A call with its rule: what it calls, the case that holds, and the arguments that are left.

use std::ops::Range;

use super::build::Parts;
use super::changes::{Changes, Tail};
use super::{Becomes, Converter, defined_already};
use crate::bind::{self, Argument, Bound, Value, Written};
use crate::edited::Shape;
use crate::expand::Facts;
use crate::python::Role;
use crate::report::{Found, Verdict};
use crate::rules::{Case, Change, Outcome, Piece, Rule, RuleKind, Template};
use crate::uses::{Use, UseKind};

/// A call and its rule.
pub(super) struct Call<'r> {
    pub(super) found: &'r Use,
    pub(super) rule: &'r Rule,
    pub(super) case: &'r Case,
    pub(super) written: Vec<Written>,
    pub(super) parentheses: Range<u32>,
    pub(super) is_method: bool,
    /// `self`, where a method of a class is called with it.
    pub(super) receiver_argument: Option<Written>,
}

impl Call<'_> {
    /// Whether a change of the case gives an argument its name or value.
    pub(super) fn sets(&self, name: &str) -> bool {
        self.case.changes.iter().any(|change| match change {
            Change::First(set, _) | Change::Set(set, _) | Change::Default(set, _) => set.as_str() == name,
            Change::Rename(_, to) => to.iter().any(|to| to.as_str() == name),
            Change::Drop(_) => false,
        })
    }

    /// Whether the target is called with the arguments that are left.
    pub(super) fn calls_target(&self) -> bool {
        let has_call = |template: &Template| template.pieces.iter().any(|piece| matches!(piece, Piece::Call));
        match &self.case.result {
            Outcome::Emit(template) => has_call(template) || self.case.before.iter().any(has_call),
            Outcome::Call => true,
            _ => false,
        }
    }
}

impl Converter<'_> {
    pub(super) fn call(&mut self, found: &Use, rule: &Rule, notes: &mut Vec<String>) -> Becomes {
        let (mut written, parentheses) = bind::written(self.tree, found.node);
        let is_method = found.kind == UseKind::Method;
        // `Optimizer.step(self)`: what a method of a class is given first is no argument of the method.
        let passes_self = is_method
            && rule.signature.is_some()
            && written.first().is_some_and(|first| first.stars == 0 && self.tree.text_of(first.node) == "self");
        let receiver_argument = passes_self.then(|| written.remove(0));
        let arguments = match bind::bind(self.tree, &self.edited, rule, &written) {
            Bound::Arguments(arguments) => arguments,
            Bound::Refused(reason) => return Becomes::Unsupported(reason),
            Bound::Misfit(reason) => return Becomes::NotTorch(reason),
        };
        let is_changed = || self.is_changed_in_place(found.node);
        let facts = Facts { arguments: &arguments, is_method, is_changed: &is_changed };
        let holds = |case: &&Case| case.when.as_ref().is_none_or(|when| facts.satisfy(when));
        let Some(case) = rule.cases.iter().find(holds) else {
            return Becomes::Unsupported("no case of its rule fits".to_owned());
        };
        match &case.result {
            Outcome::Unsupported(reason) => return Becomes::Unsupported(reason.clone()),
            Outcome::NotTorch => return Becomes::NotTorch("these arguments are not those of PyTorch's".to_owned()),
            _ => {}
        }
        let call = Call { found, rule, case, written, parentheses, is_method, receiver_argument };
        self.convert_call(&call, arguments, notes)
    }

    pub(super) fn convert_call(
        &mut self,
        call: &Call,
        mut arguments: Vec<Argument>,
        notes: &mut Vec<String>,
    ) -> Becomes {
        let receiver = self.receiver(call);
        let target = match self.target(call, receiver.as_ref()) {
            Ok(target) => target,
            Err(reason) => return Becomes::Unsupported(reason),
        };
        let helpers = call.case.helpers.iter().map(|name| name.as_str()).chain(self.mapping.helper_of(&target));
        if let Some(name) = helpers.into_iter().find(|name| self.defined.contains(*name)) {
            return Becomes::Unsupported(defined_already(name));
        }
        let given = arguments.clone();
        let changes = Changes { target: &target, receiver: receiver.as_ref(), given: &given };
        changes.apply(&call.case.changes, &mut arguments);
        self.lose_ignored(call, &mut arguments, notes);
        let tails = Tail::take(call, &mut arguments);
        if call.receiver_argument.is_some() {
            let value = Value::new("self", Shape::Atom);
            arguments.insert(0, Argument { name: None, stars: 0, value, origin: None, is_changed: true });
        }
        let parts = Parts { target: &target, receiver: receiver.as_ref(), given: &given, arguments: &arguments };
        let (before, assigned) = (self.before.len(), self.assigned.len());
        let result = self.build(call, &parts, &tails, notes);
        match result {
            Ok((text, shape)) => {
                self.forget_lost(call, &arguments, &text);
                self.helpers.extend(call.case.helpers.iter().map(|name| name.value.clone()));
                self.modules.extend(call.case.imports.iter().map(|name| name.value.clone()));
                self.need_helper_of_call(call, &target, &text);
                self.warn(call.case, &given);
                Becomes::Text { text, shape }
            }
            Err(reason) => {
                self.before.truncate(before);
                self.assigned.truncate(assigned);
                Becomes::Unsupported(reason)
            }
        }
    }

    /// A template can do without the target, which references become.
    fn need_helper_of_call(&mut self, call: &Call, target: &str, text: &str) {
        let helper = self.mapping.helper_of(target);
        if call.calls_target() || helper.is_some_and(|helper| text.contains(helper)) {
            self.need_helper_of(target);
        }
    }

    /// Reports what the case says of its result, and arguments that matter but go.
    fn warn(&mut self, case: &Case, given: &[Argument]) {
        self.warnings.extend(case.warnings.iter().cloned());
        for (name, reason) in &case.dropped {
            let is_given = given.iter().any(|it| it.name.as_deref() == Some(name.as_str()) && !it.value.is_none);
            if is_given {
                self.warnings.push(format!("the argument `{name}` is dropped: {reason}", name = name.as_str()));
            }
        }
    }

    /// What a dropped argument contains needs no conversion, and so no mark.
    pub(super) fn forget_lost(&mut self, call: &Call, arguments: &[Argument], text: &str) {
        for (origin, written) in call.written.iter().enumerate() {
            let is_left = arguments.iter().any(|it| it.origin == Some(origin));
            if is_left || text.contains(&*self.edited.slice(written.value_extent.clone())) {
                continue;
            }
            let Range { start, end } = written.extent;
            // Uses are found in the order of their ends, so those inside the argument are among the last.
            let first = self.found.partition_point(|it| it.range.end <= start);
            let inside = self.found.split_off(first);
            let is_left = |it: &Found| it.range.start < start || end < it.range.end || it.verdict == Verdict::Converted;
            self.found.extend(inside.into_iter().filter(is_left));
        }
    }

    pub(super) fn receiver(&self, call: &Call) -> Option<Value> {
        if !call.is_method {
            return None;
        }
        let callee = self.tree.child(call.found.node, Role::Callee)?;
        let value = self.tree.child(callee, Role::Value)?;
        let start = self.tree.node(callee).start;
        let name = self.tree.node(callee).name.0;
        let text = self.tree.slice(start..name);
        let dot = start + text.rfind('.').unwrap_or(text.len()) as u32;
        let extent = start..start + self.tree.slice(start..dot).trim_end().len() as u32;
        Some(Value::of(self.tree, &self.edited, value, extent))
    }

    /// The full name of what is called instead.
    pub(super) fn target(&self, call: &Call, receiver: Option<&Value>) -> Result<String, String> {
        let Some(target) = call.rule.target.as_ref().map(|target| target.as_str()) else {
            return match call.case.result {
                Outcome::Call => Err("its rule names no target".to_owned()),
                _ => Ok(String::new()),
            };
        };
        match (receiver, self.mapping.method_of(target)) {
            (Some(receiver), Some(method)) => Ok(format!("{}.{method}", receiver.in_place(false, true))),
            _ => Ok(target.to_owned()),
        }
    }

    /// Removes arguments that have no counterpart and change no result.
    pub(super) fn lose_ignored(&self, call: &Call, arguments: &mut Vec<Argument>, notes: &mut Vec<String>) {
        let ignored = match call.rule.kind {
            RuleKind::Same => &self.mapping.ignored.same,
            RuleKind::Renamed => &self.mapping.ignored.renamed,
            _ if call.rule.signature.is_none() || !call.calls_target() => return,
            _ => &self.mapping.ignored.bound,
        };
        arguments.retain(|it| {
            let name = it.name.as_deref().unwrap_or_default();
            // What a rule has named itself stays.
            let is_original = it
                .origin
                .and_then(|origin| call.written.get(origin))
                .is_some_and(|written| written.keyword.as_deref().is_none_or(|keyword| keyword == name));
            let is_lost = is_original && ignored.iter().any(|known| known == name) && !call.sets(name);
            if is_lost && !it.value.is_none {
                notes.push(format!("the argument `{name}={}` is dropped: the target has none", it.value.shown()));
            }
            !is_lost
        });
    }
}
