//! How saved programs translate on the two sides. Who translates them hands the texts in.

use serde::Serialize;
use similar::TextDiff;

/// A program that translates differently.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProgramDiff {
    pub name: String,
    pub status: ProgramStatus,
    /// The lines of the translation that differ, or why there is none.
    pub details: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgramStatus {
    Differs,
    /// Only the base translates it.
    Lost,
    /// Only the head translates it.
    Gained,
    /// Neither side translates it, for different reasons.
    OtherReason,
}

/// A translation, or why there is none.
pub type Translation = Result<String, Vec<String>>;

impl ProgramDiff {
    /// What differs between the translations of two sides, if anything does.
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
    /// In a sentence about the program.
    pub fn describe(self) -> &'static str {
        match self {
            ProgramStatus::Differs => "translates differently",
            ProgramStatus::Lost => "can no longer be translated",
            ProgramStatus::Gained => "can be translated now, which it could not",
            ProgramStatus::OtherReason => "cannot be translated, for another reason than before",
        }
    }
}

fn changed_lines(base: &str, head: &str) -> Vec<String> {
    let diff = TextDiff::from_lines(base, head);
    let changes = diff.iter_all_changes().filter(|change| change.tag() != similar::ChangeTag::Equal);
    changes.map(|change| format!("{} {}", change.tag(), change.value().trim())).collect()
}
