//! Diagnostics: what is wrong, where, and what to do about it.

use std::collections::BTreeSet;

use super::file::Span;
use super::fix::{Fix, Help};
use super::rule::{Level, Rule};

/// Another span that a diagnostic points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One finding: a rule that is broken, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub rule: Rule,
    /// The rule's default level, or the level that the project sets.
    pub level: Level,
    pub message: String,
    pub span: Span,
    /// The label for `span`; may be empty.
    pub here: Box<str>,
    pub labels: Vec<Label>,
    /// What to do: the rule's general help, unless there is something more specific.
    pub help: Option<String>,
    /// How a program can do that.
    pub fix: Option<Box<Fix>>,
}

impl Diagnostic {
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

    /// Sets the label for the diagnostic's own span.
    pub fn here(mut self, text: impl Into<Box<str>>) -> Self {
        self.here = text.into();
        self
    }

    /// Points at another span.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub fn maybe_label(self, span: Option<Span>, text: impl Into<String>) -> Self {
        match span {
            Some(span) => self.label(span, text),
            None => self,
        }
    }

    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let Help { text, fix } = help.into();
        (self.help, self.fix) = (Some(text), fix.map(Box::new));
        self
    }

    /// Carries out the rule's general help.
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(Box::new(fix));
        self
    }

    fn order(&self) -> (Span, &str, &str) {
        (self.span, self.rule.code(), &self.message)
    }

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
    /// The words in text that could not be read.
    lost: BTreeSet<String>,
    /// Whether there is text that could not be read and whose words are unknown.
    all_lost: bool,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// An empty set with the same lost text, for a stage that runs in parallel with others.
    pub fn beside(&self) -> Self {
        Diagnostics { list: Vec::new(), lost: self.lost.clone(), all_lost: self.all_lost }
    }

    pub fn append(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
        self.lost.extend(other.lost);
        self.all_lost |= other.all_lost;
    }

    /// Notes text that is lost because of an error, so that names that it may have defined are not reported as missing.
    pub fn lose(&mut self, text: &str) {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        self.lost.extend(words.map(str::to_owned));
    }

    /// Notes that text is lost and that its words are unknown.
    pub fn lose_everything(&mut self) {
        self.all_lost = true;
    }

    /// Whether a name may have been defined in lost text.
    pub fn may_be_lost(&self, name: &str) -> bool {
        self.all_lost || self.lost.contains(name)
    }

    /// The number of diagnostics, including repetitions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn count(&self, level: Level) -> usize {
        self.list.iter().filter(|d| d.level == level).count()
    }

    pub fn has_errors(&self) -> bool {
        self.count(Level::Error) > 0
    }

    /// Whether all findings are of rules that may be allowed, so that the rest is good enough to work with.
    pub fn is_sound(&self) -> bool {
        self.list.iter().all(|diagnostic| diagnostic.rule.can_be_allowed())
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All diagnostics by file, position and code, without repetitions.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<_> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| diagnostic.order());
        list.dedup();
        list
    }

    /// Sorts all diagnostics and removes repetitions.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| a.order().cmp(&b.order()));
        self.list.dedup();
    }

    /// Replaces or removes each diagnostic, and keeps the lost text.
    pub fn filter_map(self, keep: impl FnMut(Diagnostic) -> Option<Diagnostic>) -> Diagnostics {
        let Diagnostics { list, lost, all_lost } = self;
        Diagnostics { list: list.into_iter().filter_map(keep).collect(), lost, all_lost }
    }
}
