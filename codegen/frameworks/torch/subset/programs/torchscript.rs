//! The operators in the code of `TorchScript`, which is a part of Python. Calls have names without overloads: `torch.add(x, y, alpha=2)`,
//! `ops.quantized.add(x, y)`.

use std::collections::BTreeSet;
use std::fmt;

/// A call of an operator, by the number of its positional arguments and its keywords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The name with its namespace: `aten::add`.
    pub name: String,
    /// The number of positional arguments.
    pub positional: usize,
    /// The keywords.
    pub keywords: Vec<String>,
}

impl Call {
    /// A call from its text. `None` if the text is only a name.
    pub fn parse(text: &str) -> Option<Call> {
        let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
        let arguments = arguments.split(", ").filter(|argument| !argument.is_empty());
        let (positional, keywords): (Vec<&str>, Vec<&str>) = arguments.partition(|argument| *argument == UNNAMED);
        let keywords = keywords.iter().map(|keyword| keyword.trim_end_matches('=').to_owned()).collect();
        Some(Call { name: name.to_owned(), positional: positional.len(), keywords })
    }
}

/// A positional argument in the text of a call.
const UNNAMED: &str = "_";

/// `aten::add(_, _, alpha=)`
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positional = std::iter::repeat_n(UNNAMED.to_owned(), self.positional);
        let keywords = self.keywords.iter().map(|keyword| format!("{keyword}="));
        write!(f, "{}({})", self.name, positional.chain(keywords).collect::<Vec<_>>().join(", "))
    }
}

/// The calls of operators in a text.
pub fn operators(text: &str) -> BTreeSet<String> {
    let mut scanner = Scanner { rest: text, open: Vec::new(), found: BTreeSet::new() };
    while scanner.step() {}
    scanner.found
}

/// An open bracket.
struct Open {
    /// `None` for a bracket that is no call of an operator.
    call: Option<Call>,
    /// True if the argument before the next comma has begun.
    has_argument: bool,
    /// The keyword of that argument.
    keyword: Option<String>,
}

impl Open {
    fn new(name: Option<String>) -> Self {
        let call = name.map(|name| Call { name, positional: 0, keywords: Vec::new() });
        Open { call, has_argument: false, keyword: None }
    }

    /// Ends an argument.
    fn end_argument(&mut self) {
        let keyword = self.keyword.take();
        if !std::mem::take(&mut self.has_argument) {
            return;
        }
        match (&mut self.call, keyword) {
            (Some(call), Some(keyword)) => call.keywords.push(keyword),
            (Some(call), None) => call.positional += 1,
            (None, _) => {}
        }
    }
}

struct Scanner<'a> {
    rest: &'a str,
    open: Vec<Open>,
    found: BTreeSet<String>,
}

impl Scanner<'_> {
    /// Reads a token. False at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if is_part(first) || first == '.' {
            self.word();
            return true;
        }
        match first {
            '"' | '\'' => self.rest = &self.rest[end_of_text(self.rest, first)..],
            '#' => self.rest = &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..],
            _ => self.rest = &self.rest[first.len_utf8()..],
        }
        match first {
            '(' | '[' | '{' => {
                self.begin_argument();
                self.open.push(Open::new(None));
            }
            ')' | ']' | '}' => self.close(),
            ',' => self.open.last_mut().into_iter().for_each(Open::end_argument),
            _ if first.is_whitespace() || first == '#' => {}
            _ => self.begin_argument(),
        }
        true
    }

    /// Reads a name with dots, and the bracket or the sign of a keyword behind it.
    fn word(&mut self) {
        let end = self.rest.find(|c| !is_part(c) && c != '.').unwrap_or(self.rest.len());
        let (word, behind) = self.rest.split_at(end);
        self.rest = behind;
        let is_keyword = behind.starts_with('=') && !behind.starts_with("==");
        if let Some(inner) = self.open.last_mut().filter(|inner| is_keyword && !inner.has_argument) {
            inner.keyword = Some(word.to_owned());
            self.rest = &behind[1..];
        }
        self.begin_argument();
        if let Some(arguments) = behind.strip_prefix('(') {
            self.rest = arguments;
            self.open.push(Open::new(operator(word)));
        }
    }

    fn begin_argument(&mut self) {
        self.open.last_mut().into_iter().for_each(|inner| inner.has_argument = true);
    }

    fn close(&mut self) {
        let Some(mut inner) = self.open.pop() else { return };
        inner.end_argument();
        self.found.extend(inner.call.map(|call| call.to_string()));
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a text in quotes.
fn end_of_text(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The operator of a function, with its namespace.
fn operator(function: &str) -> Option<String> {
    match function.split('.').collect::<Vec<_>>()[..] {
        ["torch", name] => Some(format!("aten::{name}")),
        ["ops", namespace, name] => Some(format!("{namespace}::{name}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        operators(text).into_iter().collect()
    }

    #[test]
    fn calls_have_the_shape_of_their_arguments() {
        let text =
            "    y = torch.relu((lin).forward(x, ))\n    y1 = torch.sum(torch.add(y0, x, alpha=2), [1, 2], True)\n";
        assert_eq!(found(text), ["aten::add(_, _, alpha=)", "aten::relu(_)", "aten::sum(_, _, _)"]);
        assert_eq!(found("ops.quantized.add(x, torch.neg(y), scale=torch.item(s))").len(), 3);
        assert_eq!(found("torch.rand()"), ["aten::rand()"]);
    }

    #[test]
    fn texts_comments_and_other_functions_are_no_calls() {
        assert_eq!(found("print(\"torch.mul(\\\"x\\\")\", 'torch.neg(x)')  # torch.abs(x)"), [] as [&str; 0]);
        assert_eq!(found("__torch__.torch.f(x); torch.autograd.grad(x); self.torch.relu(x)"), [] as [&str; 0]);
    }

    #[test]
    fn texts_of_calls_are_read_again() {
        for text in ["aten::add(_, _, alpha=)", "aten::rand()", "a::b(x=, y=)"] {
            assert_eq!(Call::parse(text).expect("it is a call").to_string(), text);
        }
        assert_eq!(Call::parse("aten::add.Tensor"), None);
    }
}
