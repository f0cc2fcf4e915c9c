//! The code blocks of signatures.

use source::Diagnostic;

use super::tables;
use super::{FENCE, Machine, PYTHON_FENCE, Side, State};
use crate::document::heading;
use crate::document::signature::{self, Block};
use crate::lines::Slice;
use crate::rules;

impl<'a> Machine<'a> {
    pub(super) fn block_begin(&mut self, side: Side, line: Slice<'a>) {
        let text = line.text.trim();
        if let Some(rest) = text.strip_prefix(FENCE) {
            if line.text != PYTHON_FENCE {
                let message = match rest.trim() {
                    "" => "the code block does not say that it is Python",
                    "python" => "there are blanks around the beginning of the code block",
                    _ => "this is not the beginning of a code block of Python",
                };
                let problem = Diagnostic::new(rules::CODE_BLOCK, line.span(), message);
                self.reject(problem.help("write exactly ```` ```python ````"));
            }
            self.fence = Some(line);
            self.block.clear();
            return self.part_ends(line, State::BlockEnd(side));
        }
        let is_next_heading = heading::api(line).is_some() || tables::is_arguments_heading(line);
        if is_next_heading {
            let message = format!("the {} has no signature", side.name());
            let problem = Diagnostic::new(rules::MISSING_PART, self.last_part, message);
            let problem = problem.label(line.span(), "the next part begins here");
            self.reject(problem.help("write the signature in a code block below the heading"));
            self.state = side.next_state();
            self.step(line);
        } else if text.starts_with("``") || self.is_signature(side, line) {
            let message = "a signature is not in a code block";
            let problem = Diagnostic::new(rules::CODE_BLOCK, line.span(), message);
            self.reject(problem.help("write exactly ```` ```python ```` before it, and ```` ``` ```` behind it"));
            self.fence = Some(line);
            self.block.clear();
            self.state = State::BlockEnd(side);
            if !text.starts_with("``") {
                self.block.push(line);
            }
        }
    }

    /// Whether a line begins like the signature of the API.
    fn is_signature(&self, side: Side, line: Slice) -> bool {
        self.side(side).is_some_and(|api| line.text.trim_start().starts_with(&format!("{}(", api.name.value)))
    }

    pub(super) fn block_end(&mut self, side: Side, line: Slice<'a>) {
        if line.text.trim_start().starts_with(FENCE) {
            if line.text != FENCE {
                let message = "this is not exactly the end of a code block";
                let problem = Diagnostic::new(rules::CODE_BLOCK, line.span(), message);
                self.reject(problem.help("write exactly ```` ``` ````"));
            }
            self.signatures(side);
            return self.part_ends(line, side.next_state());
        }
        if line.text.starts_with("##") || line.text.starts_with('|') || line.text.trim() == "``" {
            let message = "the code block is not closed";
            let last = self.block.last().copied().or(self.fence).unwrap_or(line);
            let problem = Diagnostic::new(rules::CODE_BLOCK, last.span(), message).here("the end should follow here");
            let opened = self.fence.map(Slice::span);
            let problem = problem.maybe_label(opened, "it is opened here").label(line.span(), "this is not code");
            self.reject(problem.help("write exactly ```` ``` ```` behind the signature"));
            self.signatures(side);
            self.state = side.next_state();
            return self.step(line);
        }
        let is_comment_before = self.block.is_empty() && line.text.starts_with('#');
        if is_comment_before || line.text.trim().is_empty() && !self.block.is_empty() {
            return;
        }
        self.block.push(line);
    }

    /// Reads the signatures in the code block that has just ended.
    pub(super) fn signatures(&mut self, side: Side) {
        let Some(first) = self.block.first().copied() else {
            let at = self.fence.map_or(self.last_part, Slice::span);
            let problem = Diagnostic::new(rules::SIGNATURE, at, "the code block has no signature");
            return self.reject(problem);
        };
        if first.text.trim().is_empty() || first.text.starts_with("  ") {
            let message = match first.text.trim() {
                "" => "the code block begins with an empty line",
                _ => "the signature is indented",
            };
            let problem = Diagnostic::new(rules::SIGNATURE, first.span(), message);
            self.reject(
                problem.help("begin the signature in the first line of the code block, without blanks before it"),
            );
        }
        self.report_comments();
        let read = signature::read(&Block::of(&self.block), &mut self.found);
        if !read.is_sound {
            self.document.is_complete = false;
        }
        let api = match side {
            Side::Source => self.document.source.as_mut(),
            Side::Target => self.document.target.as_mut(),
        };
        if let Some(api) = api {
            api.signatures = read.signatures;
            api.is_sound = read.is_sound;
        }
    }

    /// Reports comments. The lines of a signature are joined, so a comment becomes a part of it.
    fn report_comments(&mut self) {
        for line in &self.block {
            let Some(at) = comment(line.text) else { continue };
            let message = "a comment in a signature is taken as a part of it";
            let problem = Diagnostic::new(rules::COMMENT, line.from(at).trim_end().span(), message);
            self.found.push(problem);
        }
    }
}

/// The offset of a comment, if the line has one outside of quotes.
fn comment(line: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') => return Some(at),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
    }
    None
}
