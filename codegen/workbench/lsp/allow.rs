//! The comments that allow a finding in its entry.

use source::{Diagnostic, Edit, Span, lines};

use crate::view::View;

/// The edit that allows a finding where it is. `None` if the rule cannot be allowed, or if the finding is not in an entry.
pub fn edit(view: &View, finding: &Diagnostic) -> Option<Edit> {
    if !finding.rule.can_be_allowed() || view.holds(finding.span.file).is_none() {
        return None;
    }
    let entry = view.project().start_of_entry(finding.span)?;
    let text = view.text(finding.span.file);
    let line = lines::start(text, entry);
    let column = text[line..].len() - text[line..].trim_start_matches(' ').len();
    let comment = format!("{}# opgen: allow({}) TODO: give the reason\n", " ".repeat(column), finding.rule.code());
    Some(Edit { span: Span::new(finding.span.file, line, line), text: comment })
}
