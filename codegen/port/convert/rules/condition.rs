//! Conditions on a call: `given(out) and not none(out)`.

use source::Spanned;

/// The condition under which a case applies.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// `given(a)`: the call has the argument.
    Given(String),
    /// `none(a)`: the argument is the literal `None`.
    None(String),
    /// `literal(a, V)`: the argument is written as `V`, apart from quotes.
    Literal(String, String),
    /// `text(a, S)`: the code of the argument contains `S`.
    Text(String, String),
    /// `object(S)`: the code of the object whose method is called contains `S`.
    Object(String),
    /// `argument_of(F)`: the call is an argument of a call of `F`.
    ArgumentOf(String),
    /// `number(a)`: the argument is a number literal.
    Number(String),
    /// `string(a)`: the argument is a string literal.
    String(String),
    /// `any(V)`: one of the arguments is written as `V`, apart from quotes.
    Any(String),
    /// `starred`: the call has an argument `*a` or `**a`.
    Starred,
    /// `count > 2`: compares the number of arguments.
    Count(Ordering, usize),
    /// `method`: the call is one of a method.
    Method,
    /// `changed`: the same function changes the result in place, or a variable that is the call's object or argument.
    Changed,
    /// `caught`: an error of the call may be caught.
    Caught,
    /// `not a`.
    Not(Box<Condition>),
    /// `a and b`.
    And(Box<Condition>, Box<Condition>),
    /// `a or b`.
    Or(Box<Condition>, Box<Condition>),
}

/// How `count` compares the number of arguments with another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordering {
    /// `<`.
    Less,
    /// `=`.
    Equal,
    /// `>`.
    More,
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// The reason why the text is not a condition.
    pub fn parse(text: &Spanned<String>) -> Result<Condition, String> {
        let mut parser = Parser { tokens: tokens(text.as_str())?, next: 0 };
        let condition = parser.or()?;
        match parser.peek() {
            None => Ok(condition),
            Some(token) => Err(format!("`{token}` is not expected here")),
        }
    }

    /// Whether the condition depends on arguments with one of these names.
    pub fn asks_for(&self, names: &[&str]) -> bool {
        match self {
            Condition::Count(..) | Condition::Any(_) => true,
            Condition::Not(inner) => inner.asks_for(names),
            Condition::And(one, other) | Condition::Or(one, other) => one.asks_for(names) || other.asks_for(names),
            _ => self.arguments().iter().any(|name| names.contains(name)),
        }
    }

    /// The arguments that the condition asks for.
    pub fn arguments(&self) -> Vec<&str> {
        match self {
            Condition::Given(name)
            | Condition::None(name)
            | Condition::Literal(name, _)
            | Condition::Text(name, _)
            | Condition::Number(name)
            | Condition::String(name) => vec![name],
            Condition::Any(_)
            | Condition::Object(_)
            | Condition::ArgumentOf(_)
            | Condition::Starred
            | Condition::Count(..)
            | Condition::Method
            | Condition::Changed
            | Condition::Caught => Vec::new(),
            Condition::Not(inner) => inner.arguments(),
            Condition::And(one, other) | Condition::Or(one, other) => [one.arguments(), other.arguments()].concat(),
        }
    }
}

struct Parser {
    tokens: Vec<String>,
    next: usize,
}

impl Parser {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.next).map(String::as_str)
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) { Ok(()) } else { Err(format!("`{token}` is missing")) }
    }

    fn take(&mut self) -> Result<String, String> {
        let token = self.tokens.get(self.next).cloned().ok_or("the condition ends too early")?;
        self.next += 1;
        Ok(token)
    }

    fn or(&mut self) -> Result<Condition, String> {
        let mut left = self.and()?;
        while self.accept("or") {
            left = Condition::Or(Box::new(left), Box::new(self.and()?));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Condition, String> {
        let mut left = self.not()?;
        while self.accept("and") {
            left = Condition::And(Box::new(left), Box::new(self.not()?));
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Condition, String> {
        if self.accept("not") {
            return Ok(Condition::Not(Box::new(self.not()?)));
        }
        if self.accept("(") {
            let inner = self.or()?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.test()
    }

    fn test(&mut self) -> Result<Condition, String> {
        let word = self.take()?;
        match word.as_str() {
            "starred" => return Ok(Condition::Starred),
            "method" => return Ok(Condition::Method),
            "changed" => return Ok(Condition::Changed),
            "caught" => return Ok(Condition::Caught),
            "count" => return self.count(),
            _ => {}
        }
        self.expect("(")?;
        let name = self.take()?;
        let condition = match word.as_str() {
            "any" => Condition::Any(name),
            "argument_of" => Condition::ArgumentOf(name),
            "object" => Condition::Object(name.trim_matches('\'').to_owned()),
            "given" => Condition::Given(name),
            "none" => Condition::None(name),
            "number" => Condition::Number(name),
            "string" => Condition::String(name),
            "literal" | "text" => {
                self.expect(",")?;
                let value = self.take()?;
                let value = value.trim_matches('\'').to_owned();
                if word == "text" { Condition::Text(name, value) } else { Condition::Literal(name, value) }
            }
            _ => return Err(format!("there is no test `{word}`")),
        };
        self.expect(")")?;
        Ok(condition)
    }

    fn count(&mut self) -> Result<Condition, String> {
        let ordering = match self.take()?.as_str() {
            "<" => Ordering::Less,
            "=" => Ordering::Equal,
            ">" => Ordering::More,
            other => return Err(format!("`{other}` is not a comparison; use `<`, `=` or `>`")),
        };
        let number = self.take()?;
        let number = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
        Ok(Condition::Count(ordering, number))
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => rest[1..].find('\'').ok_or("a quote is not closed")? + 2,
            '(' | ')' | ',' | '<' | '>' | '=' => 1,
            _ => rest.find(|c: char| c.is_whitespace() || "(),<>='".contains(c)).unwrap_or(rest.len()),
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}
