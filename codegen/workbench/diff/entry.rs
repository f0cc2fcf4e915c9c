//! The entries of `op_version` that changes call for.

use serde::Serialize;

use super::side::{Compared, Sides};
use spec::{Action, ActionKind, OpVersion};

/// An action that `op_version` should record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedAction {
    pub kind: ActionKind,
    /// The name of the argument or output in programs.
    pub subject: String,
    /// The text of the action's comment.
    pub comment: String,
    /// The default as a C++ expression and its C++ type, both as programs store them.
    pub default: Option<(String, String)>,
}

/// An entry to add to `op_version`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingEntry {
    /// The name of the operator in `op_version`.
    pub op: String,
    /// The file to which the entry is to be added.
    pub file: String,
    /// The line of the operator's existing entry, if it has one.
    pub line: Option<usize>,
    /// Whether `model` counts as broken as long as the entry is missing.
    pub required: bool,
    /// The text to add.
    pub yaml: String,
}

impl MissingEntry {
    /// Where to add the entry, as part of a message.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("to the end of the entry at {}:{line}", self.file),
            None => format!("to {}", self.file),
        }
    }
}

/// The actions that the head records and the base does not.
pub struct NewActions<'a> {
    actions: Vec<&'a Action>,
}

impl<'a> NewActions<'a> {
    pub fn new(op: &Compared<'_, 'a>) -> Self {
        let actions = |version: Option<&'a OpVersion>| -> Vec<&'a Action> {
            version.into_iter().flat_map(|version| &version.checkpoints).flat_map(|point| &point.actions).collect()
        };
        let mut old = actions(op.base.registry.version(op.old_id));
        let mut new = actions(op.head.registry.version(op.new_id));
        new.retain(|action| match old.iter().position(|earlier| earlier == action) {
            Some(at) => {
                old.remove(at);
                false
            }
            None => true,
        });
        NewActions { actions: new }
    }

    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    pub fn contains(&self, wanted: &WantedAction) -> bool {
        self.has(wanted.kind, &wanted.subject)
    }

    pub fn has(&self, kind: ActionKind, subject: &str) -> bool {
        self.actions.iter().any(|action| action.kind == kind && action.subject.value == subject)
    }
}

/// An entry that records the wanted actions.
pub fn missing(op: &Compared, sides: Sides, wanted: &[WantedAction], required: bool) -> MissingEntry {
    let name = op.new.stem();
    let entry = op.head.registry.version(op.new_id);
    let sources = &sides.head.sources;
    let versions = sides.profile().inputs.iter().find(|input| input.holds == profile::Holds::Versions);
    let places = || versions.iter().flat_map(|input| &input.paths);
    let known = sources.files().map(|file| file.name()).find(|file| places().any(|place| file.ends_with(place)));
    let file = entry.map(|entry| sources.file(entry.op.span.file).name()).or(known);
    // If there is no such file yet, it is to be created beside the operators.
    let beside = sources.file(op.new.name.span.file).name().rsplit_once('/').map_or("", |(folder, _)| folder);
    let new = if beside.is_empty() { "op_version.yaml".to_owned() } else { format!("{beside}/op_version.yaml") };
    let checkpoint = checkpoint(op, wanted);
    let yaml = match entry {
        Some(_) => checkpoint,
        None => format!("- op : {name}\n  version :\n{checkpoint}"),
    };
    MissingEntry {
        op: name.to_owned(),
        file: file.map_or(new, str::to_owned),
        line: entry.map(|entry| sources.region(entry.op.span).line),
        required,
        yaml,
    }
}

fn checkpoint(op: &Compared, wanted: &[WantedAction]) -> String {
    let list = |kind: ActionKind| {
        let names = wanted.iter().filter(|wanted| wanted.kind == kind).map(|wanted| wanted.subject.as_str());
        (kind, names.collect::<Vec<_>>())
    };
    let by_kind = ActionKind::all().map(list).filter(|(_, names)| !names.is_empty());
    let note: Vec<_> = by_kind.map(|(kind, names)| format!("{} [{}]", phrase(kind), names.join(", "))).collect();
    let mut yaml = format!("    - checkpoint : Upgrade {}, {}.\n      action :\n", op.new.stem(), note.join(", "));
    for WantedAction { kind, subject, comment, default } in wanted {
        yaml += &format!("        - {} : {subject}\n          comment : {}\n", kind.key(), scalar(comment));
        if let Some((default, ty)) = default {
            yaml += &format!("          default : {}\n", value(default, ty));
        }
    }
    yaml
}

fn phrase(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::AddAttr => "add attribute",
        ActionKind::AddInput => "add input",
        ActionKind::AddOutput => "add output",
        ActionKind::ModifyAttr => "change the default of attribute",
        ActionKind::DeleteAttr => "delete attribute",
        ActionKind::DeleteInput => "delete input",
        ActionKind::DeleteOutput => "delete output",
        ActionKind::ModifyInput => "change input",
        ActionKind::ModifyOutput => "change output",
        ActionKind::FixBug => "fix",
    }
}

/// A default as a YAML value. The framework copies it into C++, where it must have a type that programs can store.
fn value(default: &str, ty: &str) -> String {
    let cpp = match default.chars().next() {
        Some('"') => format!("std::string({default})"),
        Some('{') => format!("{ty}{default}"),
        _ => default.to_owned(),
    };
    // Without quotes, YAML would read a boolean instead of text.
    if ty == "bool" { format!("\"{cpp}\"") } else { scalar(&cpp) }
}

/// Text as a YAML scalar, quoted if necessary.
fn scalar(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '(' | '-' | '.'))
        && !text.contains([':', '#', '"', '{', '[']);
    if plain { text.to_owned() } else { serde_json::to_string(text).unwrap_or_else(|_| text.to_owned()) }
}
