//! Changes of arguments that a rule asks for, and the common arguments that are converted to code around the call.

use std::collections::BTreeMap;

use super::matched_call::MatchedCall;
use crate::bind::{Argument, Value};
use crate::expand::{self, TemplateScope, Variables};
use crate::rules::{Change, Mapping, Outcome, RuleKind, Template};

pub(super) struct Changes<'r> {
    pub(super) target: &'r str,
    pub(super) receiver: Option<&'r Value>,
    pub(super) given: &'r [Argument],
    pub(super) aliases: &'r BTreeMap<String, String>,
}

impl Changes<'_> {
    /// Applies changes in order. A change whose template needs an omitted argument does nothing.
    pub(super) fn apply(&self, changes: &[Change], arguments: &mut Vec<Argument>) {
        for change in changes {
            match change {
                Change::First(name, template) => {
                    let Ok(value) = self.expand(template) else { continue };
                    arguments.retain(|it| it.name.as_ref() != Some(&name.value));
                    arguments.insert(0, new_argument(name.as_str(), value));
                }
                Change::Set(name, template) => {
                    let Ok(value) = self.expand(template) else { continue };
                    match arguments.iter_mut().find(|it| it.name.as_ref() == Some(&name.value)) {
                        Some(argument) => {
                            argument.value = value;
                            argument.is_changed = true;
                        }
                        None => arguments.push(new_argument(name.as_str(), value)),
                    }
                }
                Change::Drop(name) => arguments.retain(|it| it.name.as_ref() != Some(&name.value)),
                Change::Rename(name, to) => rename(arguments, name.as_str(), to),
                Change::Default(name, template) => {
                    let is_given = arguments.iter().any(|it| it.name.as_ref() == Some(&name.value));
                    let Ok(value) = self.expand(template) else { continue };
                    if !is_given {
                        arguments.push(new_argument(name.as_str(), value));
                    }
                }
            }
        }
    }

    pub(super) fn expand(&self, template: &Template) -> Result<Value, expand::Missing> {
        let scope = TemplateScope {
            target: self.target,
            receiver: self.receiver,
            arguments: &[],
            given: self.given,
            falls_back: false,
            call: None,
            variables: &Variables::default(),
            aliases: self.aliases,
        };
        scope.expand(template).map(Value::of_code)
    }
}

pub(super) fn new_argument(name: &str, value: Value) -> Argument {
    Argument { name: Some(name.to_owned()), stars: 0, value, origin: None, is_changed: true }
}

pub(super) fn rename(arguments: &mut Vec<Argument>, name: &str, to: &[source::Spanned<String>]) {
    let Some(index) = arguments.iter().position(|it| it.name.as_deref() == Some(name)) else { return };
    let renamed = arguments.remove(index);
    for (offset, to) in to.iter().enumerate() {
        let origin = if offset == 0 { renamed.origin } else { None };
        let copy = Argument { name: Some(to.value.clone()), origin, ..renamed.clone() };
        let taken = arguments.iter().position(|it| it.name.as_ref() == Some(&to.value));
        match taken {
            // Overloads may give an argument different names; the later one wins.
            Some(taken) => arguments[taken] = Argument { origin: None, is_changed: true, ..copy },
            None => arguments.insert((index + offset).min(arguments.len()), copy),
        }
    }
}

/// The common arguments of a call, taken out to be converted to code around it. See [`CommonArguments`].
#[derive(Default)]
pub(super) struct TakenArguments {
    pub(super) dtype: Option<Argument>,
    pub(super) pin_memory: Option<Argument>,
    pub(super) requires_grad: Option<Argument>,
    pub(super) out: Option<Argument>,
}

impl TakenArguments {
    pub(super) fn take(call: &MatchedCall, arguments: &mut Vec<Argument>) -> TakenArguments {
        let mut take = |name: &str| {
            if call.sets(name) {
                return None;
            }
            let index = arguments.iter().position(|it| it.name.as_deref() == Some(name))?;
            let found = arguments.remove(index);
            (!found.value.is_none).then_some(found)
        };
        let is_factory = call.rule.kind == RuleKind::Bound
            && call.rule.signature.is_some()
            && matches!(call.case.result, Outcome::Call);
        if is_factory {
            let pin_memory = take("pin_memory").filter(|it| it.value.literal() != "False");
            return TakenArguments {
                dtype: take("dtype"),
                pin_memory,
                requires_grad: take("requires_grad"),
                out: take("out"),
            };
        }
        if call.case.out.is_some() {
            TakenArguments { out: take("out"), ..TakenArguments::default() }
        } else {
            TakenArguments::default()
        }
    }

    /// The templates that put the arguments around the call.
    pub(super) fn steps(&self, mapping: &Mapping) -> Vec<Vec<Template>> {
        let common = &mapping.common_arguments;
        let mut steps = Vec::new();
        if self.dtype.is_some() {
            steps.push(common.dtype.clone());
        }
        if self.pin_memory.is_some() {
            steps.push(common.pin_memory.clone());
        }
        match (&self.requires_grad, &self.out) {
            (Some(_), Some(_)) => steps.push(common.out_and_requires_grad.clone()),
            (Some(_), None) => steps.push(common.requires_grad.clone()),
            (None, Some(_)) => steps.push(common.out.clone()),
            (None, None) => {}
        }
        steps
    }
}
