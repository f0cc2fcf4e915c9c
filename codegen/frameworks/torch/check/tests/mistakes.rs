//! Single mistakes in a small tree: each is found once, on the characters that were changed.

use std::fs;
use std::path::Path;

use project::Root;
use project::settings::Options;
use source::{Diagnostic, Sources, Span, report};
use torch_registry::{Inputs, Project};

const FILES: [(&str, &str); 4] = [
    ("native_functions.yaml", include_str!("mistakes/native_functions.yaml")),
    ("derivatives.yaml", include_str!("mistakes/derivatives.yaml")),
    ("tags.yaml", include_str!("mistakes/tags.yaml")),
    ("deprecated.yaml", include_str!("mistakes/deprecated.yaml")),
];

/// A mistake in a file: `old` is replaced by `new`.
struct Mistake {
    title: &'static str,
    file: &'static str,
    code: &'static str,
    old: String,
    new: String,
}

/// The mistakes: a title, the file and the rule, the text without and with the mistake.
fn mistakes() -> impl Iterator<Item = Mistake> {
    let text = include_str!("mistakes/mistakes.txt");
    text.split("\n\n").filter(|block| !block.trim().is_empty()).map(|block| {
        let lines: Vec<&str> = block.trim_matches('\n').split('\n').collect();
        let [title, place, old, new] = lines.as_slice() else { panic!("four lines: {block}") };
        let (file, code) = place.split_once(' ').expect("a file and a rule");
        let unescaped = |line: &str, mark| {
            let rest = line.strip_prefix(mark).expect("a mark");
            rest.strip_prefix(' ').unwrap_or(rest).replace("\\n", "\n")
        };
        Mistake { title, file, code, old: unescaped(old, '-'), new: unescaped(new, '+') }
    })
}

fn checked(root: &Path) -> Project {
    Inputs::read(&Root::at(root.to_owned()), &Options::default(), torch_check::PROGRAM).analyse()
}

#[test]
fn each_mistake_is_found_once_on_its_characters() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it is writable");
    FILES.into_iter().for_each(|(name, text)| write(name, text));
    let review = checked(folder.path()).review;
    assert!(review.diagnostics.is_empty(), "{}", report::render_all(&review.diagnostics, &review.sources));
    let mut wrong = Vec::new();
    for Mistake { title, file, code, old, new } in mistakes() {
        let (_, text) = FILES.iter().find(|(name, _)| *name == file).expect("there is such a file");
        let at = text.find(&old).unwrap_or_else(|| panic!("{title}: {file} has no {old:?}"));
        write(file, &text.replacen(&old, &new, 1));
        let review = checked(folder.path()).review;
        write(file, text);
        let changed = changed(at, &old, &new);
        let found = review.diagnostics.sorted();
        let is_right = match found.as_slice() {
            [one] => {
                let start = one.span.start as usize;
                let line = |at: usize| review.sources.file(one.span.file).text()[..at].matches('\n').count();
                // What is missing has no characters: the finding is beside its place.
                let is_near = changed.is_empty() && line(changed.start).abs_diff(line(start)) <= 5;
                one.rule.code() == code
                    && review.sources.file(one.span.file).name() == file
                    && (is_near || shown(one, file, &review.sources).any(|span| touches(span, &changed)))
            }
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{title}: {}", report::render_all(&review.diagnostics, &review.sources)));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// The places in a file that a finding shows.
fn shown<'a>(found: &'a Diagnostic, file: &'a str, sources: &'a Sources) -> impl Iterator<Item = Span> + 'a {
    let places = std::iter::once(found.span).chain(found.labels.iter().map(|label| label.span));
    places.filter(move |span| sources.file(span.file).name() == file)
}

fn touches(span: Span, changed: &std::ops::Range<usize>) -> bool {
    span.start as usize <= changed.end && changed.start <= span.end as usize
}

/// The bytes of the new text that differ.
fn changed(at: usize, old: &str, new: &str) -> std::ops::Range<usize> {
    let start = old.bytes().zip(new.bytes()).take_while(|(one, other)| one == other).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.bytes().rev().zip(new.bytes().rev()).take(rest).take_while(|(one, other)| one == other).count();
    at + start..at + new.len() - end
}
