//! The grammar of one size in a shape rule: `x[0]`, `2 * (n + 1)`, `sum(xs, 1)`.

use source::text::Text;
use source::{Diagnostic, Spanned, suggest};

use crate::rules;

/// An integer that is computed from the arguments of an operator.
#[derive(Debug, Clone, PartialEq)]
pub enum Size {
    /// A number.
    Number(i64),
    /// An attribute.
    Attribute(Spanned<String>),
    /// A size of a tensor, or an item of an attribute that is a list: `x[0]`.
    Item(Spanned<String>, Box<Size>),
    /// The size of a tensor in a list: `xs[0][1]`.
    ItemOfItem(Spanned<String>, Box<Size>, Box<Size>),
    /// A property of an argument: `x.rank`.
    Property(Spanned<String>, Property),
    /// A property of a tensor in a list: `xs[0].rank`.
    ItemProperty(Spanned<String>, Box<Size>, Property),
    /// Two sizes with an operator between them.
    Binary(Operator, Box<Size>, Box<Size>),
    /// The least or the greatest of several sizes.
    Extreme(Extreme, Vec<Size>),
    /// The sum of the sizes that the tensors of a list have in one dimension: `sum(xs, 0)`.
    Sum(Spanned<String>, Box<Size>),
    /// The sum of the items of an attribute that is a list: `sum(sections)`.
    SumOfItems(Spanned<String>),
}

/// A property of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// The number of dimensions of a tensor.
    Rank,
    /// The number of elements of a tensor.
    Numel,
    /// The number of tensors or values in a list.
    Count,
}

/// An operator between two sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`, rounded down.
    Divided,
    /// `%`.
    Modulo,
}

/// The least or the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extreme {
    /// `min`.
    Least,
    /// `max`.
    Greatest,
}

const PROPERTIES: &[(&str, Property)] =
    &[("rank", Property::Rank), ("numel", Property::Numel), ("count", Property::Count)];

impl Size {
    /// The names of arguments, in order.
    pub fn names(&self) -> Vec<&Spanned<String>> {
        match self {
            Size::Number(_) => Vec::new(),
            Size::Attribute(name) | Size::Property(name, _) | Size::SumOfItems(name) => vec![name],
            Size::Item(name, index) | Size::Sum(name, index) | Size::ItemProperty(name, index, _) => {
                std::iter::once(name).chain(index.names()).collect()
            }
            Size::ItemOfItem(name, item, index) => {
                std::iter::once(name).chain(item.names()).chain(index.names()).collect()
            }
            Size::Binary(_, left, right) => left.names().into_iter().chain(right.names()).collect(),
            Size::Extreme(_, sizes) => sizes.iter().flat_map(Size::names).collect(),
        }
    }
}

type Read<T> = Result<T, Box<Diagnostic>>;

/// Reads one size.
pub struct SizeReader<'a> {
    rest: Text<'a>,
    whole: Text<'a>,
}

/// The nesting at which a size is refused. Nobody writes such a size, and it could overflow the stack.
const DEEPEST: usize = 64;

/// The bytes of the longest rule or condition. Nobody writes a longer one, and thousands of signs could overflow the stack.
const LONGEST: usize = 2000;

/// Fails at a rule or a condition that is too long.
///
/// # Errors
/// A diagnostic that says so.
pub fn refuse_long(text: Text) -> Read<()> {
    if text.as_str().len() <= LONGEST {
        return Ok(());
    }
    let message = format!("this has more than {LONGEST} bytes, the most that a rule or a condition may have");
    Err(Box::new(Diagnostic::new(rules::SHAPE_RULE, text.span(), message)))
}

impl<'a> SizeReader<'a> {
    /// Reads a size that a text consists of.
    ///
    /// # Errors
    /// A diagnostic at the part that is not understood.
    pub fn read(text: Text<'a>) -> Read<Size> {
        refuse_long(text)?;
        let mut reader = SizeReader { rest: text, whole: text };
        let size = reader.sum(0)?;
        if reader.rest.is_empty() { Ok(size) } else { Err(reader.problem("this is not part of a size").into()) }
    }

    fn sum(&mut self, depth: usize) -> Read<Size> {
        let mut left = self.product(depth)?;
        while let Some(operator) = self.operator(&[("+", Operator::Plus), ("-", Operator::Minus)]) {
            left = Size::Binary(operator, Box::new(left), Box::new(self.product(depth)?));
        }
        Ok(left)
    }

    fn product(&mut self, depth: usize) -> Read<Size> {
        let operators = [("*", Operator::Times), ("/", Operator::Divided), ("%", Operator::Modulo)];
        let mut left = self.value(depth)?;
        while let Some(operator) = self.operator(&operators) {
            left = Size::Binary(operator, Box::new(left), Box::new(self.value(depth)?));
        }
        Ok(left)
    }

    fn operator(&mut self, among: &[(&str, Operator)]) -> Option<Operator> {
        let (rest, operator) = among.iter().find_map(|(sign, of)| Some((self.rest.strip_prefix(sign)?, *of)))?;
        self.rest = rest;
        Some(operator)
    }

    fn value(&mut self, depth: usize) -> Read<Size> {
        if depth > DEEPEST {
            return Err(self.problem("this size is nested too deeply").into());
        }
        if let Some((inner, rest)) = self.rest.bracketed('(') {
            self.rest = rest;
            return Self::nested(inner, depth);
        }
        if let Some(rest) = self.rest.strip_prefix("-") {
            self.rest = rest;
            let value = self.value(depth + 1)?;
            return Ok(match value {
                Size::Number(number) => Size::Number(-number),
                size => Size::Binary(Operator::Minus, Box::new(Size::Number(0)), Box::new(size)),
            });
        }
        let digits = self.rest.as_str().bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let (number, rest) = self.rest.split_at(digits);
            let Ok(value) = number.as_str().parse() else {
                return Err(self.problem("this number is too large").into());
            };
            self.rest = rest;
            return Ok(Size::Number(value));
        }
        self.named(depth)
    }

    fn nested(inner: Text<'a>, depth: usize) -> Read<Size> {
        let mut reader = SizeReader { rest: inner, whole: inner };
        let size = reader.sum(depth + 1)?;
        if reader.rest.is_empty() { Ok(size) } else { Err(reader.problem("this is not part of a size").into()) }
    }

    fn named(&mut self, depth: usize) -> Read<Size> {
        let length =
            self.rest.as_str().bytes().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == b'_').count();
        if length == 0 {
            return Err(self.problem("a size is missing here").into());
        }
        let (name, rest) = self.rest.split_at(length);
        if let Some((inner, after)) = rest.bracketed('(') {
            self.rest = after;
            return self.call(name, inner, depth);
        }
        if let Some((inner, after)) = rest.bracketed('[') {
            let item = Box::new(Self::nested(inner, depth)?);
            if let Some((inner, after)) = after.bracketed('[') {
                self.rest = after;
                return Ok(Size::ItemOfItem(name.to_spanned(), item, Box::new(Self::nested(inner, depth)?)));
            }
            if let Some(after) = after.strip_prefix(".") {
                return Ok(Size::ItemProperty(name.to_spanned(), item, self.property(after)?));
            }
            self.rest = after;
            return Ok(Size::Item(name.to_spanned(), item));
        }
        if let Some(after) = rest.strip_prefix(".") {
            return Ok(Size::Property(name.to_spanned(), self.property(after)?));
        }
        self.rest = rest;
        Ok(Size::Attribute(name.to_spanned()))
    }

    /// The property that a text begins with. What follows is the rest.
    fn property(&mut self, text: Text<'a>) -> Read<Property> {
        let Some((property, after)) = text.identifier() else {
            return Err(self.problem("a property is missing").into());
        };
        let found = PROPERTIES.iter().find(|(known, _)| *known == property.as_str());
        let Some((_, found)) = found else {
            let message = format!("`{}` is not a property of an argument", property.as_str());
            let problem = Diagnostic::new(rules::SHAPE_RULE, property.span(), message);
            let help = suggest::help(property.as_str(), PROPERTIES.iter().map(|(name, _)| *name));
            return Err(Box::new(problem.maybe_help(help)));
        };
        self.rest = after;
        Ok(*found)
    }

    fn call(&mut self, function: Text, inner: Text<'a>, depth: usize) -> Read<Size> {
        let items = inner.split(',');
        let extreme = match (function.as_str(), items.as_slice()) {
            ("sum", [list, axis]) if list.is_name() => {
                return Ok(Size::Sum(list.to_spanned(), Box::new(Self::nested(*axis, depth)?)));
            }
            ("sum", [list]) if list.is_name() => return Ok(Size::SumOfItems(list.to_spanned())),
            ("min", [_, ..]) => Extreme::Least,
            ("max", [_, ..]) => Extreme::Greatest,
            _ => {
                let message = format!("`{}` is not a function of sizes", function.as_str());
                let problem = Diagnostic::new(rules::SHAPE_RULE, function.span(), message);
                return Err(Box::new(
                    problem
                        .help("the functions are `min(...)`, `max(...)`, `sum(tensors, dimension)` and `sum(numbers)`"),
                ));
            }
        };
        let sizes = items.into_iter().map(|item| Self::nested(item, depth)).collect::<Read<_>>()?;
        Ok(Size::Extreme(extreme, sizes))
    }

    fn problem(&self, message: &str) -> Diagnostic {
        let at = if self.rest.is_empty() { self.whole } else { self.rest };
        let problem = Diagnostic::new(rules::SHAPE_RULE, at.span(), message);
        problem.help(
            "a size is made of numbers, attributes, `x[0]`, `x.rank`, `x.numel`, `xs.count`, `+ - * / %`, `min`, `max`, `sum`",
        )
    }
}
