//! A diagnostic says what is wrong, where, and what to do about it.

use std::collections::BTreeSet;

use super::file::Span;
use super::fix::{Fix, Help};
use super::rule::{Level, Rule};

/// Points from a diagnostic to another span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The characters to underline.
    pub span: Span,
    /// The text beside them.
    pub text: String,
}

/// One violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that is violated.
    pub rule: Rule,
    /// The level that the project sets for the rule, or the rule's default.
    pub level: Level,
    /// What is wrong, on one line.
    pub message: String,
    /// The characters that are wrong.
    pub span: Span,
    /// The label under `span`; may be empty.
    pub here: Box<str>,
    /// Other places that explain the problem.
    pub labels: Vec<Label>,
    /// The help line: specific advice, or else the rule's general advice.
    pub help: Option<String>,
    /// The edits that carry out the help, if a program can make them.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
    /// A diagnostic at the rule's default level, with the rule's general help.
    pub fn new(rule: Rule, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            rule,
            level: rule.level(),
            message: message.into(),
            span,
            here: Box::default(),
            labels: Vec::new(),
            help: rule.help().map(str::to_owned),
            fix: None,
        }
    }

    /// Sets the label under the diagnostic's own span.
    pub fn here(mut self, text: impl Into<Box<str>>) -> Self {
        self.here = text.into();
        self
    }

    /// Points at another span.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Points at another span, if there is one.
    pub fn maybe_label(self, span: Option<Span>, text: impl Into<String>) -> Self {
        match span {
            Some(span) => self.label(span, text),
            None => self,
        }
    }

    /// Replaces the rule's general help, and its fix.
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let Help { text, fix } = help.into();
        (self.help, self.fix) = (Some(text), fix.map(Box::new));
        self
    }

    /// Attaches edits to the help that is already there.
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(Box::new(fix));
        self
    }

    fn sort_key(&self) -> (Span, &str, &str) {
        (self.span, self.rule.code(), &self.message)
    }

    /// Replaces the rule's general help, if there is something better.
    pub fn maybe_help(self, help: Option<impl Into<Help>>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }
}

/// A number and a noun, for messages: "1 input", "2 inputs".
pub fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(list: I) -> Self {
        Diagnostics { list: list.into_iter().collect(), ..Diagnostics::default() }
    }
}

/// All diagnostics of a run.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Every word of the text that could not be read.
    lost: BTreeSet<String>,
    /// True if a whole file could not be read, so that any name may be in it.
    all_lost: bool,
}

impl Diagnostics {
    /// Adds one diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// An empty set with the same lost text, for a stage that runs in parallel. [`append`](Self::append) joins it
    /// again.
    pub fn fork(&self) -> Self {
        Diagnostics { list: Vec::new(), lost: self.lost.clone(), all_lost: self.all_lost }
    }

    /// Adds the diagnostics and the lost text of another set.
    pub fn append(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
        self.lost.extend(other.lost);
        self.all_lost |= other.all_lost;
    }

    /// Records text that could not be read because of an error. Names that it may define are then not reported as
    /// missing.
    pub fn note_lost(&mut self, text: &str) {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        self.lost.extend(words.map(str::to_owned));
    }

    /// Records that some file could not be read at all. No name is then reported as missing.
    pub fn note_all_lost(&mut self) {
        self.all_lost = true;
    }

    /// True if text that could not be read may define a name.
    pub fn may_be_lost(&self, name: &str) -> bool {
        self.all_lost || self.lost.contains(name)
    }

    /// The number of diagnostics, including duplicates.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of diagnostics at a level, including duplicates.
    pub fn count(&self, level: Level) -> usize {
        self.list.iter().filter(|d| d.level == level).count()
    }

    /// True if at least one diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.count(Level::Error) > 0
    }

    /// True if a project could allow every rule that is violated. What was read is then complete enough to work with.
    pub fn is_sound(&self) -> bool {
        self.list.iter().all(|diagnostic| diagnostic.rule.can_be_allowed())
    }

    /// True if nothing was reported, and all text could be read.
    pub fn is_clean(&self) -> bool {
        self.list.is_empty() && self.lost.is_empty() && !self.all_lost
    }

    /// True if nothing was reported.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All diagnostics by file, position and code, without duplicates.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<_> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| diagnostic.sort_key());
        list.dedup();
        list
    }

    /// Sorts the diagnostics by file, position and code, and removes duplicates.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
        self.list.dedup();
    }

    /// Replaces or removes each diagnostic. The lost text stays.
    pub fn filter_map(self, replace: impl FnMut(Diagnostic) -> Option<Diagnostic>) -> Diagnostics {
        let Diagnostics { list, lost, all_lost } = self;
        Diagnostics { list: list.into_iter().filter_map(replace).collect(), lost, all_lost }
    }
}
