//! Trees of a version nearby: names that the profile does not know may be new.

use source::{Diagnostic, Diagnostics, Level};

use crate::{Registry, rules};

/// The findings, and a note that the profile is that of a version nearby. Findings that a project could allow are only warnings then.
pub fn tolerated(found: Diagnostics, registry: &Registry) -> Diagnostics {
    if !registry.is_of_other_version() {
        return found;
    }
    let mut found = found.filter_map(|diagnostic| {
        let level = match diagnostic.level {
            Level::Error if diagnostic.rule.can_be_allowed() => Level::Warning,
            level => level,
        };
        Some(Diagnostic { level, ..diagnostic })
    });
    if let Some(version) = registry.version() {
        let name = &registry.profile().name;
        let is_number = version.value.starts_with(|c: char| c.is_ascii_digit());
        let (message, help) = match is_number {
            true => (
                format!("this is a tree of {}, and the nearest profile is `{name}`", version.value),
                "names that this version has added are reported as warnings".to_owned(),
            ),
            false => (
                format!("this is not a version of PyTorch, and the profile is `{name}`"),
                "write the version, such as `2.15.0`".to_owned(),
            ),
        };
        let note = Diagnostic::new(rules::OTHER_VERSION, version.span, message);
        found.push(note.help(help));
    }
    found
}
