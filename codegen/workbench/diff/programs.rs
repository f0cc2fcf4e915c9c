//! Compares the translations of saved programs. The caller translates them and passes the texts.

use std::collections::BTreeSet;

use serde::Serialize;
use similar::TextDiff;

/// A saved program that translates differently on the two sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProgramDiff {
    /// The name of its file.
    pub name: String,
    /// How the translations differ.
    pub status: ProgramStatus,
    /// The lines of the translation that differ, or the reasons why a side cannot translate the program.
    pub details: Vec<String>,
    /// If only the base translates it: the names of each operator that the head does not translate. There are none for a problem
    /// of the whole file.
    #[serde(skip)]
    pub untranslated: Vec<Vec<String>>,
    /// The reasons for which the project allows that only the base translates it. Empty if it does not.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub allowed: BTreeSet<String>,
}

/// How the head's translation compares with the base's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgramStatus {
    /// Both sides translate it, with different results.
    Differs,
    /// Only the base translates it.
    Lost,
    /// Only the head translates it.
    Gained,
    /// Neither side translates it, but the reasons differ.
    OtherReason,
}

/// A translation, or why there is none.
pub type Translation = Result<String, Untranslated>;

/// Why a program cannot be translated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Untranslated {
    /// The messages.
    pub reasons: Vec<String>,
    /// The names of each operator that cannot be translated: in programs and in YAML. There are none for a problem of the whole file.
    pub operators: Vec<Vec<String>>,
}

impl ProgramDiff {
    /// Compares the translations of both sides. `None` if they are equal.
    pub fn new(name: &str, base: &Translation, head: &Translation) -> Option<Self> {
        let (status, details, untranslated) = match (base, head) {
            _ if base == head => return None,
            (Ok(base), Ok(head)) => (ProgramStatus::Differs, changed_lines(base, head), Vec::new()),
            (Ok(_), Err(why)) => (ProgramStatus::Lost, why.reasons.clone(), why.operators.clone()),
            (Err(why), Ok(_)) => (ProgramStatus::Gained, why.reasons.clone(), Vec::new()),
            (Err(base), Err(head)) if base.reasons == head.reasons => return None,
            (Err(_), Err(why)) => (ProgramStatus::OtherReason, why.reasons.clone(), Vec::new()),
        };
        Some(ProgramDiff { name: name.to_owned(), status, details, untranslated, allowed: BTreeSet::new() })
    }

    /// Whether it breaks those who saved it, and the project does not allow that.
    pub fn breaks(&self) -> bool {
        self.status == ProgramStatus::Lost && self.allowed.is_empty()
    }

    /// How the translations differ, and why that is allowed, if it is.
    pub fn describe(&self) -> String {
        let status = self.status.describe();
        match self.allowed.is_empty() {
            true => status.to_owned(),
            false => format!(
                "{status}, allowed ({})",
                self.allowed.iter().map(String::as_str).collect::<Vec<_>>().join("; ")
            ),
        }
    }
}

impl ProgramStatus {
    /// The predicate of a sentence whose subject is the program.
    pub fn describe(self) -> &'static str {
        match self {
            ProgramStatus::Differs => "translates differently",
            ProgramStatus::Lost => "can no longer be translated",
            ProgramStatus::Gained => "can now be translated",
            ProgramStatus::OtherReason => "still cannot be translated, but for a different reason",
        }
    }
}

fn changed_lines(base: &str, head: &str) -> Vec<String> {
    let diff = TextDiff::from_lines(base, head);
    let changes = diff.iter_all_changes().filter(|change| change.tag() != similar::ChangeTag::Equal);
    changes.map(|change| format!("{} {}", change.tag(), change.value().trim())).collect()
}
