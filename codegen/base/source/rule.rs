//! Rules, and the macro that declares them. A room that checks rules has a table of them, `rules.rs`, and a page for
//! each, `rules/CODE.md`.
//!
//! A page begins with prose. A paragraph `Help: ...` of one sentence may follow; it is the help line of diagnostics
//! that have no better one. The examples come last, after `Wrong:` and `Right:`.

use std::cmp::Ordering;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Stops generation.
    Error,
    /// Probably a mistake; generation continues.
    Warning,
    /// A matter of style, which does not affect what is generated.
    Note,
}

impl Level {
    /// The name in reports: `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// A rule's default level, and whether a project may change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// An error that a project cannot allow, because nothing sound can be generated from such input.
    Error,
    /// An error that a project may allow. Generation then ignores the violation.
    Deny,
    /// A warning that a project may allow or deny.
    Warning,
    /// A note that a project may allow or deny.
    Note,
}

/// A row of a room's table of rules.
#[derive(Debug)]
pub struct Row {
    /// The stable code, such as `E0102`.
    pub code: &'static str,
    /// The default level.
    pub severity: Severity,
    /// One line that names the mistake in general.
    pub title: &'static str,
    /// The page: the contents of `rules/CODE.md`.
    pub text: &'static str,
}

/// A rule that input can violate. Rules are compared by their codes and ordered by the number in the code.
#[derive(Debug, Clone, Copy)]
pub struct Rule(&'static Row);

impl Rule {
    /// The rule of a row. The [`rules!`](crate::rules!) macro calls this.
    pub const fn new(row: &'static Row) -> Self {
        Rule(row)
    }

    /// The stable code, such as `E0102`.
    pub fn code(self) -> &'static str {
        self.0.code
    }

    /// The default level, and whether a project may change it.
    pub fn severity(self) -> Severity {
        self.0.severity
    }

    /// One line that names the mistake in general.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// The whole page in Markdown: the contents of `rules/CODE.md`.
    pub fn text(self) -> &'static str {
        self.0.text
    }

    /// The page without its help paragraph and examples.
    pub fn prose(self) -> &'static str {
        let prose = self.text().split("\nWrong:\n").next().unwrap_or("");
        prose.split(HELP).next().unwrap_or("").trim()
    }

    /// The page's help paragraph, for diagnostics that have no better help line.
    pub fn help(self) -> Option<&'static str> {
        let (_, after) = self.text().split_once(HELP)?;
        after.split("\n\n").next().map(|help| help.trim_end().trim_end_matches('.'))
    }

    /// The level unless the project sets another one.
    pub fn level(self) -> Level {
        match self.severity() {
            Severity::Error | Severity::Deny => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Note => Level::Note,
        }
    }

    /// True if a project may lower the level.
    pub fn can_be_allowed(self) -> bool {
        self.severity() != Severity::Error
    }

    fn number(self) -> &'static str {
        &self.code()[1..]
    }
}

/// Starts the help paragraph of a page.
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

/// The rules of one or more rooms.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue {
    tables: &'static [&'static [Rule]],
    parts: &'static [Catalogue],
}

impl Catalogue {
    /// The rules of several tables.
    pub const fn new(tables: &'static [&'static [Rule]]) -> Self {
        Catalogue { tables, parts: &[] }
    }

    /// Joins several catalogues. A rule may be in more than one of them.
    pub const fn joined(parts: &'static [Catalogue]) -> Self {
        Catalogue { tables: &[], parts }
    }

    /// Every rule, ordered by number.
    pub fn all(self) -> Vec<Rule> {
        let mut all: Vec<Rule> = self.tables.concat();
        all.extend(self.parts.iter().flat_map(|catalogue| catalogue.all()));
        all.sort();
        all.dedup();
        all
    }

    /// The rule with a code.
    pub fn of_code(self, code: &str) -> Option<Rule> {
        let own = self.tables.iter().copied().flatten().copied().find(|rule| rule.code() == code);
        own.or_else(|| self.parts.iter().find_map(|catalogue| catalogue.of_code(code)))
    }
}

/// Declares a room's table of rules: a constant for each row, and `ALL`. The page of a rule is `rules/CODE.md` beside
/// the table.
#[macro_export]
macro_rules! rules {
    ($($name:ident = $code:literal $severity:ident $title:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: $crate::rule::Rule = {
                // A static is in the program once, and what a constant refers to is in every crate that uses it.
                static ROW: $crate::rule::Row = $crate::rule::Row {
                    code: $code,
                    severity: $crate::rule::Severity::$severity,
                    title: $title,
                    text: include_str!(concat!("rules/", $code, ".md")),
                };
                $crate::rule::Rule::new(&ROW)
            };
        )*

        /// Every rule of the table, ordered by number.
        pub const ALL: &[$crate::rule::Rule] = &[$($name,)*];
    };
}
