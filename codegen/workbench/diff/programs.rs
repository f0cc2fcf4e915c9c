//! Compares the translations of saved programs. The caller translates them and passes the texts.

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

/// A translation, or the reasons why there is none.
pub type Translation = Result<String, Vec<String>>;

impl ProgramDiff {
    /// Compares the translations of both sides. `None` if they are equal.
    pub fn new(name: &str, base: &Translation, head: &Translation) -> Option<Self> {
        let (status, details) = match (base, head) {
            _ if base == head => return None,
            (Ok(base), Ok(head)) => (ProgramStatus::Differs, changed_lines(base, head)),
            (Ok(_), Err(why)) => (ProgramStatus::Lost, why.clone()),
            (Err(why), Ok(_)) => (ProgramStatus::Gained, why.clone()),
            (Err(_), Err(why)) => (ProgramStatus::OtherReason, why.clone()),
        };
        Some(ProgramDiff { name: name.to_owned(), status, details })
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
