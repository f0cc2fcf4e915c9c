//! `[[target]]`: targets that a project defines by a template.

use crate::framework::Names;
use source::fields::{self, Fields};
use source::path::{normalised, refusal, shown};
use source::yaml::{Node, note_lost};
use source::{Diagnostic, Diagnostics, Spanned, rules, suggest};

/// A target that a project defines itself.
#[derive(Debug, Clone)]
pub struct CustomTarget {
    /// The name by which callers ask for the target.
    pub name: Spanned<String>,
    /// The name of a file in the folder of templates.
    pub template: Spanned<String>,
    /// A template for the path of an output, relative to the output folder.
    pub output: Spanned<String>,
    /// The unit that gets one output.
    pub per: Per,
    /// The syntax of the template. By default, the ending of its name decides.
    pub syntax: Option<Spanned<String>>,
    /// Further values for the template: names with expressions.
    pub values: Vec<NamedText>,
    /// The division of the output into several files.
    pub shards: Option<TargetShards>,
}

/// A key and its text.
pub type NamedText = (Spanned<String>, Spanned<String>);

/// The division of a target's output into several files.
#[derive(Debug, Clone)]
pub struct TargetShards {
    /// The number of files.
    pub count: Spanned<usize>,
    /// An expression for a text, which decides the shard of an operator.
    pub key: Spanned<String>,
    /// Names with expressions for lists. In a shard, each name stands for the concatenated lists of its operators.
    pub lists: Vec<NamedText>,
}

/// The unit that gets one output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    /// Each operator.
    Op,
    /// Each file that defines operators.
    File,
    /// All operators together.
    All,
}

impl Per {
    /// Every unit.
    pub const ALL: [Per; 3] = [Per::Op, Per::File, Per::All];

    /// The spelling in `opgen.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Per::Op => "op",
            Per::File => "file",
            Per::All => "all",
        }
    }
}

pub(super) const KEYS: &[&str] =
    &["name", "template", "output", "per", "syntax", "values", "shards", "shard_key", "sharded"];

/// Reads every `[[target]]`. Those with mistakes are reported and left out.
pub fn read(node: &Node, names: &Names, diagnostics: &mut Diagnostics) -> Vec<CustomTarget> {
    let mut targets: Vec<CustomTarget> = Vec::new();
    for item in fields::items(node, format_args!("`target`"), diagnostics).unwrap_or_default() {
        let Some(target) = read_one(item, diagnostics) else {
            // `[outputs]` may refer to this target, which must not be reported, too.
            note_lost(item, diagnostics);
            continue;
        };
        let name = &target.name;
        if names.targets.contains(&name.value.as_str()) {
            let message = format!("`{}` is a built-in target", name.value);
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, name.span, message).help("give it another name"));
        } else if let Some(earlier) = targets.iter().find(|earlier| earlier.name == *name) {
            let message = format!("two targets have the name `{}`", name.value);
            let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
            diagnostics
                .push(problem.label(earlier.name.span, "the first is here").help("give one of them another name"));
        } else {
            targets.push(target);
        }
    }
    targets
}

fn read_one(node: &Node, diagnostics: &mut Diagnostics) -> Option<CustomTarget> {
    let fields = Fields::of(node, format_args!("a target"), diagnostics)?;
    fields.reject_unknown(rules::UNKNOWN_KEY, KEYS, diagnostics);
    let [name, template] =
        ["name", "template"].map(|key| fields.require_text(key, diagnostics).map(|text| text.to_spanned()));
    let output = fields.require_text("output", diagnostics).map(|text| text.to_verbatim());
    let per = per(&fields, diagnostics);
    let output = output.filter(|output| is_allowed(output, diagnostics));
    let syntax = fields.text("syntax", diagnostics).map(|text| text.to_spanned());
    let values = fields.get("values").map_or_else(Vec::new, |node| named_texts(node, "values", diagnostics));
    let shards = shards(&fields, per, diagnostics);
    Some(CustomTarget { name: name?, template: template?, output: output?, per: per?, syntax, values, shards })
}

/// Reads a table of texts.
pub(super) fn named_texts(node: &Node, what: &str, diagnostics: &mut Diagnostics) -> Vec<NamedText> {
    let Some(fields) = Fields::of(node, format_args!("`{what}`"), diagnostics) else { return Vec::new() };
    let text = |(key, node): &(Spanned<String>, Node)| {
        let text = fields::text(node, format_args!("`{}` of `{what}`", key.value), diagnostics)?;
        Some((key.clone(), text.to_spanned()))
    };
    fields.entries().iter().filter_map(text).collect()
}

/// Reads the keys that divide the output into several files.
fn shards(fields: &Fields, per: Option<Per>, diagnostics: &mut Diagnostics) -> Option<TargetShards> {
    let names = ["shards", "shard_key", "sharded"];
    let first = names.iter().find_map(|name| fields.get(name))?;
    let problem = |message: &str, help: &str| Diagnostic::new(rules::WRONG_NODE, first.span, message).help(help);
    if per.is_some_and(|per| per != Per::All) {
        let message = "only the output of a target for all operators can be divided";
        diagnostics.push(problem(message, "remove `per`, or write one output for each operator without `shards`"));
        return None;
    }
    let (Some(_), Some(lists)) = (fields.get("shards"), fields.get("sharded")) else {
        let message = "`shards` and `sharded` need each other";
        diagnostics.push(problem(message, "write `shards = N`, and `[target.sharded]` with a list for each operator"));
        return None;
    };
    let text = fields.text("shards", diagnostics)?;
    let Some(count) = text.as_str().parse().ok().filter(|count| (1..=MAX_SHARDS).contains(count)) else {
        let message = format!("`shards` must be a number from 1 to {MAX_SHARDS}, but this is `{}`", text.as_str());
        diagnostics.push(Diagnostic::new(rules::WRONG_NODE, text.span(), message));
        return None;
    };
    let lists = named_texts(lists, "sharded", diagnostics);
    let of_name = || Spanned::new("op.name".to_owned(), text.span());
    let key = fields.text("shard_key", diagnostics).map_or_else(of_name, |text| text.to_spanned());
    Some(TargetShards { count: Spanned::new(count, text.span()), key, lists })
}

const MAX_SHARDS: usize = 999;

/// Reads `per`, which is `all` by default.
fn per(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Per> {
    if fields.get("per").is_none() {
        return Some(Per::All);
    }
    let text = fields.text("per", diagnostics)?;
    let found = Per::ALL.into_iter().find(|per| per.name() == text.as_str());
    if found.is_none() {
        let names = Per::ALL.map(Per::name);
        let problem = Diagnostic::new(rules::WRONG_NODE, text.span(), format!("`per` cannot be `{}`", text.as_str()));
        diagnostics.push(problem.maybe_help(suggest::help(text.as_str(), names)));
    }
    found
}

/// False, with a report, if no output may have this path, as far as can be told before it is rendered.
fn is_allowed(output: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    let reason = refusal(&normalised(&output.value));
    if let Some(reason) = reason {
        let problem = Diagnostic::new(rules::WRONG_NODE, output.span, format!("`{}` {reason}", shown(&output.value)));
        diagnostics.push(problem.help(help_for_path(reason)));
    }
    reason.is_none()
}

/// The help for a path that [`refusal`] refuses.
pub fn help_for_path(reason: &str) -> &'static str {
    if reason.contains("below") { "use a relative path without `..`" } else { "use another path" }
}
