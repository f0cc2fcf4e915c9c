//! Diagnostics as text for people, in rustc's style.

use std::borrow::Cow;
use std::collections::BTreeMap;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level as Shown, Origin, Renderer, Snippet};
use parallel::prelude::*;

use super::excerpt;
use crate::diagnostic::{Diagnostic, Diagnostics, count};
use crate::file::{FileId, SourceFile, Sources, Span};
use crate::rule::Level;

/// Lines shown before and after the annotated ones.
const CONTEXT: usize = 1;

/// The number of diagnostics of one rule in one line that are shown. The rest is only counted.
const MAX_PER_LINE: usize = 10;

/// The number of labels that a diagnostic shows. The rest is only counted.
const MAX_LABELS: usize = 8;

/// The bytes of a message or label that are shown: a name in it may be a megabyte long.
const MAX_MESSAGE: usize = 1000;

/// Tells the reader how to see what is only counted.
const SEE_ALL: &str = "`opgen check --format json` lists them all";

/// Renders every diagnostic that is at least as serious as `least`. The text has ANSI colours, which the output stream
/// strips if necessary.
pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources, least: Level) -> String {
    let shown: Vec<_> = diagnostics.sorted().into_iter().filter(|diagnostic| diagnostic.level <= least).collect();
    let place = |diagnostic: &&Diagnostic| {
        let line = sources.file(diagnostic.span.file).line_of(diagnostic.span.start);
        (diagnostic.span.file, line, diagnostic.rule.code())
    };
    // In parallel, because the lines of each file are counted now.
    let places: Vec<_> = shown.par_iter().map(place).collect();
    let mut numbers: BTreeMap<(FileId, usize, &str), (usize, usize)> = BTreeMap::new();
    for place in &places {
        numbers.entry(*place).or_default().0 += 1;
    }
    let mut parts: Vec<(&Diagnostic, Option<usize>)> = Vec::new();
    for (diagnostic, place) in shown.into_iter().zip(places) {
        let (all, before) = numbers.entry(place).or_default();
        *before += 1;
        if *before <= MAX_PER_LINE {
            parts.push((diagnostic, None));
        }
        if *before == MAX_PER_LINE && *all > MAX_PER_LINE {
            parts.push((diagnostic, Some(*all - MAX_PER_LINE)));
        }
    }
    let text = |(diagnostic, hidden): &(&Diagnostic, Option<usize>)| {
        let group = match hidden {
            None => report(diagnostic, sources),
            Some(number) => not_shown(diagnostic, *number, sources),
        };
        rendered(group) + "\n\n"
    };
    let texts: Vec<String> = parts.par_iter().map(text).collect();
    texts.concat()
}

/// Says how many more diagnostics of the same rule the line has.
fn not_shown<'a>(last: &Diagnostic, number: usize, sources: &Sources) -> Group<'a> {
    let file = sources.file(last.span.file);
    let line = file.line_of(last.span.start) + 1;
    let title = format!("{number} more like this in {}, line {line}", file.name());
    let group = Group::with_title(shown(last.level).primary_title(title).id(last.rule.code()));
    group.element(Shown::HELP.message(SEE_ALL))
}

/// An underlined piece of source text.
pub struct Excerpt<'a> {
    /// The file to show.
    pub file: &'a SourceFile,
    /// The characters to underline, in that file.
    pub span: Span,
    /// The label under them.
    pub text: &'a str,
}

/// Renders a message whose excerpts may come from several [`Sources`], such as the two sides of a comparison.
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
    // `Excerpt` has cut long lines already.
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
    let context = diagnostic.labels.iter().take(MAX_LABELS).map(|label| Mark {
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
    if let Some(hidden) = diagnostic.labels.len().checked_sub(MAX_LABELS).filter(|hidden| *hidden > 0) {
        let hidden = count(hidden, "more place");
        group = group.element(Shown::NOTE.message(format!("and {hidden}; {SEE_ALL}")));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Shown::HELP.message(short(help)));
    }
    group
}

/// Replaces the middle of a long text by an ellipsis.
fn short(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_MESSAGE {
        return Cow::Borrowed(text);
    }
    let (start, end) = (MAX_MESSAGE / 2, text.len() - MAX_MESSAGE / 4);
    let (start, end) = (excerpt::boundary(text, start), excerpt::boundary(text, end));
    Cow::Owned(format!("{}…{}", &text[..start], &text[end..]))
}

struct Mark<'a> {
    kind: AnnotationKind,
    span: Span,
    text: &'a str,
}

/// Adds the marked lines of one file. Only these lines are passed to the renderer, so that long files cost nothing.
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

/// Encloses the column that `with_column` appends to a path. A private use character, which no path contains.
const COLUMN: char = '\u{e000}';

/// The path to show for a shortened excerpt, with the real column appended: annotate-snippets would count the column in
/// the excerpt.
fn with_column(file: &SourceFile, marks: &[&Mark]) -> String {
    let primary = marks.iter().find(|mark| matches!(mark.kind, AnnotationKind::Primary));
    let first = primary.or(marks.iter().min_by_key(|mark| mark.span.start));
    let column = first.map_or(1, |mark| file.line_column(mark.span.start).1);
    format!("{}{COLUMN}{column}{COLUMN}", file.name())
}

/// Replaces the columns that annotate-snippets counted by those that `with_column` appended.
fn with_columns(text: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut parts = text.split(COLUMN).peekable();
    let mut result = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        let position = parts.peek().and_then(|next| next.strip_prefix(':'));
        match position.filter(|_| part.parse::<usize>().is_ok()) {
            Some(position) => {
                let from_column = position.trim_start_matches(is_digit);
                let line = &position[..position.len() - from_column.len()];
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
