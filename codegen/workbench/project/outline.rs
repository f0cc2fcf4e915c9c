//! The positions of a file's entries, and its `# opgen:` comments, which allow findings in an entry.
//!
//! `# opgen: allow(W0602) the reason` applies to the entry that it is in, or that directly follows it.

use std::ops::Range;

use crate::rules;
use source::suggest::Known;
use source::yaml::{Node, Value};
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Help, Rule, Span, lines};

/// The entries of a file that is a list, and its comments for opgen.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    entries: Vec<Entry>,
    /// The comments that allow a rule.
    pub allows: Vec<AllowComment>,
}

#[derive(Debug, Clone)]
struct Entry {
    /// The offset of the line on which the entry begins. The entry ends where the next one begins.
    start: u32,
    /// The value of its first key.
    name: String,
}

/// A comment that allows one rule in one entry.
#[derive(Debug, Clone)]
pub struct AllowComment {
    /// The rule that the comment allows.
    pub rule: Rule,
    /// The comment itself.
    pub span: Span,
    /// The index of the entry that the comment applies to.
    entry: Option<usize>,
}

source::shift!(Outline { entries, allows; });
source::shift!(Entry { start; name });
source::shift!(AllowComment { span; rule, entry });

/// A rule that is allowed in one entry: the file, the index of the entry, and the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exception(FileId, usize, Rule);

impl AllowComment {
    /// The exception that the comment makes. `None` if there is no entry that it could apply to.
    pub fn exception(&self) -> Option<Exception> {
        Some(Exception(self.span.file, self.entry?, self.rule))
    }
}

const MARK: &str = "opgen:";

impl Outline {
    /// Reads the outline of a part of a file, whose entries are in `root`. Mistakes in its comments are reported.
    pub fn of(
        file: FileId,
        text: &str,
        part: &Range<usize>,
        root: &Node,
        catalogue: Catalogue,
        diagnostics: &mut Diagnostics,
    ) -> Outline {
        let Value::Sequence(items) = &root.value else { return Outline::default() };
        let starts = line_starts(text, items.iter().map(|item| item.span.start as usize));
        let entry =
            |(item, line): (&Node, usize)| Entry { start: line as u32, name: name(item).unwrap_or("").to_owned() };
        let mut outline = Outline { entries: items.iter().zip(starts).map(entry).collect(), allows: Vec::new() };
        let mut above_entry = 0..0;
        for (at, comment) in comments(text, part, root) {
            let span = Span::new(file, at, at + comment.len());
            match rule(comment, span, catalogue) {
                Ok((rule, problem)) => {
                    if let Some(problem) = problem {
                        diagnostics.push(problem);
                    }
                    outline.allows.push(AllowComment {
                        rule,
                        span,
                        entry: outline.entry_of_comment(text, at, &mut above_entry),
                    });
                }
                Err(problem) => diagnostics.push(*problem),
            }
        }
        outline
    }

    /// Adds the outline of the next part of the same file.
    pub fn append(&mut self, next: Outline) {
        let before = self.entries.len();
        self.entries.extend(next.entries);
        self.allows.extend(next.allows.into_iter().map(|mut allow| {
            allow.entry = allow.entry.map(|entry| before + entry);
            allow
        }));
    }

    /// The exception that would suppress a finding in this file.
    pub fn exception_for(&self, diagnostic: &Diagnostic) -> Option<Exception> {
        let Span { file, start, .. } = diagnostic.span;
        Some(Exception(file, self.entry_at(start)?, diagnostic.rule))
    }

    /// The name of the entry that contains an offset.
    pub fn name_at(&self, offset: u32) -> Option<&str> {
        self.entry_at(offset).map(|entry| self.entries[entry].name.as_str())
    }

    /// The start of the entry that contains an offset.
    pub fn start_at(&self, offset: u32) -> Option<usize> {
        self.entry_at(offset).map(|entry| self.entries[entry].start as usize)
    }

    /// The byte range of the entry that contains an offset, without the blank lines and comments that belong to the
    /// next entry.
    pub fn lines_at(&self, offset: u32, text: &str) -> Option<Range<usize>> {
        let entry = self.entry_at(offset)?;
        let start = self.entries[entry].start as usize;
        let end = self.entries.get(entry + 1).map_or(text.len(), |next| next.start as usize);
        let lines = text.get(start..end)?;
        let indentation = |line: &str| line.len() - line.trim_start().len();
        let outer = indentation(lines);
        let precedes_next = |line: &&str| {
            let content = line.trim();
            content.is_empty() || (content.starts_with('#') && indentation(line) <= outer)
        };
        let after: usize = lines.split_inclusive('\n').rev().take_while(precedes_next).map(str::len).sum();
        Some(start..end - after)
    }

    fn entry_at(&self, offset: u32) -> Option<usize> {
        self.entries.partition_point(|entry| entry.start <= offset).checked_sub(1)
    }

    /// The entry that a comment applies to. It is the entry below, if only blank lines and comments are in between and
    /// the comment is not indented more than it. Otherwise, it is the entry that contains the comment. `above_entry` is kept between
    /// the comments of a file: the lines without content around the last one.
    fn entry_of_comment(&self, text: &str, at: usize, above_entry: &mut Range<usize>) -> Option<usize> {
        let line_start = lines::start(text, at);
        let containing = self.entry_at(at as u32);
        if !text[line_start..at].trim().is_empty() {
            return containing;
        }
        if !above_entry.contains(&line_start) {
            let has_content = |line: &&str| !line.trim_start().is_empty() && !line.trim_start().starts_with('#');
            let without = text[line_start..].split_inclusive('\n').take_while(|line| !has_content(line));
            *above_entry = line_start..line_start + without.map(str::len).sum::<usize>();
        }
        let line = &text[above_entry.end..];
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        let below = self.entries.binary_search_by_key(&(above_entry.end as u32), |entry| entry.start).ok();
        let is_deeper = at - line_start > indentation;
        below.filter(|_| !is_deeper).or(containing)
    }
}

/// The starts of the lines that contain offsets, which are in order, except perhaps after a mistake in a file.
fn line_starts(text: &str, offsets: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let (mut line, mut before) = (0, 0);
    offsets.map(move |at| {
        match text.get(before..at) {
            Some(between) => line = between.rfind('\n').map_or(line, |newline| before + newline + 1),
            None => line = lines::start(text, at),
        }
        before = at;
        line
    })
}

fn name(item: &Node) -> Option<&str> {
    let Value::Mapping(entries) = &item.value else { return None };
    match &entries.first()?.1.value {
        Value::Scalar(scalar) => Some(&scalar.text),
        _ => None,
    }
}

/// The comments for opgen in a part of a text from the `#` to the end of the line, each with its offset.
fn comments<'a>(text: &'a str, part: &Range<usize>, root: &'a Node) -> impl Iterator<Item = (usize, &'a str)> {
    let start = part.start;
    let marks = text[part.clone()].match_indices(MARK).map(move |(mark, _)| start + mark);
    let mut read = 0;
    marks.filter_map(move |mark| {
        // A comment extends to the end of its line, whatever it contains.
        if mark < read {
            return None;
        }
        let before = text[..mark].trim_end_matches([' ', '\t', '#']);
        let hashes = &text[before.len()..mark];
        let at = before.len() + hashes.find('#')?;
        let begins_comment = at == 0 || text[..at].ends_with([' ', '\t', '\n']);
        if !begins_comment || in_scalar(root, at as u32) {
            return None;
        }
        let line = text[at..].lines().next()?;
        read = at + line.len();
        Some((at, line.trim_end()))
    })
}

/// True if an offset is in a scalar, where a `#` does not begin a comment.
fn in_scalar(node: &Node, at: u32) -> bool {
    match &node.value {
        _ if at < node.span.start || at >= node.span.end => false,
        Value::Scalar(_) => true,
        // A list may be a whole file, so it is searched by bisection.
        Value::Sequence(items) => {
            let item = items.partition_point(|item| item.span.end <= at);
            items.get(item).is_some_and(|item| in_scalar(item, at))
        }
        Value::Mapping(entries) => {
            let entry = entries.partition_point(|(_, value)| value.span.end <= at);
            entries.get(entry).is_some_and(|(_, value)| in_scalar(value, at))
        }
        Value::Rejected => false,
    }
}

/// The rule that a comment allows. If the comment gives no reason, it counts, but a diagnostic is returned, too.
fn rule(comment: &str, span: Span, catalogue: Catalogue) -> Result<(Rule, Option<Diagnostic>), Box<Diagnostic>> {
    const FORM: &str = "write `# opgen: allow(CODE) REASON`";
    let body = comment.trim_start_matches(['#', ' ', '\t']).strip_prefix(MARK).unwrap_or("").trim_start();
    let is_allow = body.strip_prefix("allow").is_some_and(|rest| rest.trim_start().starts_with('('));
    let brackets = comment.find('(').zip(comment.find(')')).filter(|(open, close)| is_allow && open < close);
    let Some((open, close)) = brackets else {
        let message = "opgen does not understand this comment";
        return Err(Box::new(Diagnostic::new(rules::ALLOW_COMMENT, span, message).help(FORM)));
    };
    let (code, reason) = (&comment[open + 1..close], &comment[close + 1..]);
    let at = Span::new(span.file, span.start as usize + open + 1, span.start as usize + close);
    let rule = catalogue.of_code(code.trim()).ok_or_else(|| Box::new(unknown_code(code.trim(), at, catalogue)))?;
    if !rule.can_be_allowed() {
        return Err(Box::new(not_allowed(rule, at)));
    }
    let problem = reason.trim_matches([' ', '\t', ':', '-']).is_empty().then(|| {
        Diagnostic::new(rules::ALLOW_COMMENT, span, format!("{} is allowed here, but no reason is given", rule.code()))
            .help(FORM)
    });
    Ok((rule, problem))
}

/// The diagnostic for a code that does not exist.
pub fn unknown_code(code: &str, span: Span, catalogue: Catalogue) -> Diagnostic {
    let rules = catalogue.all();
    let codes = || rules.iter().map(|rule| rule.code());
    // With a digit too much, a code is as near to several others.
    let near = codes().find(|known| code.starts_with(known)).or_else(|| Known::new(codes()).nearest(code));
    let help = match near {
        Some(near) => Help::meant(code, near),
        None => "`opgen explain` lists all codes".into(),
    };
    Diagnostic::new(rules::UNKNOWN_CODE, span, format!("there is no rule `{code}`")).help(help)
}

/// The diagnostic for an attempt to allow a rule that cannot be allowed.
pub fn not_allowed(rule: Rule, span: Span) -> Diagnostic {
    let message = format!("{} cannot be allowed: {}", rule.code(), rule.title());
    Diagnostic::new(rules::NOT_ALLOWED, span, message)
        .help("fix the error instead: nothing correct can be generated from it")
}
