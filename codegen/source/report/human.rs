//! Diagnostics as text for people, in the manner of rustc.

use std::borrow::Cow;
use std::collections::BTreeMap;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level as Shown, Origin, Renderer, Snippet};

use super::excerpt;
use crate::diagnostic::{Diagnostic, Diagnostics, count};
use crate::file::{FileId, SourceFile, Sources, Span};
use crate::rule::Level;

/// Lines shown before and after the annotated ones.
const CONTEXT: usize = 1;

/// How many findings of one rule in one line are shown. The others are counted.
const SHOWN_IN_A_LINE: usize = 10;

/// How many places a finding shows. The others are counted.
const SHOWN_PLACES: usize = 8;

/// Longer messages are cut: a name in them may be a megabyte long.
const LONGEST_MESSAGE: usize = 1000;

/// How to see what is only counted.
const LISTS_ALL: &str = "`opgen check --format json` lists them all";

/// Renders every diagnostic that is of a level or more serious. The text has ANSI colours; the stream that it is written
/// to strips them if necessary.
pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources, least: Level) -> String {
    let mut text = String::new();
    let shown: Vec<_> = diagnostics.sorted().into_iter().filter(|diagnostic| diagnostic.level <= least).collect();
    let place = |diagnostic: &Diagnostic| {
        let line = sources.file(diagnostic.span.file).line_of(diagnostic.span.start);
        (diagnostic.span.file, line, diagnostic.rule.code())
    };
    let mut numbers: BTreeMap<(FileId, usize, &str), (usize, usize)> = BTreeMap::new();
    shown.iter().for_each(|diagnostic| numbers.entry(place(diagnostic)).or_default().0 += 1);
    for diagnostic in shown {
        let (all, before) = numbers.entry(place(diagnostic)).or_default();
        *before += 1;
        if *before <= SHOWN_IN_A_LINE {
            text.push_str(&rendered(report(diagnostic, sources)));
            text.push_str("\n\n");
        }
        if *before == SHOWN_IN_A_LINE && *all > SHOWN_IN_A_LINE {
            text.push_str(&rendered(further(diagnostic, *all - SHOWN_IN_A_LINE, sources)));
            text.push_str("\n\n");
        }
    }
    text
}

/// Counts the findings of a rule in a line that are not shown.
fn further<'a>(last: &Diagnostic, number: usize, sources: &Sources) -> Group<'a> {
    let file = sources.file(last.span.file);
    let line = file.line_of(last.span.start) + 1;
    let title = format!("{number} more like this in {}, line {line}", file.name());
    let group = Group::with_title(shown(last.level).primary_title(title).id(last.rule.code()));
    group.element(Shown::HELP.message(LISTS_ALL))
}

/// A piece of source text that a finding shows.
pub struct Excerpt<'a> {
    pub file: &'a SourceFile,
    pub span: Span,
    /// The label.
    pub text: &'a str,
}

/// Renders a finding whose excerpts may be from files of several [`Sources`].
pub fn render_finding(level: Level, id: &str, title: &str, excerpts: &[Excerpt], notes: &[String]) -> String {
    let marks: Vec<Mark> = excerpts
        .iter()
        .map(|excerpt| Mark { kind: AnnotationKind::Primary, span: excerpt.span, text: excerpt.text })
        .collect();
    let mut group = Group::with_title(shown(level).primary_title(title).id(id));
    for (excerpt, mark) in excerpts.iter().zip(&marks) {
        group = snippets(group, excerpt.file, &[mark]);
    }
    for note in notes {
        group = group.element(Shown::NOTE.message(note.as_str()));
    }
    rendered(group)
}

fn rendered(group: Group) -> String {
    // Lines are cut where an excerpt is made.
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(usize::MAX / 2);
    with_columns(&renderer.render(&[group]))
}

fn shown(level: Level) -> Shown<'static> {
    match level {
        Level::Error => Shown::ERROR,
        Level::Warning => Shown::WARNING,
        Level::Note => Shown::NOTE,
    }
}

fn report<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
    let level = shown(diagnostic.level);
    let message = short(&diagnostic.message);
    let mut group = Group::with_title(level.primary_title(message).id(diagnostic.rule.code()));
    let primary = Mark { kind: AnnotationKind::Primary, span: diagnostic.span, text: &diagnostic.here };
    let context = diagnostic.labels.iter().take(SHOWN_PLACES).map(|label| Mark {
        kind: AnnotationKind::Context,
        span: label.span,
        text: &label.text,
    });
    let marks: Vec<Mark> = std::iter::once(primary).chain(context).collect();
    let mut shown: Vec<bool> = vec![false; marks.len()];
    for first in 0..marks.len() {
        if shown[first] {
            continue;
        }
        let here: Vec<&Mark> =
            (first..marks.len()).filter(|&i| marks[i].span.file == marks[first].span.file).map(|i| &marks[i]).collect();
        for (i, mark) in marks.iter().enumerate() {
            shown[i] |= mark.span.file == marks[first].span.file;
        }
        group = snippets(group, sources.file(marks[first].span.file), &here);
    }
    if let Some(hidden) = diagnostic.labels.len().checked_sub(SHOWN_PLACES).filter(|hidden| *hidden > 0) {
        let hidden = count(hidden, "more place");
        group = group.element(Shown::NOTE.message(format!("and {hidden}; {LISTS_ALL}")));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Shown::HELP.message(short(help)));
    }
    group
}

/// A text without its middle, if it is long.
fn short(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_MESSAGE {
        return Cow::Borrowed(text);
    }
    let (start, end) = (LONGEST_MESSAGE / 2, text.len() - LONGEST_MESSAGE / 4);
    let (start, end) = (excerpt::boundary(text, start), excerpt::boundary(text, end));
    Cow::Owned(format!("{}…{}", &text[..start], &text[end..]))
}

struct Mark<'a> {
    kind: AnnotationKind,
    span: Span,
    text: &'a str,
}

/// Adds the marked lines of one file. Only these lines are rendered, so that long files take no time.
fn snippets<'a>(group: Group<'a>, file: &'a SourceFile, marks: &[&Mark<'a>]) -> Group<'a> {
    if file.text().is_empty() {
        return group.element(Origin::path(file.name()));
    }
    let line = |mark: &&Mark| file.line_of(mark.span.start);
    let last_line = |mark: &&Mark| file.line_of(mark.span.end.max(mark.span.start + 1) - 1).min(line(mark) + 4);
    let (near, far): (Vec<&Mark>, Vec<&Mark>) =
        marks.iter().copied().partition(|mark| line(mark).abs_diff(line(&marks[0])) < 200);
    let first = near.iter().map(line).min().unwrap_or(0).saturating_sub(CONTEXT);
    let last = near.iter().map(last_line).max().unwrap_or(0) + CONTEXT;
    let spans: Vec<Span> = near.iter().map(|mark| mark.span).collect();
    let excerpt = excerpt::Excerpt::new(file, first, last, &spans);
    let annotations = near.iter().zip(&excerpt.marks).map(|(mark, range)| {
        let annotation = mark.kind.span(range.clone());
        if mark.text.is_empty() { annotation } else { annotation.label(short(mark.text)) }
    });
    let annotations: Vec<Annotation> = annotations.collect();
    let path = if excerpt.is_cut { with_column(file, &near) } else { file.name().to_owned() };
    let snippet = Snippet::source(excerpt.text).line_start(first + 1).path(path).annotations(annotations);
    let group = group.element(snippet);
    if far.is_empty() { group } else { snippets(group, file, &far) }
}

/// Encloses the column that belongs to a path. Text of a private use area, which no path has.
const COLUMN: char = '\u{e000}';

/// The path of a file for an excerpt that is cut, with the column in the file: annotate-snippets counts the columns of the
/// excerpt.
fn with_column(file: &SourceFile, marks: &[&Mark]) -> String {
    let primary = marks.iter().find(|mark| matches!(mark.kind, AnnotationKind::Primary));
    let first = primary.or(marks.iter().min_by_key(|mark| mark.span.start));
    let column = first.map_or(1, |mark| file.line_column(mark.span.start).1);
    format!("{}{COLUMN}{column}{COLUMN}", file.name())
}

/// Replaces columns of excerpts by those that `with_column` noted.
fn with_columns(text: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut parts = text.split(COLUMN).peekable();
    let mut result = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        let behind = parts.peek().and_then(|next| next.strip_prefix(':'));
        match behind.filter(|_| part.parse::<usize>().is_ok()) {
            Some(behind) => {
                let from_column = behind.trim_start_matches(is_digit);
                let line = &behind[..behind.len() - from_column.len()];
                let rest = from_column.trim_start_matches(':').trim_start_matches(is_digit);
                result.extend([":", line, ":", part, rest]);
                parts.next();
            }
            None => {
                result.push(COLUMN);
                result.push_str(part);
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_excerpts_become_those_of_files() {
        let mark = |text: &str| text.replace('|', &COLUMN.to_string());
        assert_eq!(with_columns(&mark(" --> a.yaml|1234|:5:32\n")), " --> a.yaml:5:1234\n");
        let strays = mark("a|b|12|c||:1:2|3");
        assert_eq!(with_columns(&strays), strays);
    }
}
