//! Reads a document line by line. Each state waits for one part; lines that no state waits for are free text.
//!
//! A line that is nearly what a state waits for is reported and taken as that part, so that the rest is read, too.

use source::{Diagnostic, FileId, Span, Spanned};

use super::heading::{self, Heading};
use super::names;
use super::signature::{self, Block};
use super::table::{self, Separator};
use super::{Api, Document, Expected, Table};
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
    fn name(self) -> &'static str {
        match self {
            Side::Source => "mapped API",
            Side::Target => "target",
        }
    }
}

/// What the machine waits for.
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

/// A document while it is read.
struct Machine<'a> {
    file: FileId,
    expected: &'a Expected,
    state: State,
    document: Document,
    found: Vec<Diagnostic>,
    /// The fence of the open code block, and the lines in it.
    fence: Option<Slice<'a>>,
    block: Vec<Slice<'a>>,
    /// The line with which the last part ended.
    last_part: Span,
    /// The text after the signatures, as far as it was read.
    summary: Option<(usize, usize)>,
}

const PYTHON_FENCE: &str = "```python";
const FENCE: &str = "```";
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a document, and says what is wrong with it.
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
    /// Reports something because of which the document does not count.
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
            // The line may be the next part, where the title is missing.
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
                // A kind without a target may be followed by any heading.
                Ok(_) => {}
                Err(_) if side == Side::Target && !self.needs_target() => {}
                Err((what, loose)) => {
                    let problem = Diagnostic::new(rules::HEADING, line.span(), what);
                    self.reject(problem.help("write `### [api](link)` and nothing else"));
                    match loose {
                        Some(heading) => self.api(side, line, heading),
                        None => self.part_ends(line, State::BlockBegin(side)),
                    }
                }
            }
            return;
        }
        if side == Side::Target && !self.needs_target() {
            return;
        }
        let is_block = line.text.trim_end() == PYTHON_FENCE;
        let is_arguments = is_arguments_heading(line);
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

    /// A heading in the right form.
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

    fn block_begin(&mut self, side: Side, line: Slice<'a>) {
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
        let is_next_heading = heading::api(line).is_some() || is_arguments_heading(line);
        if is_next_heading {
            let message = format!("the {} has no signature", side.name());
            let problem = Diagnostic::new(rules::MISSING_PART, self.last_part, message);
            let problem = problem.label(line.span(), "the next part begins here");
            self.reject(problem.help("write the signature in a code block below the heading"));
            self.state = self.after(side);
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

    fn side(&self, side: Side) -> Option<&Api> {
        match side {
            Side::Source => self.document.source.as_ref(),
            Side::Target => self.document.target.as_ref(),
        }
    }

    fn after(&self, side: Side) -> State {
        match side {
            Side::Source => State::Heading(Side::Target),
            Side::Target => State::ArgumentsHeading,
        }
    }

    fn block_end(&mut self, side: Side, line: Slice<'a>) {
        if line.text.trim_start().starts_with(FENCE) {
            if line.text != FENCE {
                let message = "this is not exactly the end of a code block";
                let problem = Diagnostic::new(rules::CODE_BLOCK, line.span(), message);
                self.reject(problem.help("write exactly ```` ``` ````"));
            }
            self.signatures(side);
            return self.part_ends(line, self.after(side));
        }
        if line.text.starts_with("##") || line.text.starts_with('|') || line.text.trim() == "``" {
            let message = "the code block is not closed";
            let last = self.block.last().copied().or(self.fence).unwrap_or(line);
            let problem = Diagnostic::new(rules::CODE_BLOCK, last.span(), message).here("the end should follow here");
            let opened = self.fence.map(Slice::span);
            let problem = problem.maybe_label(opened, "it is opened here").label(line.span(), "this is not code");
            self.reject(problem.help("write exactly ```` ``` ```` behind the signature"));
            self.signatures(side);
            self.state = self.after(side);
            return self.step(line);
        }
        let is_comment_before = self.block.is_empty() && line.text.starts_with('#');
        if is_comment_before || line.text.trim().is_empty() && !self.block.is_empty() {
            return;
        }
        self.block.push(line);
    }

    /// Reads the lines of the code block that ends.
    fn signatures(&mut self, side: Side) {
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

    /// The lines of a signature are joined, so a comment becomes a part of it.
    fn report_comments(&mut self) {
        for line in &self.block {
            let Some(at) = comment(line.text) else { continue };
            let message = "a comment in a signature is taken as a part of it";
            let problem = Diagnostic::new(rules::COMMENT, line.from(at).trim_end().span(), message);
            self.found.push(problem);
        }
    }

    fn arguments_heading(&mut self, line: Slice<'a>) {
        if line.text == format!("### {ARGUMENTS_HEADING}") {
            return self.part_ends(line, State::TableHeader);
        }
        if is_arguments_heading(line) {
            let message = format!("this is not exactly `### {ARGUMENTS_HEADING}`");
            let problem = Diagnostic::new(rules::MISSING_PART, line.span(), message);
            self.reject(problem.help(format!("write `### {ARGUMENTS_HEADING}` and nothing else")));
            return self.part_ends(line, State::TableHeader);
        }
        let is_header =
            line.text.starts_with('|') && self.expected.columns.iter().any(|column| line.text.contains(column));
        if is_header {
            let message = format!("the heading `### {ARGUMENTS_HEADING}` before the table is missing");
            let problem = Diagnostic::new(rules::MISSING_PART, line.span(), message);
            let problem = problem.label(self.last_part, "it should follow here");
            self.reject(problem.help(format!("write `### {ARGUMENTS_HEADING}` before the table")));
            return self.table_header(line);
        }
        let start = line.start();
        self.summary = match (self.summary, line.text.starts_with('#')) {
            (Some((first, _)), false) => Some((first, start + line.text.len())),
            (None, false) => Some((start, start + line.text.len())),
            (summary, true) => summary,
        };
    }

    fn table_header(&mut self, line: Slice<'a>) {
        if line.text.starts_with('|') {
            if let Err(problem) = table::header(line, &self.expected.columns) {
                self.reject(problem);
            }
            self.document.table = Some(Table { header: line.span(), rows: Vec::new(), is_sound: true });
            return self.part_ends(line, State::TableSeparator);
        }
        if line.text.starts_with('#') {
            let problem = Diagnostic::new(rules::MISSING_PART, self.last_part, "there is no table of arguments");
            self.reject(problem.here("below this heading").label(line.span(), "the next heading"));
            self.state = State::End;
        } else if table::looks_like_row(line) {
            let problem = Diagnostic::new(rules::TABLE_HEADER, line.span(), "there are blanks before the header");
            self.reject(problem.help("begin the line with `|`"));
        }
    }

    fn table_separator(&mut self, line: Slice<'a>) {
        self.part_ends(line, State::Rows);
        match table::separator(line) {
            Separator::Good => {}
            Separator::Other(problem) => {
                self.found.push(problem);
                self.table_is_unsound();
            }
            Separator::Bad(problem) => {
                self.reject(problem);
                self.table_is_unsound();
                if !table::looks_like_row(line) {
                    self.state = State::AfterTable;
                }
            }
        }
    }

    fn row(&mut self, line: Slice<'a>) {
        if !line.text.starts_with('|') {
            self.state = State::AfterTable;
            return self.after_table(line);
        }
        match table::row(line) {
            Err(problem) => {
                self.reject(problem);
                self.table_is_unsound();
            }
            Ok(row) => self.document.table.iter_mut().for_each(|table| table.rows.push(row.clone())),
        }
        self.last_part = line.span();
    }

    fn table_is_unsound(&mut self) {
        self.document.table.iter_mut().for_each(|table| table.is_sound = false);
    }

    /// Rows after an empty line or behind blanks are not part of the table.
    fn after_table(&mut self, line: Slice<'a>) {
        if table::looks_like_row(line) {
            let message = "this row is not part of the table of arguments, which has ended before it";
            let problem = Diagnostic::new(rules::OUTSIDE_TABLE, line.trim().span(), message);
            self.found.push(problem.label(self.last_part, "the end of the table"));
            self.table_is_unsound();
        } else if !line.text.trim().is_empty() {
            self.state = State::End;
        }
    }

    /// The end of the file: what is still missing.
    fn finish(&mut self, text: &str) {
        if let State::BlockEnd(side) = self.state {
            let last = self.block.last().copied().or(self.fence).map_or(self.last_part, Slice::span);
            let problem = Diagnostic::new(rules::CODE_BLOCK, last, "the code block is not closed");
            let problem = problem.maybe_label(self.fence.map(Slice::span), "it is opened here");
            self.reject(problem.help("write exactly ```` ``` ```` behind the signature"));
            self.signatures(side);
            self.state = self.after(side);
        }
        if let Some((from, to)) = self.summary {
            self.document.summary = Some(Spanned::new(text[from..to].to_owned(), Span::new(self.file, from, to)));
        }
        let disagreements = names::disagreements(&self.document);
        self.document.names_agree = disagreements.is_empty();
        disagreements.into_iter().for_each(|problem| self.reject(problem));
        let Some(missing) = self.missing() else { return };
        let problem = Diagnostic::new(rules::MISSING_PART, self.last_part, format!("{missing} is missing"));
        let needed = self.document.kind.as_ref().map(|kind| kind.span);
        let problem = match self.state {
            State::Title => problem,
            _ => problem.here("after this").maybe_label(needed, "documents of this kind need it"),
        };
        self.reject(problem);
    }

    /// The part that the document ends without, though its kind needs it.
    fn missing(&self) -> Option<String> {
        let kind = self.document.kind.as_ref().map(|kind| kind.value);
        match self.state {
            State::Title => Some("the title".to_owned()),
            State::Heading(Side::Target) if !self.needs_target() => None,
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

    /// Whether the heading need not be that of a target.
    fn may_be_other(&self, side: Side, heading: Heading) -> bool {
        side == Side::Target && !self.needs_target() && !heading.name.text.starts_with(self.expected.target_prefix)
    }

    /// A kind that could not be read needs nothing: what is missing would be reported because of a mistake elsewhere.
    fn needs_target(&self) -> bool {
        self.document.kind.as_ref().is_some_and(|kind| kind.value.needs_target())
    }
}

/// Whether a line was probably meant to be the heading of the table of arguments.
fn is_arguments_heading(line: Slice) -> bool {
    let text = line.text.trim();
    let heading = text.trim_start_matches('#').trim();
    text.starts_with('#') && table::is_near(heading, ARGUMENTS_HEADING) || text == ARGUMENTS_HEADING
}

/// Where a comment begins, outside of quotes.
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
