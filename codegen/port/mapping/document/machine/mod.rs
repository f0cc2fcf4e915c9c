//! Reads a document line by line with a state machine. Each state expects one part. All other lines are free text.
//!
//! A line that is almost the expected part is reported and accepted, so that the rest of the document is read, too.

mod blocks;
mod tables;

use source::{Diagnostic, FileId, Span, Spanned};

use super::heading::{self, Heading};
use super::names;
use super::{Api, Document, Expected};
use crate::format::{ARGUMENTS_HEADING, Kind};
use crate::lines::{Slice, lines};
use crate::rules;

/// One of the two APIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Source,
    Target,
}

impl Side {
    /// The state after the signatures of this API.
    fn next_state(self) -> State {
        match self {
            Side::Source => State::Heading(Side::Target),
            Side::Target => State::ArgumentsHeading,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Side::Source => "mapped API",
            Side::Target => "target",
        }
    }
}

/// The part that the machine expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Title,
    Heading(Side),
    BlockBegin(Side),
    BlockEnd(Side),
    ArgumentsHeading,
    TableHeader,
    TableSeparator,
    Rows,
    /// The table has ended, but no text has followed.
    AfterTable,
    End,
}

/// The state machine.
struct Machine<'a> {
    file: FileId,
    expected: &'a Expected,
    state: State,
    document: Document,
    found: Vec<Diagnostic>,
    /// The fence of the open code block, and the lines in it.
    fence: Option<Slice<'a>>,
    block: Vec<Slice<'a>>,
    /// The last line of the part that was read last.
    last_part: Span,
    /// The range of the text between the signatures and the table.
    summary: Option<(usize, usize)>,
}

const PYTHON_FENCE: &str = "```python";
const FENCE: &str = "```";
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a document. Returns it with the findings about its form.
pub(crate) fn read(text: &str, file: FileId, path: String, expected: &Expected) -> (Document, Vec<Diagnostic>) {
    let document = Document {
        path,
        kind: None,
        api: None,
        source: None,
        target: None,
        table: None,
        summary: None,
        names_agree: true,
        is_complete: true,
    };
    let mut machine = Machine {
        file,
        expected,
        state: State::Title,
        document,
        found: Vec::new(),
        fence: None,
        block: Vec::new(),
        last_part: Span::start_of(file),
        summary: None,
    };
    for line in lines(text, file) {
        machine.step(line);
    }
    machine.finish(text);
    (machine.document, machine.found)
}

impl<'a> Machine<'a> {
    /// Reports a problem that makes the document incomplete.
    fn reject(&mut self, problem: Diagnostic) {
        self.document.is_complete = false;
        self.found.push(problem);
    }

    fn step(&mut self, line: Slice<'a>) {
        match self.state {
            State::Title => self.title(line),
            State::Heading(side) => self.heading(side, line),
            State::BlockBegin(side) => self.block_begin(side, line),
            State::BlockEnd(side) => self.block_end(side, line),
            State::ArgumentsHeading => self.arguments_heading(line),
            State::TableHeader => self.table_header(line),
            State::TableSeparator => self.table_separator(line),
            State::Rows => self.row(line),
            State::AfterTable => self.after_table(line),
            State::End => {}
        }
    }

    fn part_ends(&mut self, line: Slice, state: State) {
        self.last_part = line.span();
        self.state = state;
    }

    fn title(&mut self, line: Slice<'a>) {
        self.part_ends(line, State::Heading(Side::Source));
        let marked = line.text.strip_prefix(BYTE_ORDER_MARK);
        if let Some(rest) = marked {
            let problem = Diagnostic::new(
                rules::TITLE,
                line.sub(0, line.text.len() - rest.len()).span(),
                "the file begins with a byte order mark",
            );
            self.reject(problem.help("save the file as UTF-8 without a byte order mark"));
        }
        let line = line.from(line.text.len() - marked.unwrap_or(line.text).len());
        let Some(title) = heading::title(line) else {
            let message = "the first line is not a title";
            let problem = Diagnostic::new(rules::TITLE, line.span(), message);
            self.reject(problem.help("write `## [kind]api` in the first line, without anything before it"));
            // If the title is missing, the line may be the next part.
            self.heading(Side::Source, line);
            return;
        };
        match heading::kind(title.kind) {
            Ok(kind) => self.document.kind = Some(kind),
            Err(problem) => self.reject(problem),
        }
        self.document.api = Some(title.api.to_api());
    }

    fn heading(&mut self, side: Side, line: Slice<'a>) {
        if let Some(heading) = heading::api(line) {
            match heading {
                Ok(heading) if !self.may_be_other(side, heading) => self.api(side, line, heading),
                // If the kind needs no target, any heading may follow.
                Ok(_) => {}
                Err(_) if side == Side::Target && !self.may_need_target() => {}
                Err((what, guess)) => {
                    let problem = Diagnostic::new(rules::HEADING, line.span(), what);
                    self.reject(problem.help("write `### [api](link)` and nothing else"));
                    match guess {
                        Some(heading) => self.api(side, line, heading),
                        None => self.part_ends(line, State::BlockBegin(side)),
                    }
                }
            }
            return;
        }
        if side == Side::Target && !self.may_need_target() {
            return;
        }
        let is_block = line.text.trim_end() == PYTHON_FENCE;
        let is_arguments = tables::is_arguments_heading(line);
        if !is_block && !is_arguments {
            return;
        }
        let problem = Diagnostic::new(
            rules::MISSING_PART,
            self.last_part,
            format!("the heading of the {} is missing", side.name()),
        );
        let message = match is_block {
            true => "this code block has no heading",
            false => "the table of arguments follows",
        };
        self.reject(
            problem.here("after this").label(line.span(), message).help("write `### [api](link)` before the signature"),
        );
        match is_block {
            true => self.block_begin(side, line),
            false => self.arguments_heading(line),
        }
    }

    /// Reads the heading of an API, which has the right form.
    fn api(&mut self, side: Side, line: Slice<'a>, heading: Heading<'a>) {
        let name = heading.name.to_api();
        let prefix = match side {
            Side::Source => self.expected.source_prefix.as_str(),
            Side::Target => self.expected.target_prefix,
        };
        if !name.value.starts_with(prefix) || name.value.len() == prefix.len() {
            let message = format!("the {} should begin with `{prefix}`", side.name());
            self.reject(
                Diagnostic::new(rules::OTHER_NAME, name.span, message).help(format!("write `{prefix}` and the name")),
            );
        }
        if heading.link.is_none() && side == Side::Target {
            let problem = Diagnostic::new(rules::NO_TARGET_LINK, line.span(), "the target has no link");
            self.reject(problem.help("write `### [api](link)`, or `()` if there is no page to link to"));
        }
        let link = heading.link.map(|link| match side {
            Side::Source => link.strip_start('(').0.to_spanned(),
            Side::Target => link.trim().to_spanned(),
        });
        let api = Api { name, link, signatures: Vec::new(), is_sound: false };
        match side {
            Side::Source => self.document.source = Some(api),
            Side::Target => self.document.target = Some(api),
        }
        self.part_ends(line, State::BlockBegin(side));
    }

    fn side(&self, side: Side) -> Option<&Api> {
        match side {
            Side::Source => self.document.source.as_ref(),
            Side::Target => self.document.target.as_ref(),
        }
    }

    /// Ends the document, and reports missing parts.
    fn finish(&mut self, text: &str) {
        if let State::BlockEnd(side) = self.state {
            let last = self.block.last().copied().or(self.fence).map_or(self.last_part, Slice::span);
            let problem = Diagnostic::new(rules::CODE_BLOCK, last, "the code block is not closed");
            let problem = problem.maybe_label(self.fence.map(Slice::span), "it is opened here");
            self.reject(problem.help("write exactly ```` ``` ```` behind the signature"));
            self.signatures(side);
            self.state = side.next_state();
        }
        if let Some((from, to)) = self.summary {
            self.document.summary = Some(Spanned::new(text[from..to].to_owned(), Span::new(self.file, from, to)));
        }
        let disagreements = names::disagreements(&self.document);
        self.document.names_agree = disagreements.is_empty();
        for problem in disagreements {
            self.reject(problem);
        }
        let Some(missing) = self.missing() else { return };
        let problem = Diagnostic::new(rules::MISSING_PART, self.last_part, format!("{missing} is missing"));
        let needed = self.document.kind.as_ref().map(|kind| kind.span);
        let problem = match self.state {
            State::Title => problem,
            _ => problem.here("after this").maybe_label(needed, "documents of this kind need it"),
        };
        self.reject(problem);
    }

    /// The missing part that the kind of the document needs. A kind that could not be read needs no part.
    fn missing(&self) -> Option<String> {
        let kind = self.document.kind.as_ref().map(|kind| kind.value);
        match self.state {
            State::Title => Some("the title".to_owned()),
            State::Heading(Side::Target) if !kind.is_some_and(Kind::needs_target) => None,
            State::Heading(side) => Some(format!("the heading of the {}", side.name())),
            State::BlockBegin(side) => Some(format!("the signature of the {}", side.name())),
            State::ArgumentsHeading if kind.is_some_and(Kind::needs_table) => {
                Some(format!("the table of arguments below `### {ARGUMENTS_HEADING}`"))
            }
            State::TableHeader => Some("the table of arguments".to_owned()),
            State::TableSeparator => Some("the separator of the table of arguments".to_owned()),
            State::ArgumentsHeading | State::BlockEnd(_) | State::Rows | State::AfterTable | State::End => None,
        }
    }

    /// Whether a heading may be unrelated to the target.
    fn may_be_other(&self, side: Side, heading: Heading) -> bool {
        side == Side::Target && !self.may_need_target() && !heading.name.text.starts_with(self.expected.target_prefix)
    }

    /// Whether the document needs a target, or its kind could not be read.
    fn may_need_target(&self) -> bool {
        self.document.kind.as_ref().is_none_or(|kind| kind.value.needs_target())
    }
}
