//! What a rule is. Each room keeps a table of the rules that it checks, beside their texts: `rules.rs` and `rules/CODE.md`.
//!
//! A text is prose, then, where a finding has no better help line of its own, a paragraph `Help: ...` of one sentence, then
//! the examples behind `Wrong:` and `Right:`.

use std::cmp::Ordering;

/// How serious a finding is. An error stops generation; a warning or a note does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// What a rule is by default; a project may change everything but an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Nothing sound can be generated from input that breaks the rule, so it cannot be allowed.
    Error,
    /// An error that a project may allow: generation then ignores what is wrong.
    Deny,
    Warning,
    Note,
}

/// A row of a table of rules.
#[derive(Debug)]
pub struct Row {
    /// The stable code, such as `E0102`.
    pub code: &'static str,
    pub severity: Severity,
    /// One line that names the mistake in general.
    pub title: &'static str,
    /// The explanation in Markdown.
    pub text: &'static str,
}

/// A rule that input can break. Rules are equal if their codes are, and ordered by the number in it.
#[derive(Debug, Clone, Copy)]
pub struct Rule(&'static Row);

impl Rule {
    pub const fn new(row: &'static Row) -> Self {
        Rule(row)
    }

    /// The stable code, such as `E0102`.
    pub fn code(self) -> &'static str {
        self.0.code
    }

    pub fn severity(self) -> Severity {
        self.0.severity
    }

    /// One line that names the mistake in general.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// The explanation in Markdown: the file `rules/CODE.md`.
    pub fn text(self) -> &'static str {
        self.0.text
    }

    /// The explanation without advice and examples.
    pub fn prose(self) -> &'static str {
        let prose = self.text().split("\nWrong:\n").next().unwrap_or("");
        prose.split(HELP).next().unwrap_or("").trim()
    }

    /// What to do where a finding does not say it more exactly.
    pub fn help(self) -> Option<&'static str> {
        let (_, behind) = self.text().split_once(HELP)?;
        behind.split("\n\n").next().map(|help| help.trim_end().trim_end_matches('.'))
    }

    /// The level where a project does not set another.
    pub fn level(self) -> Level {
        match self.severity() {
            Severity::Error | Severity::Deny => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Note,
        }
    }

    /// Whether a project may lower the level.
    pub fn can_be_allowed(self) -> bool {
        self.severity() != Severity::Error
    }

    fn number(self) -> &'static str {
        &self.code()[1..]
    }
}

/// Starts the paragraph of a text that says what to do.
const HELP: &str = "\nHelp: ";

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Rule {}

impl Ord for Rule {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number().cmp(other.number())
    }
}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The rules of some rooms.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue {
    tables: &'static [&'static [Rule]],
    further: &'static [Catalogue],
}

impl Catalogue {
    pub const fn new(tables: &'static [&'static [Rule]]) -> Self {
        Catalogue { tables, further: &[] }
    }

    /// The rules of several catalogues that have none in common.
    pub const fn joined(further: &'static [Catalogue]) -> Self {
        Catalogue { tables: &[], further }
    }

    /// Every rule, ordered by number.
    pub fn all(self) -> Vec<Rule> {
        let mut all: Vec<Rule> = self.tables.concat();
        all.extend(self.further.iter().flat_map(|catalogue| catalogue.all()));
        all.sort();
        all
    }

    /// The rule of a code.
    pub fn of_code(self, code: &str) -> Option<Rule> {
        let own = self.tables.iter().copied().flatten().copied().find(|rule| rule.code() == code);
        own.or_else(|| self.further.iter().find_map(|catalogue| catalogue.of_code(code)))
    }
}

/// A room's table of rules: a constant for each row, and `ALL`. The text of a rule is `rules/CODE.md` beside the table.
#[macro_export]
macro_rules! rules {
    ($($name:ident = $code:literal $severity:ident $title:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: $crate::Rule = $crate::Rule::new(&$crate::rule::Row {
                code: $code,
                severity: $crate::rule::Severity::$severity,
                title: $title,
                text: include_str!(concat!("rules/", $code, ".md")),
            });
        )*

        /// Every rule of the table, ordered by number.
        pub const ALL: &[$crate::Rule] = &[$($name,)*];
    };
}
