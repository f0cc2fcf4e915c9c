//! Values in handlers.

use std::fmt;
use std::str::FromStr;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value as the profile spells it. Its type is that of the attribute that it is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// A number, a text or a flag.
    One(String),
    /// Several of them.
    List(Vec<String>),
}

impl Literal {
    /// The value as a number. `None` if it is not one.
    pub fn number<N: FromStr>(&self) -> Option<N> {
        match self {
            Literal::One(text) => text.parse().ok(),
            Literal::List(_) => None,
        }
    }

    /// The value as a list of numbers. `None` if it is not one.
    pub fn numbers<N: FromStr>(&self) -> Option<Vec<N>> {
        match self {
            Literal::One(_) => None,
            Literal::List(texts) => texts.iter().map(|text| text.parse().ok()).collect(),
        }
    }
}

impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LiteralVisitor)
    }
}

struct LiteralVisitor;

impl<'de> Visitor<'de> for LiteralVisitor {
    type Value = Literal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a text, a flag, or a list of these")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Literal, E> {
        Ok(Literal::One(flag.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Literal, E> {
        Ok(Literal::One(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Literal, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Literal::List(list))
    }
}
