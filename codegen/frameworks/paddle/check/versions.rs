//! Compares the recorded versions of operators with their current definitions.

use crate::rules;
use std::collections::{BTreeMap, BTreeSet};

use super::compat_entries::compat_op;
use registry::Registry;
use source::{Change, Diagnostic, Diagnostics, Fix, Spanned, suggest};
use spec::default::normal;
use spec::{Action, ActionKind, Attr, Compat, Op, OpVersion};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for version in &registry.specs().versions {
        let actions = || version.checkpoints.iter().flat_map(|checkpoint| &checkpoint.actions);
        for action in actions() {
            check_unused_default(action, diagnostics);
        }
        let Some(op) = versioned_op(registry, &version.op.value).filter(|op| !op.poisoned) else { continue };
        let parts = ProgramParts::new(op, registry.compat_of(&op.name.value));
        for action in actions() {
            parts.check(version, action, diagnostics);
        }
    }
}

/// The operator that an entry describes. A legacy name is accepted here, too. The framework does not look an operator
/// up by its legacy name, but that is reported elsewhere.
fn versioned_op<'a>(registry: &'a Registry, name: &str) -> Option<&'a Op> {
    let renamed = || {
        let mut pairs = registry.specs().compat.iter().flat_map(|entry| entry.pairs());
        pairs.find(|pair| pair.legacy.as_ref().is_some_and(|legacy| legacy.value == name))
    };
    compat_op(registry, name).or_else(|| compat_op(registry, &renamed()?.name.value))
}

fn check_unused_default(action: &Action, diagnostics: &mut Diagnostics) {
    let Some(default) = action.default.as_ref().filter(|_| !action.kind.needs_default()) else { return };
    let message = format!("`{}` does not use a default", action.kind.key());
    let problem = Diagnostic::new(rules::UNUSED_VERSION_DEFAULT, default.span, message);
    let change = Change::RemoveKey { within: default.span, key: "default".to_owned() };
    let problem = problem.label(action.subject.span, "the subject of the action");
    diagnostics.push(problem.fix(Fix::certain("remove the default", [change])));
}

/// The parts of an operator, by their names in saved programs.
struct ProgramParts<'a> {
    op: &'a Op,
    inputs: Vec<&'a str>,
    outputs: Vec<&'a str>,
    attrs: BTreeMap<&'a str, &'a Attr>,
    /// The attributes that programs store as text.
    texts: BTreeSet<&'a str>,
}

impl<'a> ProgramParts<'a> {
    fn new(op: &'a Op, compat: Option<&'a Compat>) -> Self {
        let signature = &op.signature;
        let mut parts = ProgramParts {
            op,
            inputs: Vec::new(),
            outputs: Vec::new(),
            attrs: BTreeMap::new(),
            texts: BTreeSet::new(),
        };
        let Some(compat) = compat else {
            parts.inputs.extend(signature.input_names());
            parts.outputs.extend(signature.output_names());
            parts.attrs.extend(signature.attrs.iter().map(|attr| (attr.name.as_str(), attr)));
            return parts;
        };
        parts.inputs.extend(signature.input_names().map(|name| compat.input_in_programs(name)));
        parts.outputs.extend(signature.output_names().map(|name| compat.output_in_programs(name)));
        // If an extra name is that of a part of the operator, it is the current name. Otherwise, an op maker in C++ has
        // the part.
        let not_own =
            |name: &&Spanned<String>| signature.input(&name.value).is_none() && signature.output(&name.value).is_none();
        parts.inputs.extend(compat.extra.inputs.iter().filter(not_own).map(|name| name.as_str()));
        parts.outputs.extend(compat.extra.outputs.iter().filter(not_own).map(|name| name.as_str()));
        for mutable in compat.scalar.values().chain(compat.int_array.values()) {
            let tensors = mutable.tensor_name.iter().chain(&mutable.tensors_name);
            parts.inputs.extend(tensors.map(|name| name.as_str()));
        }
        let is_text = |ty: &Spanned<String>| matches!(ty.as_str(), "str" | "std::string");
        let texts = compat.scalar.iter().filter(|(_, mutable)| mutable.data_type.as_ref().is_some_and(is_text));
        parts.texts.extend(texts.map(|(name, _)| compat.attr_in_programs(name)));
        parts.attrs.extend(compat.extra.attrs.iter().map(|attr| (attr.name.as_str(), attr)));
        parts.attrs.extend(signature.attrs.iter().map(|attr| (compat.attr_in_programs(&attr.name.value), attr)));
        parts
    }

    /// Compares an action with the operator as it is now. Deletions are not checked, because a part may have been added
    /// again.
    fn check(&self, version: &OpVersion, action: &Action, diagnostics: &mut Diagnostics) {
        let attrs = || self.attrs.keys().copied().collect::<Vec<_>>();
        let (what, known) = match action.kind {
            ActionKind::AddInput | ActionKind::ModifyInput => ("input", self.inputs.clone()),
            ActionKind::AddOutput | ActionKind::ModifyOutput => ("output", self.outputs.clone()),
            ActionKind::AddAttr | ActionKind::ModifyAttr => ("attribute", attrs()),
            ActionKind::DeleteAttr | ActionKind::DeleteInput | ActionKind::DeleteOutput | ActionKind::FixBug => return,
        };
        let subject = &action.subject;
        if self.is_deleted(version, subject) {
            return;
        }
        if !known.contains(&subject.as_str()) {
            return self.report(what, subject, &known, diagnostics);
        }
        let now =
            self.attrs.get(subject.as_str()).filter(|_| what == "attribute").and_then(|attr| attr.default.as_ref());
        if let (Some(now), Some(then)) = (now, &action.default)
            && self.normalised(subject.as_str(), &now.value) != self.normalised(subject.as_str(), &then.value)
            && !then.value.ends_with("::none")
        {
            let message = format!(
                "`{}` of `{}` defaults to `{}`, but this checkpoint says `{}`",
                subject.value, self.op.name.value, now.value, then.value
            );
            let problem = Diagnostic::new(rules::VERSION_DEFAULT, then.span, message).label(now.span, "its default");
            diagnostics.push(
                problem
                    .help("older programs are loaded with the operator's default: write that here, or allow the rule"),
            );
        }
    }

    /// Normalises a default for comparison.
    fn normalised(&self, attr: &str, default: &str) -> String {
        let default = normal(default);
        match self.texts.contains(attr) {
            true => normal(default.trim_matches('"')),
            false => default,
        }
    }

    fn is_deleted(&self, version: &OpVersion, subject: &Spanned<String>) -> bool {
        let deletes = |action: &&Action| {
            matches!(action.kind, ActionKind::DeleteAttr | ActionKind::DeleteInput | ActionKind::DeleteOutput)
        };
        let actions = version.checkpoints.iter().flat_map(|checkpoint| &checkpoint.actions);
        let known = self.inputs.contains(&subject.as_str()) || self.attrs.contains_key(subject.as_str());
        !known && actions.filter(deletes).any(|action| action.subject == *subject)
    }

    fn report(&self, what: &str, subject: &Spanned<String>, known: &[&str], diagnostics: &mut Diagnostics) {
        let kinds = [("input", &self.inputs), ("output", &self.outputs)];
        let attr = self.attrs.contains_key(subject.as_str()).then_some("attribute");
        let is = kinds.iter().find(|(_, names)| names.contains(&subject.as_str())).map(|(kind, _)| *kind).or(attr);
        let message = match is {
            Some(is) => format!("`{}` of `{}` is an {is}, not an {what}", subject.value, self.op.name.value),
            None => format!("`{}` has no {what} `{}` in saved programs", self.op.name.value, subject.value),
        };
        let problem = Diagnostic::new(rules::UNKNOWN_VERSION_PART, subject.span, message);
        let signature = &self.op.signature;
        let parts = match what {
            "output" => signature.outputs_span().map(|span| (span, "its outputs")),
            _ => signature.args_span().map(|span| (span, "its arguments")),
        };
        let (at, label) = parts.unwrap_or((self.op.name.span, "the operator"));
        let problem = problem.label(at, label);
        let help = suggest::help(&subject.value, known.iter().copied());
        diagnostics
            .push(problem.help("write the name that it has in saved programs, as given in op_compat").maybe_help(help));
    }
}
