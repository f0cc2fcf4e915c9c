//! The signatures in a code block: functions with lists of arguments, or properties.
//!
//! The lines of a block are joined without blanks. A signature ends with the parenthesis that closes its list.

use source::{Diagnostic, Span, Spanned};

use super::{Argument, Signature};
use crate::lines::Slice;
use crate::rules;

/// The joined lines of a code block.
pub(super) struct Block {
    text: String,
    /// The start of each line in the joined text, and its span in the file.
    starts: Vec<(usize, Span)>,
}

impl Block {
    pub fn of(lines: &[Slice]) -> Block {
        let mut block = Block { text: String::new(), starts: Vec::new() };
        for line in lines.iter().map(|line| line.trim()).filter(|line| !line.text.is_empty()) {
            block.starts.push((block.text.len(), line.span()));
            block.text.push_str(line.text);
        }
        block
    }

    /// The span of a part of the joined text, cut at the end of the line on which it begins.
    fn span(&self, from: usize, to: usize) -> Span {
        let line = self.starts.partition_point(|(start, _)| *start <= from).saturating_sub(1);
        let (start, line) = self.starts[line];
        let offset = |at: usize| (line.start + (at - start) as u32).min(line.end);
        Span { start: offset(from), end: offset(to.max(from)), ..line }
    }

    fn spanned(&self, from: usize, to: usize) -> Spanned<String> {
        Spanned::new(self.text[from..to].to_owned(), self.span(from, to))
    }

    /// A range without the blanks around its text.
    fn trimmed(&self, from: usize, to: usize) -> (usize, usize) {
        let part = &self.text[from..to];
        let start = from + part.len() - part.trim_start().len();
        (start, start + part.trim().len())
    }
}

/// The signatures that could be read, and whether these are all.
pub(super) struct ReadSignatures {
    pub signatures: Vec<Signature>,
    pub is_sound: bool,
}

pub(super) fn read(block: &Block, found: &mut Vec<Diagnostic>) -> ReadSignatures {
    let mut read = ReadSignatures { signatures: Vec::new(), is_sound: true };
    match ends(block) {
        Err(problem) => {
            found.push(problem);
            read.is_sound = false;
        }
        Ok(parts) => {
            for (from, to) in parts {
                match signature(block, from, to, found) {
                    Ok(signature) => read.signatures.push(signature),
                    Err(problem) => {
                        found.push(problem);
                        read.is_sound = false;
                    }
                }
            }
        }
    }
    read
}

/// The ranges of signatures. Each one ends at a closing parenthesis outside of all brackets, the last one at the end.
fn ends(block: &Block) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let mut brackets = Brackets::default();
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, letter) in block.text.char_indices() {
        brackets.pass(block, at, letter)?;
        if letter == ')' && brackets.is_outside() {
            parts.push((start, at + 1));
            start = at + 1;
        }
    }
    if start < block.text.len() {
        parts.push((start, block.text.len()));
    }
    Ok(parts)
}

/// The brackets that are open.
#[derive(Default)]
struct Brackets(Vec<(usize, char)>);

impl Brackets {
    fn pass(&mut self, block: &Block, at: usize, letter: char) -> Result<(), Diagnostic> {
        let partner = match letter {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            ')' | ']' | '}' => {
                return match self.0.pop() {
                    Some((_, partner)) if partner == letter => Ok(()),
                    opened => Err(unmatched(block, at, letter, opened)),
                };
            }
            _ => return Ok(()),
        };
        self.0.push((at, partner));
        Ok(())
    }

    fn is_outside(&self) -> bool {
        self.0.is_empty()
    }
}

fn unmatched(block: &Block, at: usize, letter: char, opened: Option<(usize, char)>) -> Diagnostic {
    let span = block.span(at, at + 1);
    match opened {
        None => {
            let problem =
                Diagnostic::new(rules::SIGNATURE, span, format!("`{letter}` closes a bracket that was not opened"));
            problem.label(block.span(0, block.text.len()), "the signature begins here")
        }
        Some((open, partner)) => {
            let problem =
                Diagnostic::new(rules::SIGNATURE, span, format!("`{letter}` stands where `{partner}` should"));
            problem.label(block.span(open, open + 1), "this bracket is open")
        }
    }
}

fn signature(block: &Block, from: usize, to: usize, found: &mut Vec<Diagnostic>) -> Result<Signature, Diagnostic> {
    let (from, to) = block.trimmed(from, to);
    let text = &block.text[from..to];
    let last = text.chars().next_back().map_or(0, char::len_utf8);
    let name_end = from + text.find(['(', ' ']).unwrap_or(text.len());
    if name_end == from {
        let message = "a signature does not begin with a name";
        return Err(Diagnostic::new(rules::SIGNATURE, block.span(from, to), message));
    }
    let name = block.spanned(from, name_end);
    let Some(open) = text.find('(').map(|open| from + open) else {
        return Ok(Signature { name, arguments: None });
    };
    let Some(close) = text.rfind(')').map(|close| from + close).filter(|close| *close > open) else {
        let message = "the list of arguments is not closed";
        let problem = Diagnostic::new(rules::SIGNATURE, block.span(open, open + 1), message).here("it is opened here");
        return Err(problem.label(block.span(to - last, to), "it should end here"));
    };
    report_wide_comma(block, open, close, found);
    let arguments = arguments(block, open + 1, close, found)?;
    report_repeated(&arguments, found);
    Ok(Signature { name, arguments: Some(arguments) })
}

/// The arguments in a list, which are separated by commas outside of brackets.
fn arguments(block: &Block, from: usize, to: usize, found: &mut Vec<Diagnostic>) -> Result<Vec<Argument>, Diagnostic> {
    let mut pieces = Vec::new();
    let (mut brackets, mut start) = (Brackets::default(), from);
    for (at, letter) in block.text[from..to].char_indices().map(|(at, letter)| (from + at, letter)) {
        brackets.pass(block, at, letter)?;
        if letter == ',' && brackets.is_outside() {
            pieces.push((start, at, true));
            start = at + 1;
        }
    }
    if let Some((open, partner)) = brackets.0.first() {
        let message = format!("this bracket has no `{partner}`");
        let problem = Diagnostic::new(rules::SIGNATURE, block.span(*open, open + 1), message);
        found.push(problem.label(block.span(to, to + 1), "the signature ends here"));
    }
    pieces.push((start, to, false));
    let mut arguments: Vec<Argument> = Vec::new();
    for (from, to, has_comma) in pieces {
        let (from, to) = block.trimmed(from, to);
        if from < to {
            argument(block, from, to, &mut arguments, found)?;
        } else if has_comma {
            let message = "there is no argument before this comma";
            found.push(Diagnostic::new(rules::ARGUMENT_LIST, block.span(to, to + 1), message).help("remove the comma"));
        }
    }
    Ok(arguments)
}

/// Reads `name`, `name: type`, `name = default` or `name: type = default`. A piece that does not begin like a name is added to
/// the default before it.
fn argument(
    block: &Block,
    from: usize,
    to: usize,
    arguments: &mut Vec<Argument>,
    found: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let text = &block.text[from..to];
    let unreadable = |what: &str| {
        let message = format!("`{text}` is not an argument: {what}");
        Err(Diagnostic::new(rules::SIGNATURE, block.span(from, to), message))
    };
    let name_end = text.find([':', '=']).unwrap_or(text.len());
    let (name, rest) = text.split_at(name_end);
    if name.trim().is_empty() {
        return unreadable("it has no name");
    }
    let (kind, default) = match rest.strip_prefix(':') {
        None => (None, rest.strip_prefix('=')),
        Some(rest) => match rest.split_once('=') {
            None => (Some(rest), None),
            Some((kind, default)) => (Some(kind), Some(default)),
        },
    };
    if kind.is_some_and(str::is_empty) {
        return unreadable("there is no type after `:`");
    }
    if default.is_some_and(str::is_empty) {
        return unreadable("there is no value after `=`");
    }
    let name_span = block.trimmed(from, from + name_end);
    let begins = name.trim_start().chars().next().unwrap_or(' ');
    if begins == '*' || begins == '_' || begins.is_alphabetic() {
        let name = block.spanned(name_span.0, name_span.1);
        report_odd_name(&name, found);
        let owned = |text: Option<&str>| text.map(|text| text.trim().to_owned());
        arguments.push(Argument { name, kind: owned(kind), default: owned(default) });
        return Ok(());
    }
    let Some(last) = arguments.last_mut() else { return unreadable("it does not begin with a letter") };
    let message = format!("`{text}` does not begin with a letter, so it is taken as a part of the default before it");
    let problem = Diagnostic::new(rules::ARGUMENT_LIST, block.span(from, to), message);
    found.push(problem.label(last.name.span, "the argument with this default"));
    let name = name.trim();
    last.default = Some(match last.default.take() {
        Some(default) => format!("{default}, {name}"),
        None => name.to_owned(),
    });
    Ok(())
}

/// Reports a name with unusual characters, which is probably two arguments without a comma between them.
fn report_odd_name(name: &Spanned<String>, found: &mut Vec<Diagnostic>) {
    let plain = name.value.trim_start_matches('*');
    let is_odd = |letter: char| !(letter.is_alphanumeric() || letter == '_');
    if plain.contains(is_odd) && !plain.contains(WIDE_COMMA) {
        let message = format!("`{}` is not a name", name.value);
        let problem = Diagnostic::new(rules::ARGUMENT_LIST, name.span, message);
        found.push(
            problem.help("write a comma between two arguments, and nothing but a name before a type or a default"),
        );
    }
}

/// The comma in Chinese text.
const WIDE_COMMA: char = '，';

/// Reports Chinese commas, which do not separate arguments.
fn report_wide_comma(block: &Block, from: usize, to: usize, found: &mut Vec<Diagnostic>) {
    for (at, _) in block.text[from..to].match_indices(WIDE_COMMA) {
        let span = block.span(from + at, from + at + WIDE_COMMA.len_utf8());
        let problem =
            Diagnostic::new(rules::ARGUMENT_LIST, span, format!("`{WIDE_COMMA}` does not separate arguments"));
        found.push(problem.help("write `,` instead"));
    }
}

fn report_repeated(arguments: &[Argument], found: &mut Vec<Diagnostic>) {
    for (at, argument) in arguments.iter().enumerate() {
        let earlier = arguments[..at].iter().find(|earlier| earlier.name == argument.name);
        if let Some(earlier) = earlier {
            let message = format!("the signature has two arguments `{}`", argument.name.value);
            let problem = Diagnostic::new(rules::ARGUMENT_LIST, argument.name.span, message);
            found.push(problem.label(earlier.name.span, "the first").help("remove or rename one of them"));
        }
    }
}
