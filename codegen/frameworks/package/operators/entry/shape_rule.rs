//! The grammar of shape rules: `like x`, `like xs[0]`, `broadcast(x, y)`, `[x[0], 2 * n, y[1:]]`, `[unknown, 2]`,
//! `for each x in xs : [x[0]]`.

use source::fields::invalid_name;
use source::text::Text;
use source::{Diagnostic, Spanned};

use super::for_each::ForEach;
use super::size_rule::{Size, SizeReader};
use crate::rules;
use spec::balanced;

/// How the shape of an output follows from the arguments.
#[derive(Debug, Clone, PartialEq)]
pub enum ShapeRule {
    /// The shape of a tensor. A list has the shapes of a list.
    Like(Spanned<String>),
    /// The shape of one tensor of a list: `like xs[0]`.
    LikeItem(Spanned<String>, Size),
    /// The shape to which tensors are broadcast.
    Broadcast(Vec<Spanned<String>>),
    /// The sizes, from the first to the last.
    Sizes(Vec<SizeItem>),
    /// The shapes of a list: one for each item of another one.
    Each(ForEach, Box<ShapeRule>),
    /// Only the kernel knows the shape.
    Unknown,
}

/// An item in the brackets of a shape.
#[derive(Debug, Clone, PartialEq)]
pub enum SizeItem {
    /// One size.
    One(Size),
    /// Some sizes of a tensor: `x[1:]`, `x[:-1]`, `xs[0][1:]`.
    Slice(Slice),
    /// A size that only the kernel knows.
    Unknown,
}

/// In place of a size or a shape: only the kernel knows it.
pub const UNKNOWN: &str = "unknown";

/// Consecutive sizes of a tensor, as a slice in Python.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice {
    /// The tensor, or the list.
    pub tensor: Spanned<String>,
    /// For a list: the position of the tensor, as in `xs[0][1:]`.
    pub item: Option<Size>,
    /// The first size.
    pub from: Option<Size>,
    /// The size after the last.
    pub to: Option<Size>,
}

const HELP: &str = "write `like x`, `broadcast(x, y)` or sizes, such as `[x[0], 2 * n]`";

impl ShapeRule {
    /// Reads a rule.
    ///
    /// # Errors
    /// A diagnostic at the part that is not understood.
    pub fn read(text: Text) -> Result<ShapeRule, Box<Diagnostic>> {
        balanced(text, rules::SHAPE_RULE)?;
        match ForEach::read(text)? {
            Some((each, rule)) => Ok(ShapeRule::Each(each, Box::new(Self::of_one(rule)?))),
            None => Self::of_one(text),
        }
    }

    /// Reads the rule for one tensor, or `like xs`.
    fn of_one(text: Text) -> Result<ShapeRule, Box<Diagnostic>> {
        if text.as_str() == UNKNOWN {
            return Ok(ShapeRule::Unknown);
        }
        if let Some(list) = text.inside('[', ']') {
            return list.split(',').into_iter().map(item).collect::<Result<_, _>>().map(ShapeRule::Sizes);
        }
        if let (first, rest) = text.split_word()
            && first.as_str() == "like"
        {
            return like(rest);
        }
        if let Some((first, rest)) = text.identifier()
            && first.as_str() == "broadcast"
            && let Some(list) = rest.inside('(', ')')
        {
            return list.split(',').into_iter().map(name).collect::<Result<_, _>>().map(ShapeRule::Broadcast);
        }
        let problem = Diagnostic::new(rules::SHAPE_RULE, text.span(), "this is not a shape");
        Err(Box::new(problem.help(HELP)))
    }

    /// The names of arguments that the rule uses, in order.
    pub fn names(&self) -> Vec<&Spanned<String>> {
        match self {
            ShapeRule::Like(name) => vec![name],
            ShapeRule::LikeItem(name, index) => std::iter::once(name).chain(index.names()).collect(),
            ShapeRule::Broadcast(names) => names.iter().collect(),
            ShapeRule::Sizes(items) => items.iter().flat_map(SizeItem::names).collect(),
            ShapeRule::Each(each, rule) => each.names(rule.names()),
            ShapeRule::Unknown => Vec::new(),
        }
    }
}

impl SizeItem {
    fn names(&self) -> Vec<&Spanned<String>> {
        match self {
            SizeItem::One(size) => size.names(),
            SizeItem::Unknown => Vec::new(),
            SizeItem::Slice(Slice { tensor, item, from, to }) => {
                std::iter::once(tensor).chain(item.iter().chain(from).chain(to).flat_map(Size::names)).collect()
            }
        }
    }
}

/// Reads what follows `like`: a tensor, a list, or a tensor of a list.
fn like(text: Text) -> Result<ShapeRule, Box<Diagnostic>> {
    match text.identifier().and_then(|(list, rest)| Some((list, rest.inside('[', ']')?))) {
        Some((list, index)) => Ok(ShapeRule::LikeItem(list.to_spanned(), SizeReader::read(index)?)),
        None => name(text).map(ShapeRule::Like),
    }
}

fn name(text: Text) -> Result<Spanned<String>, Box<Diagnostic>> {
    match text.is_name() {
        true => Ok(text.to_spanned()),
        false => Err(Box::new(invalid_name(text, rules::SHAPE_RULE, "not the name of a tensor").help(HELP))),
    }
}

fn item(text: Text) -> Result<SizeItem, Box<Diagnostic>> {
    if text.as_str() == UNKNOWN {
        return Ok(SizeItem::Unknown);
    }
    if let Some((tensor, item, inner)) = sliced(text)
        && let Some((from, to)) = inner.as_str().split_once(':')
    {
        let side = |start: usize, length: usize| {
            let part = inner.slice(start, start + length).trim();
            if part.is_empty() { Ok(None) } else { SizeReader::read(part).map(Some) }
        };
        let slice = Slice {
            tensor: tensor.to_spanned(),
            item: item.map(SizeReader::read).transpose()?,
            from: side(0, from.len())?,
            to: side(from.len() + 1, to.len())?,
        };
        return Ok(SizeItem::Slice(slice));
    }
    match SizeReader::read(text)? {
        Size::Number(..0) => {
            let problem = Diagnostic::new(rules::SHAPE_RULE, text.span(), "a size cannot be negative");
            Err(Box::new(problem.help(format!("write `{UNKNOWN}` for a size that only the kernel knows"))))
        }
        size => Ok(SizeItem::One(size)),
    }
}

/// The tensor, the position in a list if there are two pairs of brackets, and what the last brackets contain.
fn sliced(text: Text) -> Option<(Text, Option<Text>, Text)> {
    let (tensor, rest) = text.identifier()?;
    let (first, rest) = rest.bracketed('[')?;
    match rest.bracketed('[') {
        Some((second, rest)) if rest.is_empty() => Some((tensor, Some(first), second)),
        None if rest.is_empty() => Some((tensor, None, first)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use source::{FileId, Span};

    use super::*;
    use crate::entry::size_rule::Operator;

    fn read(text: &str) -> Result<ShapeRule, String> {
        ShapeRule::read(Text::of_spanned(&Spanned::new(
            text.to_owned(),
            Span::new(FileId::from_index(0), 0, text.len()),
        )))
        .map_err(|problem| problem.message)
    }

    #[test]
    fn rules_are_read() {
        let names = |rule: &str| {
            let rule = read(rule).expect("a rule");
            rule.names().into_iter().map(|name| name.value.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("like x"), ["x"]);
        assert_eq!(names("like xs[n]"), ["xs", "n"]);
        assert_eq!(names("broadcast(x, y)"), ["x", "y"]);
        assert_eq!(names("[]"), [""; 0]);
        assert_eq!(names("for each x in xs : [x[0], n]"), ["xs", "n"]);
        assert_eq!(names("for each i in range(n + xs.count):like xs[i]"), ["n", "xs", "xs"]);
        assert_eq!(names("[unknown, x[1:]]"), ["x"]);
        assert_eq!(names("[n, xs[m][1:k]]"), ["n", "xs", "m", "k"]);
        assert_eq!(names("unknown"), [""; 0]);
        assert_eq!(
            names("[x[0], (n + 1) * y[-1], z[1:n], sum(xs, axis), sum(sections), max(a.rank, 2)]"),
            ["x", "n", "y", "z", "n", "xs", "axis", "sections", "a"]
        );
    }

    #[test]
    fn operators_bind_as_in_arithmetic() {
        let Ok(ShapeRule::Sizes(items)) = read("[1 + 2 * 3 - 4]") else { panic!("sizes") };
        let [SizeItem::One(Size::Binary(Operator::Minus, left, _))] = items.as_slice() else { panic!("{items:?}") };
        assert!(
            matches!(&**left, Size::Binary(Operator::Plus, _, right) if matches!(&**right, Size::Binary(Operator::Times, ..)))
        );
    }

    #[test]
    fn mistakes_are_reported() {
        for wrong in [
            "x",
            "",
            "like",
            "like x y",
            "[x[]",
            "[x[]]",
            "[1 +]",
            "[1 2]",
            "[f(x)]",
            "broadcast(1)",
            "[x.size]",
            "[sum(x[0])]",
            "[sum()]",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for wrong in [
            "for each x in xs",
            "for x in xs : like x",
            "for each 1 in xs : [1]",
            "for each x of xs : [1]",
            "for each x in xs[0] : like x",
            "for each x in xs : for each y in x : [1]",
            "for each x in xs :",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
