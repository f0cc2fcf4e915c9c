//! The comments that allow a finding in its entry.

use source::{Diagnostic, Edit, Span, lines};

/// The edit that allows a finding where it is, in the text of its file. `entry` is where its entry begins. `None` if the rule cannot be
/// allowed.
pub fn edit(text: &str, entry: usize, finding: &Diagnostic) -> Option<Edit> {
    if !finding.rule.can_be_allowed() {
        return None;
    }
    let line = lines::start(text, entry);
    let column = text[line..].len() - text[line..].trim_start_matches(' ').len();
    let comment = format!("{}# opgen: allow({}) TODO: give the reason\n", " ".repeat(column), finding.rule.code());
    Some(Edit { span: Span::new(finding.span.file, line, line), text: comment })
}

/// What an editor calls it.
pub fn title(finding: &Diagnostic) -> String {
    format!("Allow {} in this entry", finding.rule.code())
}
