//! Targets that a project defines by a template.

use source::fields::{self, Fields};
use source::yaml::{Node, lose};
use source::{Diagnostic, Diagnostics, Spanned, rules, suggest};

/// A `[[target]]`.
#[derive(Debug, Clone)]
pub struct CustomTarget {
    pub name: Spanned<String>,
    /// A file in the folder of templates.
    pub template: Spanned<String>,
    /// The path of an output, relative to the output folder. It is itself a template.
    pub output: Spanned<String>,
    pub per: Per,
}

/// What there is one output for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    Op,
    /// A file that defines operators.
    File,
    /// One for all operators.
    All,
}

impl Per {
    pub const ALL: [Per; 3] = [Per::Op, Per::File, Per::All];

    pub fn name(self) -> &'static str {
        match self {
            Per::Op => "op",
            Per::File => "file",
            Per::All => "all",
        }
    }
}

const KEYS: &[&str] = &["name", "template", "output", "per"];

/// Reads every valid `[[target]]`.
pub fn read(node: &Node, diagnostics: &mut Diagnostics) -> Vec<CustomTarget> {
    let mut read: Vec<CustomTarget> = Vec::new();
    for item in fields::items(node, format_args!("`target`"), diagnostics).unwrap_or_default() {
        let Some(target) = read_one(item, diagnostics) else {
            // A reference to this target must not be reported as well.
            lose(item, diagnostics);
            continue;
        };
        let name = &target.name;
        if profile::TARGETS.contains(&name.value.as_str()) {
            let message = format!("`{}` is a built-in target", name.value);
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, name.span, message).help("give it another name"));
        } else if let Some(earlier) = read.iter().find(|earlier| earlier.name == *name) {
            let message = format!("two targets have the name `{}`", name.value);
            let problem = Diagnostic::new(rules::WRONG_NODE, name.span, message);
            diagnostics
                .push(problem.label(earlier.name.span, "the first is here").help("give one of them another name"));
        } else {
            read.push(target);
        }
    }
    read
}

fn read_one(node: &Node, diagnostics: &mut Diagnostics) -> Option<CustomTarget> {
    let fields = Fields::of(node, format_args!("a target"), diagnostics)?;
    fields.reject_unknown(rules::UNKNOWN_KEY, KEYS, diagnostics);
    let [name, template, output] =
        ["name", "template", "output"].map(|key| fields.require_text(key, diagnostics).map(|text| text.to_spanned()));
    let per = per(&fields, diagnostics);
    let output = output.filter(|output| stays_below(output, diagnostics));
    Some(CustomTarget { name: name?, template: template?, output: output?, per: per? })
}

/// `all` by default.
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

/// Whether an output is inside the output folder, as far as that is known before the path is rendered.
fn stays_below(output: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    let is_below = is_below(&output.value);
    if !is_below {
        let message = format!("`{}` is not below the output folder", output.value);
        let problem = Diagnostic::new(rules::WRONG_NODE, output.span, message);
        diagnostics.push(problem.help("use a relative path without `..`"));
    }
    is_below
}

/// Whether a relative path leads to a file below its folder.
pub fn is_below(path: &str) -> bool {
    let is_name = |part: &str| !matches!(part, "" | "." | "..");
    !path.contains('\\') && !path.contains(':') && path.split('/').all(is_name)
}
