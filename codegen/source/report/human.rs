//! Diagnostics as text for people, in the manner of rustc.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level as Shown, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{SourceFile, Sources, Span};
use crate::rule::Level;

/// Lines shown before and after the annotated ones.
const CONTEXT: usize = 1;

/// Renders every diagnostic that is of a level or more serious. The text has ANSI colours; the stream that it is written
/// to strips them if necessary.
pub(super) fn render(diagnostics: &Diagnostics, sources: &Sources, least: Level) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for diagnostic in diagnostics.sorted().into_iter().filter(|diagnostic| diagnostic.level <= least) {
        text.push_str(&renderer.render(&[report(diagnostic, sources)]));
        text.push_str("\n\n");
    }
    text
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
    Renderer::styled().decor_style(DecorStyle::Ascii).render(&[group])
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
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.rule.code()));
    let primary = Mark { kind: AnnotationKind::Primary, span: diagnostic.span, text: &diagnostic.here };
    let context = diagnostic.labels.iter().map(|label| Mark {
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
    if let Some(help) = &diagnostic.help {
        group = group.element(Shown::HELP.message(help.as_str()));
    }
    group
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
    let range = file.lines(first, last);
    let text = &file.text()[range.clone()];
    let annotations = near.iter().map(|mark| annotation(mark, text, range.start));
    let snippet = Snippet::source(text).line_start(first + 1).path(file.name()).annotations(annotations);
    let group = group.element(snippet);
    if far.is_empty() { group } else { snippets(group, file, &far) }
}

fn annotation<'a>(mark: &Mark<'a>, text: &str, base: usize) -> Annotation<'a> {
    let range = clamp(mark.span, text, base);
    let annotation = mark.kind.span(range);
    if mark.text.is_empty() { annotation } else { annotation.label(mark.text) }
}

/// The span relative to the excerpt, clamped to it and to character boundaries. Otherwise annotate-snippets panics.
fn clamp(span: Span, text: &str, base: usize) -> Range<usize> {
    let inside = |offset: u32| {
        let mut offset = (offset as usize).saturating_sub(base).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = inside(span.start);
    let end = inside(span.end).max(start);
    let blank_end = text[start..end].trim_end().len();
    start..start + blank_end
}
