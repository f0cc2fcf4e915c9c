//! The arguments of a call: where they are in the text, and which parameter of the signature each one is for.

use std::ops::Range;

use crate::edited::{Edited, Shape};
use crate::python::{Kind, NodeId, Role, Tree, parse_expression};
use crate::rules::{Mapping, Rule, Signature};

/// A Python expression that can be put somewhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    pub text: String,
    pub shape: Shape,
    pub is_none: bool,
    /// Whether evaluating it twice may differ from evaluating it once.
    pub computes: bool,
}

impl Value {
    pub fn new(text: impl Into<String>, shape: Shape) -> Value {
        let text = text.into();
        Value { is_none: text == "None", text, shape, computes: false }
    }

    /// The value of an expanded template.
    pub fn of_code(text: String) -> Value {
        let shape = match parse_expression(&text) {
            Ok(tree) => tree.children(Tree::ROOT).next().map_or(Shape::Loose, |node| shape_of(&tree, node)),
            Err(_) => Shape::Loose,
        };
        Value { text, shape, is_none: false, computes: true }
    }

    /// The expression of a node after all replacements inside. `extent` is the range with its parentheses.
    pub fn of(tree: &Tree, edited: &Edited, node: NodeId, extent: Range<u32>) -> Value {
        let text = edited.slice(extent.clone()).into_owned();
        let range = tree.node(node).range();
        let shape = match edited.shape(&range) {
            _ if extent != range => Shape::Atom,
            Some(shape) => shape,
            None => shape_of(tree, node),
        };
        let computes =
            tree.below(node).any(|id| matches!(tree.kind(id), Kind::Call | Kind::Await | Kind::Yield | Kind::Named));
        let is_none = tree.kind(node) == Kind::None;
        if has_open_line_break(&text) {
            return Value { text: format!("({text})"), shape: Shape::Atom, is_none, computes };
        }
        Value { text, shape, is_none, computes }
    }

    /// The text, in parentheses if it needs them: `delimited` if commas or brackets enclose the place, `before_dot` if a dot
    /// follows.
    pub fn text_for(&self, delimited: bool, before_dot: bool) -> String {
        let fits = match self.shape {
            Shape::Atom => true,
            Shape::Number => !before_dot,
            Shape::Loose => delimited,
            Shape::Tuple => false,
        };
        if fits { self.text.clone() } else { format!("({})", self.text) }
    }

    /// The text without parentheses, quotes and prefixes, as conditions compare literals.
    pub fn literal(&self) -> &str {
        let text = self.text.trim_matches(['(', ')']);
        text.trim_start_matches(['r', 'b', 'u', 'R', 'B', 'U']).strip_prefix(['\'', '"']).map_or(text, |_| {
            let quoted = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            quoted.trim_matches(['\'', '"'])
        })
    }

    /// The text on one line, for messages.
    pub fn shown(&self) -> String {
        let text: Vec<_> = self.text.split_whitespace().collect();
        let text = text.join(" ");
        if text.chars().count() > 40 { text.chars().take(37).chain("...".chars()).collect() } else { text }
    }

    /// The item of a tuple or list at an index: itself, if the value is written as one.
    pub fn item(&self, index: usize) -> Value {
        let written = parse_expression(&self.text).ok().and_then(|tree| {
            let whole = tree.children(Tree::ROOT).next()?;
            let is_sequence = matches!(tree.kind(whole), Kind::Tuple | Kind::List);
            let items: Vec<_> = tree.children(whole).collect();
            let is_plain = is_sequence && items.iter().all(|item| tree.kind(*item) != Kind::Starred);
            let item = items.get(index).filter(|_| is_plain)?;
            Some(Value::new(tree.text_of(*item), shape_of(&tree, *item)))
        });
        written.unwrap_or_else(|| Value::new(format!("{}[{index}]", self.text_for(false, true)), Shape::Atom))
    }

    /// Whether it is a string literal.
    pub fn is_string(&self) -> bool {
        let text = self.text.trim_start_matches(['(', 'r', 'b', 'u', 'f', 'R', 'B', 'U', 'F']);
        text.starts_with(['\'', '"'])
    }
}

/// How tightly the expression of a node binds.
pub fn shape_of(tree: &Tree, node: NodeId) -> Shape {
    use Kind::*;
    match tree.kind(node) {
        Attribute | Call | Comprehension | Dict | False | FormattedStrings | List | Name | None | Set | Strings
        | Subscript | True | Other => Shape::Atom,
        Number => Shape::Number,
        Tuple if tree.text_of(node).starts_with('(') && tree.text_of(node).ends_with(')') => {
            let inner = tree.children(node);
            let first = inner.map(|child| tree.node(child).start).next();
            if first == Some(tree.node(node).start) { Shape::Tuple } else { Shape::Atom }
        }
        Tuple => Shape::Tuple,
        Generator if tree.text_of(node).starts_with('(') => Shape::Atom,
        Generator | Yield | Named | Starred => Shape::Tuple,
        _ => Shape::Loose,
    }
}

/// Whether a text has a line break outside of brackets and strings.
fn has_open_line_break(text: &str) -> bool {
    if !text.contains('\n') && !text.contains('\r') {
        return false;
    }
    let mut depth = 0usize;
    let mut quote: Option<&str> = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let mut step = first.len_utf8();
        match quote {
            Some(mark) if rest.starts_with(mark) => {
                step = mark.len();
                quote = None;
            }
            Some(_) if first == '\\' => step += rest[1..].chars().next().map_or(0, char::len_utf8),
            Some(_) => {}
            None => match first {
                '#' => step = rest.find('\n').unwrap_or(rest.len()),
                '\'' | '"' => {
                    let marks = ["'''", "\"\"\"", "'", "\""];
                    quote = marks.into_iter().find(|mark| rest.starts_with(mark));
                    step = quote.map_or(1, str::len);
                }
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                '\n' | '\r' if depth == 0 => return true,
                _ => {}
            },
        }
        rest = &rest[step..];
    }
    false
}

/// An argument as written in a call.
#[derive(Debug, Clone)]
pub struct WrittenArgument {
    /// The expression, or the keyword with its expression.
    pub node: NodeId,
    /// The expression.
    pub value: NodeId,
    /// The whole argument with its parentheses.
    pub extent: Range<u32>,
    /// The value with its parentheses, and without stars.
    pub value_extent: Range<u32>,
    /// The comma after it.
    pub comma: Option<u32>,
    pub keyword: Option<String>,
    pub stars: u8,
}

/// The arguments of a call, in order, and the range of its parentheses.
pub fn written(tree: &Tree, call: NodeId) -> (Vec<WrittenArgument>, Range<u32>) {
    let (open, end) = tree.node(call).name;
    let nodes: Vec<_> = tree.children(call).filter(|child| tree.node(*child).role == Role::Argument).collect();
    let mut arguments: Vec<WrittenArgument> = Vec::with_capacity(nodes.len());
    let mut from = open + 1;
    for (index, node) in nodes.iter().copied().enumerate() {
        let limit = nodes.get(index + 1).map_or(end - 1, |next| tree.node(*next).start);
        let range = tree.node(node).range();
        let comma = tree.comma_from(range.end).filter(|comma| *comma < limit);
        let start = skip_trivia(tree, from, range.start);
        let close = skip_parentheses(tree, range.end, comma.unwrap_or(limit.min(end - 1)));
        let extent = start..close;
        arguments.push(argument(tree, node, extent, comma));
        from = comma.map_or(close, |comma| comma + 1);
    }
    (arguments, open..end)
}

fn argument(tree: &Tree, node: NodeId, extent: Range<u32>, comma: Option<u32>) -> WrittenArgument {
    let after = |at: u32| skip_trivia(tree, at, extent.end);
    let (keyword, value, value_start, stars) = match tree.kind(node) {
        Kind::Keyword => {
            let value = tree.children(node).next().unwrap_or(node);
            let name = tree.name_of(node);
            if name.is_empty() {
                (None, value, after(extent.start + 2), 2)
            } else {
                let equals = tree.slice(tree.node(node).name.1..extent.end).find('=').unwrap_or(0) as u32;
                (Some(name.to_owned()), value, after(tree.node(node).name.1 + equals + 1), 0)
            }
        }
        Kind::Starred => {
            let value = tree.children(node).next().unwrap_or(node);
            (None, value, after(tree.node(node).start + 1), 1)
        }
        _ => (None, node, extent.start, 0),
    };
    let value_extent = value_start..extent.end;
    WrittenArgument { node, value, extent, value_extent, comma, keyword, stars }
}

/// The next offset, up to a limit, that is not in blanks, line breaks or comments.
fn skip_trivia(tree: &Tree, from: u32, limit: u32) -> u32 {
    let mut at = from;
    while at < limit {
        let rest = tree.slice(at..limit);
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r', '\x0c', '\\']).len();
        at += blanks as u32;
        match tree.comments_in(at..at + 1).first() {
            Some(comment) if at < limit => at = comment.end.min(limit),
            _ if blanks == 0 => break,
            _ => {}
        }
    }
    at.min(limit)
}

/// The end of the closing parentheses that follow a node.
fn skip_parentheses(tree: &Tree, from: u32, limit: u32) -> u32 {
    let mut end = from;
    loop {
        let at = skip_trivia(tree, end, limit);
        if at < limit && tree.slice(at..at + 1) == ")" {
            end = at + 1;
        } else {
            return end;
        }
    }
}

/// An argument of the converted call.
#[derive(Debug, Clone)]
pub struct Argument {
    pub name: Option<String>,
    pub stars: u8,
    pub value: Value,
    /// The index of the argument in the original call. `None` for a new one.
    pub origin: Option<usize>,
    /// Whether its value differs from the one in the original call.
    pub is_changed: bool,
}

/// The result of binding a call's arguments.
#[derive(Debug)]
pub enum Bound {
    Arguments(Vec<Argument>),
    /// The call cannot be converted, for this reason.
    Refused(String),
    /// The call does not fit the function, for this reason. It may be a method of another class.
    Misfit(String),
}

/// Binds the arguments of a call to the signature of a rule.
pub fn bind(tree: &Tree, edited: &Edited, mapping: &Mapping, rule: &Rule, written: &[WrittenArgument]) -> Bound {
    let mut arguments = Vec::with_capacity(written.len());
    for (origin, it) in written.iter().enumerate() {
        arguments.push(Argument {
            name: it.keyword.clone(),
            stars: it.stars,
            value: Value::of(tree, edited, it.value, it.value_extent.clone()),
            origin: Some(origin),
            is_changed: false,
        });
    }
    match &rule.signature {
        None => refuse(rule, arguments),
        Some(signature) => bind_to(signature, mapping, rule, arguments),
    }
}

fn refuse(rule: &Rule, arguments: Vec<Argument>) -> Bound {
    match arguments.iter().find(|it| is_refused(rule, it)) {
        Some(found) => Bound::Refused(refusal(found)),
        None => Bound::Arguments(arguments),
    }
}

fn is_refused(rule: &Rule, argument: &Argument) -> bool {
    argument.name.as_ref().is_some_and(|name| rule.refused.iter().any(|refused| refused.as_str() == name))
}

fn refusal(argument: &Argument) -> String {
    let name = argument.name.as_deref().unwrap_or_default();
    format!("the target has no counterpart for the argument `{name}`")
}

fn bind_to(signature: &Signature, mapping: &Mapping, rule: &Rule, mut arguments: Vec<Argument>) -> Bound {
    let is_positional = |it: &Argument| it.name.is_none() && it.stars == 0;
    let is_open = |it: &Argument| it.stars == 2 && mapping.passes_on(rule, &omitted(signature, &arguments));
    if let Some(found) = arguments.iter().find(|it| it.stars > 0 && !is_open(it)) {
        let stars = "*".repeat(usize::from(found.stars));
        return Bound::Refused(format!("it is unknown which arguments `{stars}{}` contains", found.value.shown()));
    }
    // An argument that is `None` counts as omitted.
    arguments.retain(|it| !(it.origin.is_some() && it.value.is_none && is_refused(rule, it)));
    if let Some(found) = arguments.iter().find(|it| is_refused(rule, it)) {
        return Bound::Refused(refusal(found));
    }
    let unknown = arguments.iter().find_map(|it| it.name.as_ref().filter(|name| !signature.knows(name)));
    if let Some(name) = unknown.filter(|_| !signature.open) {
        return Bound::Misfit(format!("it has no argument `{name}`"));
    }
    let is_keyword_only = |it: &Argument| it.name.as_ref().is_some_and(|name| signature.keyword_only.contains(name));
    let has_more = arguments.iter().any(|it| it.stars > 0);
    let count = arguments.iter().filter(|it| it.stars == 0 && !is_keyword_only(it)).count();
    let positional = arguments.iter().filter(|it| is_positional(it)).count();
    if positional > signature.positional.len() || (!signature.open && count > signature.positional.len()) {
        return Bound::Misfit("it takes fewer arguments".to_owned());
    }
    if count < signature.needs && !has_more {
        return Bound::Misfit(format!("it needs at least {}", source::count(signature.needs, "argument")));
    }
    for (argument, name) in arguments.iter_mut().filter(|it| is_positional(it)).zip(&signature.positional) {
        argument.name = Some(name.clone());
    }
    if let Some(found) = arguments.iter().find(|it| is_refused(rule, it)) {
        return Bound::Refused(refusal(found));
    }
    let mut names: Vec<_> = arguments.iter().filter_map(|it| it.name.as_deref()).collect();
    names.sort_unstable();
    let twice = names.iter().zip(names.iter().skip(1)).find(|(one, next)| one == next);
    if let Some((name, _)) = twice {
        return Bound::Misfit(format!("the argument `{name}` is given twice"));
    }
    Bound::Arguments(arguments)
}

/// The arguments of a signature that a call does not name, and that `**kwargs` may contain.
fn omitted<'s>(signature: &'s Signature, arguments: &[Argument]) -> Vec<&'s str> {
    let positional = arguments.iter().filter(|it| it.name.is_none() && it.stars == 0).count();
    let names = signature.positional.iter().skip(positional).chain(&signature.keyword_only).chain(&signature.also);
    names.map(String::as_str).filter(|name| !arguments.iter().any(|it| it.name.as_deref() == Some(*name))).collect()
}
