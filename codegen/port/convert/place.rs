//! Where statements, comments and expressions can be put.

use crate::python::{Kind, NodeId, Role, Tree};

/// Whether a statement before the one with a node runs exactly as often as the node is computed; if not, why.
pub fn runs_once(tree: &Tree, node: NodeId) -> Result<NodeId, &'static str> {
    let mut below = node;
    for parent in tree.ancestors(node) {
        let role = tree.node(below).role;
        match tree.kind(parent) {
            Kind::Lambda if role == Role::Conditional => return Err("a lambda computes it each time it is called"),
            _ if role == Role::Conditional => return Err("it is not always computed here"),
            Kind::Comprehension | Kind::Generator if !is_first_iterable(tree, parent, below, node) => {
                return Err("a comprehension computes it for each element");
            }
            Kind::While if role == Role::Test => return Err("the condition of `while` is computed each time"),
            Kind::ElifOrElse if role == Role::Test => {
                return Err("the condition of `elif` is only computed if the conditions before it do not hold");
            }
            Kind::Handler if role == Role::Test => return Err("it is only computed after an exception"),
            Kind::Case if role != Role::Body => {
                return Err("it is only computed if the cases before it do not match");
            }
            Kind::With if tree.kind(below) == Kind::WithItem && tree.children(parent).next() != Some(below) => {
                return Err("the statement enters another context before");
            }
            _ => {}
        }
        if tree.kind(below).is_statement() {
            break;
        }
        below = parent;
        if tree.kind(parent).is_statement() {
            let outer = tree.node(parent).parent;
            if tree.kind(outer) == Kind::Class && parent != Tree::ROOT {
                return Err("a statement in the body of a class would give the class an attribute");
            }
            return Ok(parent);
        }
    }
    Ok(tree.statement_of(node))
}

fn is_first_iterable(tree: &Tree, comprehension: NodeId, clause: NodeId, node: NodeId) -> bool {
    let first = tree.children(comprehension).find(|child| tree.kind(*child) == Kind::Clause);
    let iterable = first.and_then(|first| tree.child(first, Role::Iterable));
    let inside = iterable.is_some_and(|iterable| {
        let (outer, inner) = (tree.node(iterable).range(), tree.node(node).range());
        outer.start <= inner.start && inner.end <= outer.end
    });
    first == Some(clause) && inside
}

/// Whether any expression can replace a node without parentheses, because something delimits it on both sides.
pub fn is_delimited(tree: &Tree, node: NodeId) -> bool {
    let it = tree.node(node);
    match tree.kind(it.parent) {
        Kind::Call => it.role == Role::Argument,
        Kind::Subscript => it.role == Role::Index,
        Kind::Assign | Kind::AnnotatedAssign | Kind::AugmentedAssign => it.role == Role::Value,
        Kind::Keyword | Kind::Return | Kind::Expression | Kind::List | Kind::Set | Kind::Dict | Kind::Tuple => true,
        Kind::If | Kind::While | Kind::ElifOrElse => it.role == Role::Test,
        Kind::For => it.role == Role::Iterable,
        Kind::Parameter => true,
        _ => false,
    }
}

/// Whether a tuple without parentheses can replace a node.
pub fn takes_tuple(tree: &Tree, node: NodeId) -> bool {
    let it = tree.node(node);
    match tree.kind(it.parent) {
        Kind::Assign => it.role == Role::Value,
        Kind::Return | Kind::Expression => true,
        _ => false,
    }
}

/// The start of the line above which a comment about an offset can be put, and that line's indentation.
pub fn line_above<'a>(tree: &Tree<'a>, offset: u32) -> (u32, &'a str) {
    let mut start = tree.physical_line(tree.logical_line(offset));
    // The line may begin inside a string at the end of an earlier statement.
    while tree.is_in_long_string(start) || continues_line(tree, start) {
        start = tree.physical_line(start.saturating_sub(1));
    }
    let line = tree.slice(start..tree.line_end(start));
    let blanks = line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len();
    (start, &line[..blanks])
}

/// The lines with nothing but a comment right above the start of a line, from the last one. An earlier conversion may have
/// written them.
pub fn comments_above<'a>(tree: &Tree<'a>, start: u32) -> impl Iterator<Item = &'a str> {
    let above = tree.slice(0..start).strip_suffix('\n').unwrap_or_default();
    let lines = above.rsplit('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    lines.take_while(|line| line.trim_start().starts_with('#'))
}

fn continues_line(tree: &Tree, start: u32) -> bool {
    start > tree.byte_order_mark()
        && tree.slice(0..start).trim_end_matches(['\n', '\r']).ends_with('\\')
        && !tree.comments.iter().any(|comment| comment.end + 2 >= start && comment.end < start)
}

/// Whether a statement is the first of its line, so that another one can be put on a line above.
pub fn begins_line(tree: &Tree, statement: NodeId) -> bool {
    let start = tree.node(statement).start;
    let line = tree.physical_line(start);
    tree.slice(line..start).chars().all(|c| matches!(c, ' ' | '\t' | '\x0c' | '\u{feff}'))
        && tree.logical_line(start) == start
}

/// Adapts a text that replaces a node inside a formatted string, where older versions of Python allow neither the string's
/// quotes nor a backslash.
///
/// # Errors
/// The reason why the text cannot stand there.
pub fn fit_into_string(tree: &Tree, node: NodeId, text: String) -> Result<String, String> {
    let Some(outer) = tree.ancestors(node).find(|id| tree.kind(*id) == Kind::FormattedString) else { return Ok(text) };
    let unchanged = tree.text_of(node);
    let opening = tree.text_of(outer).trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let quote = if opening.starts_with('\'') { '\'' } else { '"' };
    let is_long = opening.starts_with(if quote == '"' { "\"\"\"" } else { "\'\'\'" });
    let fits = |text: &str| (is_long || !text.contains(quote)) && !text.contains('\\') && !text.contains('\n');
    if text == unchanged || fits(&text) {
        return Ok(text);
    }
    let other = if quote == '"' { '\'' } else { '"' };
    let swapped = text.replace(quote, &other.to_string());
    if !text.contains(other) && fits(&swapped) {
        return Ok(swapped);
    }
    Err("the result contains quotes, and it stands in a formatted string".to_owned())
}
