//! What is wrong, where, and what to do about it.

use std::collections::BTreeSet;

use super::file::Span;
use super::rule::{Level, Rule};

/// A further place that a diagnostic speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One finding: a rule that is broken at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub rule: Rule,
    /// The rule's own level, or what the project makes of it.
    pub level: Level,
    pub message: String,
    pub span: Span,
    /// What stands at `span`; may be empty.
    pub here: String,
    pub labels: Vec<Label>,
    /// What to do next: the rule's own advice, unless there is a better one.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(rule: Rule, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            rule,
            level: rule.level(),
            message: message.into(),
            span,
            here: String::new(),
            labels: Vec::new(),
            help: rule.help().map(str::to_owned),
        }
    }

    /// Says what stands at the diagnostic's own place.
    pub fn here(mut self, text: impl Into<String>) -> Self {
        self.here = text.into();
        self
    }

    /// Points at a second place.
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

    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    fn order(&self) -> (Span, &str, &str) {
        (self.span, self.rule.code(), &self.message)
    }

    pub fn maybe_help(mut self, text: Option<String>) -> Self {
        self.help = text.or(self.help);
        self
    }
}

/// A number of things, for messages: "1 input", "2 inputs".
pub fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(list: I) -> Self {
        Diagnostics { list: list.into_iter().collect(), ..Diagnostics::default() }
    }
}

/// Everything found in a run.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// Words of text that could not be read.
    lost: BTreeSet<String>,
    /// Whether there is text that could not be read, and nobody knows which words it has.
    all_lost: bool,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// None, but with the same text lost: for a stage that looks at one thing beside others.
    pub fn beside(&self) -> Self {
        Diagnostics { list: Vec::new(), lost: self.lost.clone(), all_lost: self.all_lost }
    }

    pub fn append(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
        self.lost.extend(other.lost);
        self.all_lost |= other.all_lost;
    }

    /// Notes text that is lost to an error, so that what it may have defined is not called missing.
    pub fn lose(&mut self, text: &str) {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        self.lost.extend(words.map(str::to_owned));
    }

    /// Notes that text is lost of which nothing is known.
    pub fn lose_everything(&mut self) {
        self.all_lost = true;
    }

    /// Whether a name may have been defined in text that is lost.
    pub fn may_be_lost(&self, name: &str) -> bool {
        self.all_lost || self.lost.contains(name)
    }

    /// How many there are, repetitions included.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn count(&self, level: Level) -> usize {
        self.list.iter().filter(|d| d.level == level).count()
    }

    pub fn has_errors(&self) -> bool {
        self.count(Level::Error) > 0
    }

    /// Whether everything that is wrong could be allowed, so that something sound can be made of the rest.
    pub fn is_sound(&self) -> bool {
        self.list.iter().all(|diagnostic| diagnostic.rule.can_be_allowed())
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All diagnostics by file, place and code; a repetition is said once.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<_> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| diagnostic.order());
        list.dedup();
        list
    }

    /// Puts all diagnostics in order, and removes repetitions.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| a.order().cmp(&b.order()));
        self.list.dedup();
    }

    /// What becomes of each diagnostic; which text is lost stays known.
    pub fn filter_map(self, keep: impl FnMut(Diagnostic) -> Option<Diagnostic>) -> Diagnostics {
        let Diagnostics { list, lost, all_lost } = self;
        Diagnostics { list: list.into_iter().filter_map(keep).collect(), lost, all_lost }
    }
}
