//! The title of a document, and the headings of the two APIs.

use source::{Diagnostic, Spanned};

use crate::format::Kind;
use crate::lines::Slice;
use crate::rules;

/// The title's kind and API.
pub(super) struct Title<'a> {
    pub kind: Slice<'a>,
    pub api: Slice<'a>,
}

/// `## [kind]api`.
pub(super) fn title(line: Slice) -> Option<Title> {
    let rest = line.text.strip_prefix("##")?;
    let open = line.text.len() - rest.trim_start_matches(' ').len();
    if open == 2 || !line.text[open..].starts_with('[') {
        return None;
    }
    let (kind, api) = line.from(open + 1).split_once(']')?;
    (!kind.text.is_empty() && !api.trim().text.is_empty()).then(|| Title { kind: kind.trim(), api: api.trim() })
}

/// The kind of a title.
pub(super) fn kind(text: Slice) -> Result<Spanned<Kind>, Diagnostic> {
    match Kind::of_name(text.text) {
        Some(kind) => Ok(Spanned::new(kind, text.span())),
        None => {
            let message = format!("there is no kind of mapping `{}`", text.text);
            Err(Diagnostic::new(rules::UNKNOWN_KIND, text.span(), message).help(Kind::help(text.text)))
        }
    }
}

/// The name and link of an API's heading.
#[derive(Clone, Copy)]
pub(super) struct Heading<'a> {
    pub name: Slice<'a>,
    /// The text between the parentheses, if there are any.
    pub link: Option<Slice<'a>>,
}

/// `### [api](link)`, where the link may be missing.
/// `None` if the line does not look like such a heading.
///
/// # Errors
/// What is wrong with the heading, and what it probably means.
pub(super) fn api(line: Slice<'_>) -> Option<Result<Heading<'_>, (String, Option<Heading<'_>>)>> {
    let trimmed = line.trim();
    let (rest, marks) = trimmed.strip_start('#');
    if marks == 0 || !rest.text.contains('[') && !rest.text.contains("](") {
        return None;
    }
    let body = rest.trim();
    let guess = guess(body);
    let wrong = |what: &str| Some(Err((what.to_owned(), guess)));
    if trimmed.start() != line.start() {
        return wrong("the heading begins with a blank");
    }
    if marks != 3 {
        return wrong(&format!("the heading begins with {} instead of `###`", "#".repeat(marks)));
    }
    if !rest.text.starts_with(' ') || !body.text.starts_with('[') {
        return wrong("`###` is not followed by a blank and the API in brackets");
    }
    let Some((name, after)) = body.from(1).split_once(']') else { return wrong("there is no `]` after the API") };
    let name = name.trim();
    if trimmed.text.len() != line.text.len() {
        return wrong("there is a blank at the end of the heading");
    }
    if after.text.is_empty() {
        return Some(Ok(Heading { name, link: None }));
    }
    let Some(inner) = after.text.strip_prefix('(') else {
        return wrong("the API in brackets is not followed by a link in parentheses");
    };
    match inner.find(')') {
        None => wrong("there is no `)` after the link"),
        Some(end) if end + 1 < inner.len() => wrong("something follows the link"),
        Some(end) => Some(Ok(Heading { name, link: Some(after.sub(1, 1 + end)) })),
    }
}

/// The probable meaning of a malformed heading.
fn guess(body: Slice<'_>) -> Option<Heading<'_>> {
    let inside = body.strip_start('[').0;
    let end = inside.text.find([']', '(', ' ']).unwrap_or(inside.text.len());
    let name = inside.sub(0, end).trim();
    let link = inside.text.find('(').map(|open| {
        let link = inside.from(open + 1);
        link.sub(0, link.text.find(')').unwrap_or(link.text.len())).trim()
    });
    (!name.text.is_empty()).then_some(Heading { name, link })
}
