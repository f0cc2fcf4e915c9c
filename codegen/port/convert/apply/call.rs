//! Converts a call: binds its arguments, chooses the case of the rule, and builds the call of the target.

use std::collections::BTreeSet;
use std::ops::Range;

use super::changes::{Changes, TakenArguments};
use super::expand_call::CallParts;
use super::matched_call::MatchedCall;
use super::{Converter, Replacement};
use crate::bind::{self, Argument, Bound, Value};
use crate::edited::Shape;
use crate::expand::{self, CallFacts};
use crate::python::{NodeId, Role};
use crate::report::{Found, Verdict};
use crate::rules::{Case, Outcome, Rule, RuleKind};
use crate::uses::{Use, UseKind};

impl Converter<'_> {
    pub(super) fn call(&mut self, found: &Use, rule: &Rule, notes: &mut Vec<String>) -> Replacement {
        let (mut written, parentheses) = bind::written(self.tree, found.node);
        let is_method = found.kind == UseKind::Method;
        // In `Optimizer.step(self)`, `self` is not in the method's signature.
        let passes_self = is_method
            && rule.signature.is_some()
            && written.first().is_some_and(|first| first.stars == 0 && self.tree.text_of(first.node) == "self");
        let receiver_argument = passes_self.then(|| written.remove(0));
        let arguments = match bind::bind(self.tree, &self.edited, self.mapping, rule, &written) {
            Bound::Arguments(arguments) => arguments,
            Bound::Refused(reason) => return Replacement::Unsupported(reason),
            Bound::Misfit(reason) => return Replacement::NotTorch(reason),
        };
        let is_changed = || self.is_changed_in_place(found.node);
        let may_be_caught = || self.may_be_caught(found.node);
        let code_of = |id: Option<NodeId>| id.map(|id| self.tree.text_of(id));
        let callee = self.tree.child(found.node, Role::Callee).filter(|_| is_method);
        let receiver = code_of(callee.and_then(|callee| self.tree.child(callee, Role::Value)));
        let argument_of = code_of(self.tree.child(self.tree.node(found.node).parent, Role::Callee));
        let receiver = receiver.or(is_method.then_some(""));
        let (is_changed, may_be_caught): (&dyn Fn() -> bool, &dyn Fn() -> bool) = (&is_changed, &may_be_caught);
        let facts = CallFacts { arguments: &arguments, receiver, argument_of, is_changed, may_be_caught };
        let holds = |case: &&Case| case.when.as_ref().is_none_or(|when| facts.satisfy(when));
        let Some(case) = rule.cases.iter().find(holds) else {
            return Replacement::Unsupported("no case of its rule applies".to_owned());
        };
        match &case.result {
            Outcome::Unsupported(reason) => return Replacement::Unsupported(reason.clone()),
            Outcome::NotTorch => {
                return Replacement::NotTorch("PyTorch's function does not take these arguments".to_owned());
            }
            _ => {}
        }
        let call = MatchedCall { found, rule, case, written, parentheses, is_method, receiver_argument };
        self.convert_call(&call, arguments, notes)
    }

    pub(super) fn convert_call(
        &mut self,
        call: &MatchedCall,
        mut arguments: Vec<Argument>,
        notes: &mut Vec<String>,
    ) -> Replacement {
        let receiver = self.receiver(call);
        let target = match self.target(call, receiver.as_ref()) {
            Ok(target) => target,
            Err(reason) => return Replacement::Unsupported(reason),
        };
        let helper = self.mapping.helper_of(&target).map(str::to_owned);
        let helpers = call.case.helpers.iter().map(|name| name.value.clone()).chain(helper);
        let aliases = self.aliases_of(helpers.collect());
        let target = expand::with_aliases(&target, &aliases).into_owned();
        let given = arguments.clone();
        let changes = Changes { target: &target, receiver: receiver.as_ref(), given: &given, aliases: &aliases };
        changes.apply(&call.case.changes, &mut arguments);
        self.drop_ignored(call, &mut arguments, notes);
        let taken = TakenArguments::take(call, &mut arguments);
        pass_in_order(call, &mut arguments);
        if call.receiver_argument.is_some() {
            let value = Value::new("self", Shape::Atom);
            arguments.insert(0, Argument { name: None, stars: 0, value, origin: None, is_changed: true });
        }
        let (receiver, given, arguments) = (receiver.as_ref(), &given, &arguments);
        let parts = CallParts { target: &target, receiver, given, arguments, aliases: &aliases };
        let (before, assigned) = (self.before.len(), self.assigned.len());
        let result = self.build(call, &parts, &taken, notes);
        match result {
            Ok((text, shape)) => {
                self.forget_dropped(call, arguments, &text);
                for helper in call.case.helpers.iter().map(|name| name.as_str()) {
                    self.need_helper_in(helper, &text);
                }
                self.modules.extend(call.case.imports.iter().map(|name| name.value.clone()));
                self.need_helper_of_call(call, &text);
                self.warn(call.case, given);
                Replacement::Text { text, shape }
            }
            Err(reason) => {
                self.before.truncate(before);
                self.assigned.truncate(assigned);
                Replacement::Unsupported(reason)
            }
        }
    }

    /// Imports the helper of the target if the converted call uses it. Some templates do not call the target.
    fn need_helper_of_call(&mut self, call: &MatchedCall, text: &str) {
        let Some(target) = call.rule.target.as_ref().map(|target| target.as_str()) else { return };
        let helper = self.mapping.helper_of(target);
        if call.calls_target() || helper.is_some_and(|helper| text.contains(helper)) {
            self.need_helper_of(target);
        }
    }

    /// Adds the warnings of the case, and one for each argument that is dropped although it matters.
    fn warn(&mut self, case: &Case, given: &[Argument]) {
        self.warnings.extend(case.warnings.iter().cloned());
        for text in &case.differences {
            self.note_difference(text);
        }
        for (name, reason) in &case.dropped {
            let is_given = given.iter().any(|it| it.name.as_deref() == Some(name.as_str()) && !it.value.is_none);
            if is_given {
                self.warnings.push(format!("the argument `{name}` is dropped: {reason}", name = name.as_str()));
            }
        }
    }

    /// Forgets unconverted uses inside arguments that are dropped, so that they are not marked.
    pub(super) fn forget_dropped(&mut self, call: &MatchedCall, arguments: &[Argument], text: &str) {
        let left: BTreeSet<usize> = arguments.iter().filter_map(|it| it.origin).collect();
        for (origin, written) in call.written.iter().enumerate() {
            if left.contains(&origin) || text.contains(&*self.edited.slice(written.value_extent.clone())) {
                continue;
            }
            let Range { start, end } = written.extent;
            // Uses are ordered by their ends, so those inside the argument are among the last.
            let first = self.found.partition_point(|it| it.range.end <= start);
            let inside = self.found.split_off(first);
            let is_left = |it: &Found| it.range.start < start || end < it.range.end || it.verdict == Verdict::Converted;
            self.found.extend(inside.into_iter().filter(is_left));
        }
    }

    pub(super) fn receiver(&self, call: &MatchedCall) -> Option<Value> {
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

    /// The function or method to call instead, with the receiver in front of a method.
    pub(super) fn target(&self, call: &MatchedCall, receiver: Option<&Value>) -> Result<String, String> {
        let Some(target) = call.rule.target.as_ref().map(|target| target.as_str()) else {
            return match call.case.result {
                Outcome::Call => Err("its rule has no target".to_owned()),
                _ => Ok(String::new()),
            };
        };
        if call.found.kind == UseKind::SuperInit {
            let callee = self.tree.child(call.found.node, Role::Callee);
            return match (&call.case.result, callee) {
                (Outcome::Call, Some(callee)) if call.case.before.is_empty() => {
                    Ok(self.tree.text_of(callee).to_owned())
                }
                _ => Err("its class is replaced by something else than a call".to_owned()),
            };
        }
        match (receiver, self.mapping.method_of(target)) {
            (Some(receiver), Some(method)) => Ok(format!("{}.{method}", receiver.text_for(false, true))),
            _ => Ok(target.to_owned()),
        }
    }

    /// Removes arguments that have no counterpart and do not change the result.
    pub(super) fn drop_ignored(&self, call: &MatchedCall, arguments: &mut Vec<Argument>, notes: &mut Vec<String>) {
        let ignored = match call.rule.kind {
            RuleKind::Same => &self.mapping.ignored.same,
            RuleKind::Renamed => &self.mapping.ignored.renamed,
            _ if call.rule.signature.is_none() || !call.calls_target() => return,
            _ => &self.mapping.ignored.bound,
        };
        arguments.retain(|it| {
            let name = it.name.as_deref().unwrap_or_default();
            // An argument that the rule renamed stays.
            let is_original = it
                .origin
                .and_then(|origin| call.written.get(origin))
                .is_some_and(|written| written.keyword.as_deref().is_none_or(|keyword| keyword == name));
            let is_lost = is_original && ignored.iter().any(|known| known == name) && !call.sets(name);
            if is_lost && !it.value.is_none {
                notes.push(format!(
                    "the argument `{name}={}` is dropped, because the target has no such argument",
                    it.value.shown()
                ));
            }
            !is_lost
        });
    }
}

/// Passes the arguments at the beginning by position if they are given so, and the target has them in the same order.
fn pass_in_order(call: &MatchedCall, arguments: &mut [Argument]) {
    let in_order = call.rule.signature.as_ref().map_or(0, |signature| signature.in_order);
    let is_positional = |argument: &Argument| {
        let written = argument.origin.and_then(|origin| call.written.get(origin));
        written.is_some_and(|written| written.keyword.is_none() && written.stars == 0)
    };
    for (index, argument) in arguments.iter_mut().enumerate().take(in_order) {
        if argument.origin != Some(index) || !is_positional(argument) {
            break;
        }
        argument.name = None;
    }
}
