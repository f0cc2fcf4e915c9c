//! What a Python file defines at its top level: functions with their parameters, and names that may be functions.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// What a Python file defines at its top level.
#[derive(Default)]
pub struct PythonFile {
    pub functions: Vec<PythonFunction>,
    /// Names that are assigned, imported, or defined only under a condition.
    assigned: BTreeSet<String>,
    /// Whether it may define names that nobody can read in the text.
    is_open: bool,
}

/// A function at the top level.
pub struct PythonFunction {
    pub name: String,
    /// Where its name is.
    pub range: Range<usize>,
    pub parameters: Vec<PythonParameter>,
    /// Whether it takes any argument by name (`**`).
    pub takes_all: bool,
    /// The words of its decorators.
    pub decorators: Vec<String>,
}

/// A parameter that has a name, and is not `*` or `**`.
pub struct PythonParameter {
    pub name: String,
    pub range: Range<usize>,
    pub has_default: bool,
    /// Whether callers cannot name it.
    pub is_positional: bool,
}

impl PythonFunction {
    /// Whether it is a kernel of Triton, and no function that launches one.
    pub fn is_jitted(&self) -> bool {
        self.decorators.iter().any(|word| word == "jit")
    }
}

impl PythonFile {
    /// Reads a text. Python itself decides whether it is correct.
    pub fn read(text: &str) -> PythonFile {
        let mut file = PythonFile::default();
        let mut decorators = Vec::new();
        // Whether the last statement at the top level is one whose block belongs to the top level, such as `if`.
        let mut is_block = false;
        for line in logical_lines(text) {
            let words: Vec<&str> = line.tokens.iter().map(|token| token.text).collect();
            file.is_open |= words.iter().any(|word| ["globals", "exec", "setattr", "vars"].contains(word));
            let at = usize::from(words[0] == "async");
            let is_function = words.get(at) == Some(&"def");
            if line.is_indented {
                if is_block && (is_function || words[0] == "class") {
                    file.assigned.extend(words.get(at + 1).map(|name| (*name).to_owned()));
                } else if is_block {
                    file.statement(&words);
                }
                continue;
            }
            if words[0] == "@" {
                decorators.extend(words[1..].iter().map(|word| (*word).to_owned()));
                continue;
            }
            is_block = !is_function && words[0] != "class" && words.last() == Some(&":");
            match is_function {
                true => file.functions.extend(function(&line.tokens[at + 1..], std::mem::take(&mut decorators))),
                false => file.statement(&words),
            }
            decorators.clear();
        }
        file
    }

    /// A statement that may give a value to names.
    fn statement(&mut self, words: &[&str]) {
        let names: &[&str] = match words[0] {
            "class" => &words[1..2.min(words.len())],
            "import" | "from" => {
                self.is_open |= words.last() == Some(&"*");
                words
            }
            _ => &words[..words.iter().rposition(|word| *word == "=").unwrap_or(0)],
        };
        self.assigned.extend(names.iter().map(|name| (*name).to_owned()));
    }

    /// Whether it may define something with a name, other than a function that can be read.
    pub fn may_define(&self, name: &str) -> bool {
        self.is_open || self.assigned.contains(name)
    }
}

/// The function whose name and parameters begin with these tokens.
fn function(tokens: &[Token], decorators: Vec<String>) -> Option<PythonFunction> {
    let (name, rest) = tokens.split_first()?;
    // Parameters of a type may come first.
    let open = rest.iter().position(|token| token.text == "(")?;
    let mut found = PythonFunction {
        name: name.text.to_owned(),
        range: name.range.clone(),
        parameters: Vec::new(),
        takes_all: false,
        decorators,
    };
    let mut depth = 0;
    let mut start = open + 1;
    // Commas before the colon of a lambda are between its own parameters.
    let mut is_lambda = false;
    for (at, token) in rest.iter().enumerate().skip(open) {
        let before = depth;
        depth += token.depth_change();
        is_lambda = token.text == "lambda" || is_lambda && !(before == 1 && token.text == ":");
        if depth == 0 || before == 1 && token.text == "," && !is_lambda {
            found.parameter(&rest[start..at]);
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    Some(found)
}

impl PythonFunction {
    fn parameter(&mut self, tokens: &[Token]) {
        let Some(first) = tokens.first() else { return };
        match first.text {
            "/" => self.parameters.iter_mut().for_each(|parameter| parameter.is_positional = true),
            "*" => self.takes_all |= tokens.get(1).is_some_and(|next| next.text == "*"),
            name => self.parameters.push(PythonParameter {
                name: name.to_owned(),
                range: first.range.clone(),
                has_default: tokens.iter().any(|token| token.text == "="),
                is_positional: false,
            }),
        }
    }
}

/// A name, a number, a text or a sign.
struct Token<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl Token<'_> {
    fn depth_change(&self) -> i32 {
        match self.text {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        }
    }
}

/// A line with those that continue it. It has a token.
struct LogicalLine<'t> {
    is_indented: bool,
    tokens: Vec<Token<'t>>,
}

fn logical_lines(text: &str) -> Vec<LogicalLine<'_>> {
    let mut lines = Vec::new();
    let mut line = LogicalLine { is_indented: false, tokens: Vec::new() };
    let (mut depth, mut line_start) = (0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            '\n' if depth <= 0 => {
                line_start = at + 1;
                push(&mut lines, &mut line);
            }
            '#' => while chars.next_if(|(_, next)| *next != '\n').is_some() {},
            '\\' => {
                chars.next_if(|(_, next)| *next == '\r');
                chars.next_if(|(_, next)| *next == '\n');
            }
            '\u{feff}' => line_start = at + char.len_utf8(),
            _ if char.is_whitespace() => {}
            ';' if depth <= 0 => {
                let is_indented = line.is_indented;
                push(&mut lines, &mut line);
                // The next statement is as far in as this one.
                (line.is_indented, line_start) = (is_indented, usize::MAX);
            }
            _ => {
                let end = token_end(text, at, char, &mut chars);
                if line.tokens.is_empty() {
                    line.is_indented |= at > line_start;
                }
                let token = Token { text: &text[at..end], range: at..end };
                depth += token.depth_change();
                line.tokens.push(token);
            }
        }
    }
    push(&mut lines, &mut line);
    lines
}

fn push<'t>(lines: &mut Vec<LogicalLine<'t>>, line: &mut LogicalLine<'t>) {
    let done = std::mem::replace(line, LogicalLine { is_indented: false, tokens: Vec::new() });
    if !done.tokens.is_empty() {
        lines.push(done);
    }
}

/// The end of the token that begins with a character, which was taken from `chars`.
fn token_end(text: &str, start: usize, char: char, chars: &mut Peekable<CharIndices>) -> usize {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let mut end = start + char.len_utf8();
    if is_word(char) {
        while let Some((at, next)) = chars.next_if(|(_, next)| is_word(*next)) {
            end = at + next.len_utf8();
        }
        let prefix = &text[start..end];
        let is_prefix = prefix.len() <= 2 && prefix.chars().all(|char| "rRbBuUfFtT".contains(char));
        match chars.peek().copied() {
            Some((at, quote @ ('"' | '\''))) if is_prefix => {
                chars.next();
                return text_end(text, at, quote, chars);
            }
            _ => return end,
        }
    }
    match char {
        '"' | '\'' => text_end(text, start, char, chars),
        // `==` and `:=` are no assignments at the top level.
        '=' | '!' | '<' | '>' | ':' if chars.next_if(|(_, next)| *next == '=').is_some() => end + 1,
        _ => end,
    }
}

/// The end of a text in quotes, whose first quote was taken from `chars`.
fn text_end(text: &str, start: usize, quote: char, chars: &mut Peekable<CharIndices>) -> usize {
    let triple = quote.to_string().repeat(3);
    let is_triple = text[start..].starts_with(&triple);
    if is_triple {
        chars.next();
        chars.next();
    }
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => {
                chars.next();
            }
            '\n' if !is_triple => return at,
            _ if char != quote => {}
            _ if !is_triple => return at + 1,
            _ if text[at..].starts_with(&triple) => {
                chars.next();
                chars.next();
                return at + 3;
            }
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let parameter = |parameter: &PythonParameter| {
            let marks = [(parameter.has_default, "="), (parameter.is_positional, "/")];
            let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
            format!("{}{marks}", parameter.name)
        };
        let function = |function: &PythonFunction| {
            assert_eq!(&text[function.range.clone()], function.name);
            let mut parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
            parameters.extend(function.takes_all.then(|| "**".to_owned()));
            let jit = if function.is_jitted() { "jit " } else { "" };
            format!("{jit}{}({})", function.name, parameters.join(", "))
        };
        PythonFile::read(text).functions.iter().map(function).collect()
    }

    #[test]
    fn functions_at_the_top_level_are_read() {
        let text = "\u{feff}def one(): pass
@triton.autotune(configs=[triton.Config({'block': 64})], key=['n'])
@triton.jit
def kernel(x, n, block: tl.constexpr):
    def inner(a): pass
async def two(x, /, y: int = 3, *, z=(1, 2)) -> dict[str, int]:
    pass
def three(
    x,  # def no(a):
    *rest, y: Callable[[int], int] = lambda a, b: (a, b), **others,
): pass
def four[T](x: T): pass
";
        let expected = ["one()", "jit kernel(x, n, block)", "two(x/, y=, z=)", "three(x, y=, **)", "four(x)"];
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn what_only_looks_like_a_function_is_not_read() {
        let text = "'''
def no(a): pass
'''
text = r\"\\\" def no(a)\" f'''
def no(b): pass''' 'it\\'s'
class Class:
    def method(self): pass
x = 1; y \\
 = 2
if True:
    def maybe(a): pass
    also = maybe
from elsewhere import helper as renamed
def yes(a): pass
";
        assert_eq!(shown(text), ["yes(a)"]);
        let file = PythonFile::read(text);
        for name in ["text", "Class", "x", "y", "maybe", "also", "renamed"] {
            assert!(file.may_define(name), "{name}");
        }
        for name in ["no", "method", "yes"] {
            assert!(!file.may_define(name), "{name}");
        }
        assert!(PythonFile::read("from other import *").may_define("anything"));
    }
}
