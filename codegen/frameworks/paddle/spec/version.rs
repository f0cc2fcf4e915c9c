//! `op_version.yaml`: the changes to the saved form of operators, checkpoint by checkpoint.

use crate::constant::is_any_constant;
use crate::rules;
use serde::{Deserialize, Serialize};

use super::action::ActionKind;
use super::keys;
use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Spanned};

/// All checkpoints of one operator, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpVersion {
    /// The operator, without the trailing underscore of inplace operators.
    pub op: Spanned<String>,
    /// Its checkpoints, as in the file.
    pub checkpoints: Vec<Checkpoint>,
}

/// The changes that were made together. Each checkpoint increments the operator's version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// One sentence that describes the changes.
    pub note: Spanned<String>,
    /// The changes.
    pub actions: Vec<Action>,
}

/// One change to an operator's saved form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The kind of change.
    pub kind: ActionKind,
    /// The input, output or attribute by its name in programs; for a bug fix, the kind of fix.
    pub subject: Spanned<String>,
    /// The reason for the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<Spanned<String>>,
    /// The operator's default since then, as a C++ expression. It only documents: programs without the attribute are loaded with
    /// the operator's current default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Spanned<String>>,
}

/// Reads the entries of the file. Those that cannot be read are reported and left out.
pub fn read_versions(root: &Node, diagnostics: &mut Diagnostics) -> Vec<OpVersion> {
    let entries = fields::items(root, format_args!("a version file"), diagnostics).unwrap_or_default();
    entries.iter().filter_map(|entry| read_entry(entry, diagnostics)).collect()
}

fn read_entry(node: &Node, diagnostics: &mut Diagnostics) -> Option<OpVersion> {
    let fields = Fields::of(node, format_args!("a version entry"), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &keys::VERSION.names(), diagnostics);
    let op = fields.require_text("op", diagnostics)?.to_spanned();
    let Some(version) = fields.get("version") else {
        fields.report_missing("version", diagnostics);
        return None;
    };
    let what = format!("`version` of `{}`", op.value);
    let items = fields::items(version, format_args!("{what}"), diagnostics)?;
    let checkpoints = items.iter().filter_map(|item| read_checkpoint(item, &what, diagnostics)).collect();
    Some(OpVersion { op, checkpoints })
}

fn read_checkpoint(node: &Node, what: &str, diagnostics: &mut Diagnostics) -> Option<Checkpoint> {
    let fields = Fields::of(node, format_args!("a checkpoint in {what}"), diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &keys::CHECKPOINT.names(), diagnostics);
    let note = free_text(&fields, "checkpoint", diagnostics);
    let Some(actions) = fields.get("action") else {
        fields.report_missing("action", diagnostics);
        return None;
    };
    let actions = fields::items(actions, format_args!("`action` in {what}"), diagnostics)?;
    let actions = actions.iter().filter_map(|item| read_action(item, what, diagnostics)).collect();
    Some(Checkpoint { note: note?, actions })
}

fn read_action(node: &Node, what: &str, diagnostics: &mut Diagnostics) -> Option<Action> {
    let fields = Fields::of(node, format_args!("an action in {what}"), diagnostics)?;
    let known = keys::names(&keys::action());
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &known, diagnostics);
    let given = ActionKind::all().map(|kind| (kind.key(), kind));
    let mut kinds = given.filter(|(key, _)| fields.get(key).is_some());
    let Some((key, kind)) = kinds.next() else {
        // If there is an unknown key, it is probably a misspelt action, and has been reported.
        if fields.entries().iter().any(|(key, _)| !known.contains(&key.as_str())) {
            return None;
        }
        let message = format!("{} does not say what it does", fields.what);
        diagnostics.push(
            Diagnostic::new(source::rules::MISSING_KEY, fields.span, message).help("give it a key such as `add_attr`"),
        );
        return None;
    };
    if let Some((second, _)) = kinds.next() {
        let message = format!("an action can do only one thing, not both `{key}` and `{second}`");
        let at = fields.key_span(second).unwrap_or(fields.span);
        diagnostics.push(Diagnostic::new(source::rules::WRONG_NODE, at, message).help("start a new list item"));
    }
    let subject = fields.require_text(key, diagnostics)?.to_spanned();
    let comment = fields.get("comment").and_then(|_| free_text(&fields, "comment", diagnostics));
    if fields.get("comment").is_none() && !fields.any_rejected() {
        let message = format!("{} has no `comment`", fields.what);
        diagnostics.push(Diagnostic::new(rules::NO_COMMENT, subject.span, message));
    }
    let default = fields.text("default", diagnostics).map(|text| value(&fields, "default", text));
    if let Some(default) = default.as_ref().filter(|default| !is_any_constant(default.as_str())) {
        let message = format!("`{}` is not a constant", default.value);
        let problem = Diagnostic::new(rules::WRONG_DEFAULT, default.span, message);
        diagnostics.push(problem.help("write a value in C++, such as `1.0` or `std::vector<int>{}`"));
    }
    if kind.needs_default() && default.is_none() {
        fields.report_missing("default", diagnostics);
    }
    Some(Action { kind, subject, comment, default })
}

fn free_text(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    Some(value(fields, key, fields.require_text(key, diagnostics)?))
}

/// The value of the scalar under a key, without its quotes and with its lines folded, but with the span of `text`.
fn value(fields: &Fields, key: &str, text: Text) -> Spanned<String> {
    match fields.get(key).map(|node| &node.value) {
        Some(Value::Scalar(scalar)) => Spanned::new(scalar.text.clone(), text.span()),
        _ => text.to_spanned(),
    }
}
