//! The grammar of a condition on the arguments: `x.rank == 2 and weight[0] == x[-1]`, `not (n < 0 or n > 4)`.

use source::text::Text;
use source::{Diagnostic, Help, Spanned};

use super::for_each::ForEach;
use super::size_rule::{Size, SizeReader, refuse_long};
use crate::rules;
use spec::balanced;

/// A condition on the arguments of an operator.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// A comparison of two sizes.
    Compare(Comparison, Size, Size),
    /// Two arguments have the same data type, or an argument has a certain one.
    SameType(Spanned<String>, Spanned<String>),
    /// Both conditions hold. The second one is only looked at if the first one holds.
    And(Box<Condition>, Box<Condition>),
    /// One of the conditions holds. The second one is only looked at if the first one does not hold.
    Or(Box<Condition>, Box<Condition>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// The condition holds for each item of a list.
    Each(ForEach, Box<Condition>),
}

/// How two sizes are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `==`.
    Equal,
    /// `!=`.
    Different,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
}

/// The comparisons. A sign comes before those with which it begins.
const COMPARISONS: &[(&str, Comparison)] = &[
    ("==", Comparison::Equal),
    ("!=", Comparison::Different),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

impl Comparison {
    /// The sign.
    pub fn sign(self) -> &'static str {
        COMPARISONS.iter().find(|(_, of)| *of == self).map_or("", |(sign, _)| sign)
    }
}

const HELP: &str = "write comparisons of sizes or types, such as `x.rank == 2 and x[0] <= n` or `x.type == y.type`";

type Read<T> = Result<T, Box<Diagnostic>>;

/// The nesting at which a condition is refused. Nobody writes such a condition, and it could overflow the stack.
const DEEPEST: usize = 64;

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// A diagnostic at the part that is not understood.
    pub fn read(text: Text) -> Read<Condition> {
        refuse_long(text)?;
        balanced(text, rules::SHAPE_RULE)?;
        let each = ForEach::read(text.trim())?;
        let condition = each.as_ref().map_or(text.trim(), |(_, condition)| *condition);
        refuse_signs(condition)?;
        let condition = Condition::any(condition, 0)?;
        Ok(match each {
            Some((each, _)) => Condition::Each(each, Box::new(condition)),
            None => condition,
        })
    }

    /// A condition and its message, which may follow a colon. The message is empty if there is none.
    ///
    /// # Errors
    /// A diagnostic if the condition begins with `for`, but not as `for each` does.
    pub fn with_message(text: Text) -> Read<(Text, Text)> {
        let condition = ForEach::read(text)?.map_or(text, |(_, condition)| condition);
        Ok(match condition.split_once(":") {
            Some((_, message)) => {
                let before = text.before(message);
                (before.slice(0, before.as_str().len() - 1).trim(), message)
            }
            None => (text, text.slice(0, 0)),
        })
    }

    fn any(text: Text, depth: usize) -> Read<Condition> {
        Self::joined(text, "or", Self::all, Condition::Or, depth)
    }

    fn all(text: Text, depth: usize) -> Read<Condition> {
        Self::joined(text, "and", Self::one, Condition::And, depth)
    }

    /// Conditions with a word between them.
    fn joined(
        text: Text,
        word: &str,
        part: fn(Text, usize) -> Read<Condition>,
        join: fn(Box<Condition>, Box<Condition>) -> Condition,
        depth: usize,
    ) -> Read<Condition> {
        let mut parts = divided(text, word).into_iter().map(|piece| part(piece, depth));
        let Some(first) = parts.next() else { return problem(text) };
        parts.try_fold(first?, |left, right| Ok(join(Box::new(left), Box::new(right?))))
    }

    fn one(text: Text, depth: usize) -> Read<Condition> {
        if depth > DEEPEST {
            return problem(text);
        }
        if let (word, rest) = text.split_word()
            && word.as_str() == "not"
        {
            return Ok(Condition::Not(Box::new(Self::one(rest.trim(), depth + 1)?)));
        }
        let Some((at, sign, comparison)) = comparison(text.as_str()) else {
            let Some(inner) = text.inside('(', ')') else {
                return assignment(text).map_or_else(|| problem(text), Err);
            };
            return Self::any(inner, depth + 1);
        };
        let (left, rest) = text.split_at(at);
        let (_, right) = rest.split_at(sign.len());
        let (left, right) = (left.trim(), right.trim());
        if let Some(condition) = types(left, right, comparison) {
            return Ok(condition);
        }
        Ok(Condition::Compare(comparison, SizeReader::read(left)?, SizeReader::read(right)?))
    }

    /// The names of arguments whose sizes or values are compared.
    pub fn sized_names(&self) -> Vec<&Spanned<String>> {
        match self {
            Condition::Compare(..) => self.names(),
            Condition::SameType(..) => Vec::new(),
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.sized_names().into_iter().chain(right.sized_names()).collect()
            }
            Condition::Not(condition) => condition.sized_names(),
            Condition::Each(each, condition) => each.names(condition.sized_names()),
        }
    }

    /// The names of arguments, in order. A data type may be among them.
    pub fn names(&self) -> Vec<&Spanned<String>> {
        match self {
            Condition::Compare(_, left, right) => left.names().into_iter().chain(right.names()).collect(),
            Condition::SameType(left, right) => vec![left, right],
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.names().into_iter().chain(right.names()).collect()
            }
            Condition::Not(condition) => condition.names(),
            Condition::Each(each, condition) => each.names(condition.names()),
        }
    }
}

/// A comparison of types: `x.type == y.type`, `x.type != int64`.
fn types(left: Text, right: Text, comparison: Comparison) -> Option<Condition> {
    let (tensor, other) = (typed(left)?, typed(right).unwrap_or(right));
    if !tensor.is_name() || !other.is_name() {
        return None;
    }
    let same = Condition::SameType(tensor.to_spanned(), other.to_spanned());
    match comparison {
        Comparison::Equal => Some(same),
        Comparison::Different => Some(Condition::Not(Box::new(same))),
        _ => None,
    }
}

/// The tensor in `x.type`.
fn typed(text: Text) -> Option<Text> {
    let name = text.as_str().strip_suffix(".type")?;
    Some(text.slice(0, name.len()))
}

fn problem<T>(text: Text) -> Read<T> {
    Err(Box::new(Diagnostic::new(rules::SHAPE_RULE, text.span(), "this is not a condition").help(HELP)))
}

/// The pieces of a text around a word, outside brackets.
fn divided<'a>(text: Text<'a>, word: &str) -> Vec<Text<'a>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (at, piece) in words(text.as_str()) {
        if piece == word {
            pieces.push(text.slice(from, at).trim());
            from = at + word.len();
        }
    }
    pieces.push(text.slice(from, text.as_str().len()).trim());
    pieces
}

/// The words of a text that are not in brackets, with their positions.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let (mut depth, mut start) = (0_usize, None);
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_part = letter.is_alphanumeric() || letter == '_' || letter == '.';
        match (start, is_part) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                if depth == 0 {
                    words.push((from, &text[from..at]));
                }
                start = None;
            }
            _ => {}
        }
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    words
}

/// Refuses the signs that join conditions in C++.
fn refuse_signs(text: Text) -> Read<()> {
    for (sign, word) in [("&&", "and"), ("||", "or")] {
        if let Some(at) = text.as_str().find(sign) {
            let message = format!("`{sign}` joins no conditions");
            let problem = Diagnostic::new(rules::SHAPE_RULE, text.slice(at, at + sign.len()).span(), message);
            return Err(Box::new(problem.help(Help::instead(format!("write `{word}`"), word))));
        }
    }
    Ok(())
}

/// The problem that a text has `=` where a comparison is meant.
fn assignment(text: Text) -> Option<Box<Diagnostic>> {
    let letters = text.as_str().as_bytes();
    let is_sign = |at: usize| letters.get(at).is_some_and(|letter| b"=<>!".contains(letter));
    let is_lone = |at: &usize| letters[*at] == b'=' && !is_sign(at + 1) && (*at == 0 || !is_sign(at - 1));
    let at = (0..letters.len()).find(is_lone)?;
    let sign = text.slice(at, at + 1);
    let problem = Diagnostic::new(rules::SHAPE_RULE, sign.span(), "`=` is not a comparison");
    Some(Box::new(problem.help(Help::instead("write `==`", "==").certain(true))))
}

/// The first comparison outside brackets, with its position.
fn comparison(text: &str) -> Option<(usize, &'static str, Comparison)> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let found = COMPARISONS.iter().find(|(sign, _)| depth == 0 && text[at..].starts_with(sign));
        if let Some((sign, of)) = found {
            return Some((at, sign, *of));
        }
    }
    None
}
