//! Entries of `op_version` that a change needs.

use serde::Serialize;

use super::side::{Compared, Sides};
use spec::{Action, ActionKind, OpVersion};

/// An action that a checkpoint should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub kind: ActionKind,
    /// The name in programs.
    pub subject: String,
    /// The text of its comment.
    pub comment: String,
    /// The default as a C++ expression, and the C++ type, both as programs store them.
    pub default: Option<(String, String)>,
}

/// An entry to paste into `op_version`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingEntry {
    pub op: String,
    /// The file that it belongs in.
    pub file: String,
    /// The line of the operator's entry, to which it is added, if there is one.
    pub line: Option<usize>,
    /// Whether programs break without it.
    pub required: bool,
    pub yaml: String,
}

impl MissingEntry {
    /// Where it belongs, for messages.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("to the end of the entry at {}:{line}", self.file),
            None => format!("to {}", self.file),
        }
    }
}

/// The actions in the head that the base does not have.
pub struct Declared<'a> {
    actions: Vec<&'a Action>,
}

impl<'a> Declared<'a> {
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
        Declared { actions: new }
    }

    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    pub fn says(&self, wanted: &Wanted) -> bool {
        self.has(wanted.kind, &wanted.subject)
    }

    pub fn has(&self, kind: ActionKind, subject: &str) -> bool {
        self.actions.iter().any(|action| action.kind == kind && action.subject.value == subject)
    }
}

/// The entry with the wanted actions.
pub fn missing(op: &Compared, sides: Sides, wanted: Vec<Wanted>, required: bool) -> MissingEntry {
    let name = op.new.stem();
    let entry = op.head.registry.version(op.new_id);
    let sources = &sides.head.sources;
    let versions = sides.profile().inputs.iter().find(|input| input.holds == profile::Holds::Versions);
    let places = || versions.iter().flat_map(|input| &input.paths);
    let known = sources.files().map(|file| file.name()).find(|file| places().any(|place| file.ends_with(place)));
    let file = entry.map(|entry| sources.file(entry.op.span.file).name()).or(known);
    // If there is no such file yet, it belongs next to the operators.
    let beside = sources.file(op.new.name.span.file).name().rsplit_once('/').map_or("", |(folder, _)| folder);
    let new = if beside.is_empty() { "op_version.yaml".to_owned() } else { format!("{beside}/op_version.yaml") };
    let checkpoint = checkpoint(op, &wanted);
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

fn checkpoint(op: &Compared, wanted: &[Wanted]) -> String {
    let list = |kind: ActionKind| {
        let names = wanted.iter().filter(|wanted| wanted.kind == kind).map(|wanted| wanted.subject.as_str());
        (kind, names.collect::<Vec<_>>())
    };
    let by_kind = ActionKind::all().map(list).filter(|(_, names)| !names.is_empty());
    let note: Vec<_> = by_kind.map(|(kind, names)| format!("{} [{}]", phrase(kind), names.join(", "))).collect();
    let mut yaml = format!("    - checkpoint : Upgrade {}, {}.\n      action :\n", op.new.stem(), note.join(", "));
    for Wanted { kind, subject, comment, default } in wanted {
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

/// A default as a YAML value, from which the framework makes C++ of a type that programs can hold.
fn value(default: &str, ty: &str) -> String {
    let cpp = match default.chars().next() {
        Some('"') => format!("std::string({default})"),
        Some('{') => format!("{ty}{default}"),
        _ => default.to_owned(),
    };
    // A boolean has to be quoted so that YAML reads it as text.
    if ty == "bool" { format!("\"{cpp}\"") } else { scalar(&cpp) }
}

/// Text as a YAML scalar, with quotes if it needs them.
fn scalar(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '(' | '-' | '.'))
        && !text.contains([':', '#', '"', '{', '[']);
    if plain { text.to_owned() } else { serde_json::to_string(text).unwrap_or_else(|_| text.to_owned()) }
}
