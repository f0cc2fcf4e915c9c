//! Lines that are indented with tabs: the diagnostic, and how far they were meant to be indented.

use super::diagnostic::Diagnostic;
use super::file::{FileId, Span};
use super::fix::{Change, Help};
use crate::{lines, rules};

/// The usual number of columns for a level.
const STEP: usize = 2;

/// The number of lines above that are compared: entries are shorter, and a file may have a tab in every line.
const NEARBY: usize = 500;

/// The diagnostic for a line with a tab at `at` in its indentation. The fix indents the line like its siblings; there is none if the lines
/// around it leave several columns possible.
pub fn problem(file: FileId, text: &str, at: usize) -> Diagnostic {
    let message = "this is not YAML: a line is indented with a tab";
    let problem = Diagnostic::new(rules::SYNTAX, Span::new(file, at, at + 1), message);
    let help = Help::from("indent YAML with spaces, not with tabs");
    let Some(column) = indentation(text, at) else { return problem.help(help) };
    let start = lines::start(text, at);
    let blanks = text[start..].len() - text[start..].trim_start_matches([' ', '\t']).len();
    let change = Change::Replace { span: Span::new(file, start, start + blanks), text: " ".repeat(column) };
    problem.help(help.with(change).titled("replace the tab by spaces").certain(true))
}

/// A line that is neither blank nor a comment.
struct Line<'a> {
    /// The text without indentation.
    content: &'a str,
    /// The column of the text.
    column: usize,
    /// The column of the text after `- `.
    key_column: usize,
    has_tab: bool,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Option<Line<'a>> {
        let content = line.trim_start_matches([' ', '\t']);
        let column = line.len() - content.len();
        let key_column = column + (content.len() - content.trim_start_matches(['-', ' ']).len());
        let key_column = if content.starts_with("- ") { key_column } else { column };
        let is_text = !content.trim().is_empty() && !content.starts_with('#');
        is_text.then(|| Line {
            content: content.trim_end(),
            column,
            key_column,
            has_tab: line[..column].contains('\t'),
        })
    }

    fn is_item(&self) -> bool {
        self.content == "-" || self.content.starts_with("- ")
    }

    fn is_key(&self) -> bool {
        self.content.ends_with(':') || self.content.contains(": ")
    }

    /// True if the lines below belong to the value.
    fn opens_block(&self) -> bool {
        [":", "|", ">", "|-", ">-"].iter().any(|end| self.content.ends_with(end))
    }
}

/// The only column that a line with a tab can have been meant to have. `None` if there are several.
fn indentation(text: &str, at: usize) -> Option<usize> {
    let (start, end) = (lines::start(text, at), lines::next(text, at));
    let line = Line::of(text[start..end].trim_end())?;
    let mut above = text[..start].lines().rev().filter_map(Line::of);
    let before = above.next().filter(|before| !before.has_tab)?;
    let after = text[end..].lines().find_map(Line::of);
    if after.as_ref().is_some_and(|after| after.has_tab) {
        return None;
    }
    if before.opens_block() {
        let is_list = |after: &Line| after.is_item() && line.is_item() && after.column == before.key_column;
        return match after.filter(|after| after.column > before.key_column || is_list(after)) {
            Some(sibling) => (sibling.is_item() == line.is_item()).then_some(sibling.column),
            None => Some(before.key_column + STEP),
        };
    }
    let mut outer = above.take(NEARBY).take_while(|line| !line.has_tab);
    if line.is_item() {
        let is_sibling = |of: &Line| of.is_item() && of.key_column == before.key_column;
        let sibling = if before.is_item() { before } else { outer.find(is_sibling)? };
        let is_followed = after.is_some_and(|after| after.is_item() && after.column == sibling.column);
        return (is_followed || sibling.column == 0).then_some(sibling.column);
    }
    let column = before.key_column;
    let is_followed = after.is_some_and(|after| !after.is_item() && after.column == column);
    let mut is_outermost = || outer.all(|line| line.key_column >= column);
    (line.is_key() && (is_followed || is_outermost())).then_some(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The column for the line with a tab.
    fn column(text: &str) -> Option<usize> {
        indentation(text, text.find('\t').expect("a tab"))
    }

    #[test]
    fn a_line_gets_the_column_of_its_siblings() {
        assert_eq!(column("- func: f\n  dispatch:\n\tCPU: a\n    CUDA: b\n"), Some(4));
        assert_eq!(column("- func: f\n  dispatch:\n\tCPU: a\n   CUDA: b\n"), Some(3));
        assert_eq!(column("- func: f\n  dispatch:\n    CPU: a\n\tCUDA: b\n    MPS: c\n"), Some(4));
        assert_eq!(column("- func: f\n\tvariants: function\n"), Some(2));
        assert_eq!(column("- func: f\n  variants: function\n\ttags: core\n- func: g\n"), Some(2));
    }

    #[test]
    fn the_only_line_of_a_block_is_one_level_deeper() {
        assert_eq!(column("- func: f\n  dispatch:\n\tCPU: a\n  tags: core\n"), Some(4));
        assert_eq!(column("- func: f\n  dispatch:\n\tCPU: a\n\n- func: g\n"), Some(4));
        assert_eq!(column("- tag: t\n  desc: |\n\tsome words\n"), Some(4));
    }

    #[test]
    fn an_item_gets_the_column_of_its_list() {
        assert_eq!(column("supported:\n- add\n\t- mul\n- sub\n"), Some(0));
        assert_eq!(column("supported:\n\t- add\n- mul\n"), Some(0));
        assert_eq!(column("supported:\n  - add\n\t- mul\n  - sub\n"), Some(2));
        assert_eq!(column("- func: f\n  tags: core\n\t- func: g\n  tags: core\n"), Some(0));
    }

    #[test]
    fn a_line_that_may_be_in_several_columns_stays() {
        assert_eq!(column("- func: f\n  dispatch:\n    CPU: a\n\ttags: core\n"), None);
        assert_eq!(column("- func: f\n  dispatch:\n\tCPU: a\n\tCUDA: b\n"), None);
        assert_eq!(column("- func: f\n  precomputed:\n  - a -> int b\n\t- func: g\n"), None);
        assert_eq!(column("- func: f\n  tags: [core,\n\tpointwise]\n"), None);
    }
}
