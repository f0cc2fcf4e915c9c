//! Deserialises types that contain [`Spanned`] values from a YAML tree, through serde. The normal form is read this
//! way.
//!
//! `Spanned` asks the deserialiser for a struct with a reserved name, and `Reader` answers with the span and the
//! value.
//!
//! Hundreds of types are read so, and the compiler translates each generic function for each of them. So these are short, and what
//! does not depend on a type is in functions that are not generic.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;

use super::file::{FileId, Span, Spanned};
use super::node::{Node, Value};

const SPANNED: &str = "$opgen::Spanned";
const FIELDS: &[&str] = &["file", "start", "end", "value"];

/// Says why a tree does not fit a type, and where.
#[derive(Debug)]
pub struct NodeError {
    /// The reason, in serde's words.
    pub message: String,
    /// The innermost node that does not fit. [`from_node`] always sets it.
    pub span: Option<Span>,
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NodeError {}

impl de::Error for NodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        NodeError { message: message.to_string(), span: None }
    }
}

/// Deserialises a value from a tree.
///
/// # Errors
/// If the tree does not have the shape that the type requires.
pub fn from_node<T: DeserializeOwned>(node: &Node) -> Result<T, NodeError> {
    from_node_with_newtypes(node).map(|(value, _)| value)
}

/// Deserialises a value from a tree, and returns the spans of all nodes that were read as newtype structs. A newtype that
/// gives values a meaning is so found wherever a type uses it.
///
/// # Errors
/// If the tree does not have the shape that the type requires.
pub fn from_node_with_newtypes<T: DeserializeOwned>(node: &Node) -> Result<(T, BTreeSet<Span>), NodeError> {
    let newtypes = RefCell::default();
    let reader = Reader { of: Of::Node(node), newtypes: &newtypes };
    let value = located(T::deserialize(reader), Some(node.span))?;
    Ok((value, newtypes.into_inner()))
}

/// Sets the span of an error, unless an inner value has already done so.
fn located<T>(result: Result<T, NodeError>, span: Option<Span>) -> Result<T, NodeError> {
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(at(error, span)),
    }
}

fn at(error: NodeError, span: Option<Span>) -> NodeError {
    NodeError { span: error.span.or(span), ..error }
}

/// The only type that values are read from: serde makes code for each pair of it and a type that is read.
#[derive(Clone, Copy)]
struct Reader<'a> {
    of: Of<'a>,
    /// The spans of the nodes that were read as newtype structs.
    newtypes: &'a RefCell<BTreeSet<Span>>,
}

#[derive(Clone, Copy)]
enum Of<'a> {
    Node(&'a Node),
    /// A number in the fields of a [`Spanned`].
    Number(u32),
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = NodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        let node = match self.of {
            Of::Node(node) => node,
            Of::Number(number) => return visitor.visit_u32(number),
        };
        let result = match &node.value {
            Value::Rejected => visitor.visit_unit(),
            Value::Scalar(scalar) if scalar.is_empty_plain() => visitor.visit_unit(),
            Value::Scalar(scalar) => match scalar.as_bool() {
                Some(flag) => visitor.visit_bool(flag),
                None => visitor.visit_str(&scalar.text),
            },
            Value::Sequence(nodes) => self.list(nodes, visitor),
            Value::Mapping(entries) => visitor.visit_map(self.entries(entries)),
        };
        located(result, Some(node.span))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.of {
            Of::Node(Node { value: Value::Scalar(scalar), span }) => {
                located(visitor.visit_str(&scalar.text), Some(*span))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        let number = match self.of {
            Of::Node(Node { value: Value::Scalar(scalar), .. }) => scalar.text.parse().ok(),
            _ => None,
        };
        match number {
            Some(number) => visitor.visit_u64(number),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.of {
            Of::Node(Node { value: Value::Scalar(scalar), .. }) if scalar.is_empty_plain() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.of {
            Of::Node(Node { value: Value::Sequence(nodes), span }) => located(self.list(nodes, visitor), Some(*span)),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, NodeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NodeError> {
        match self.of {
            Of::Node(Node { value: Value::Mapping(entries), span }) => {
                located(visitor.visit_map(self.entries(entries)), Some(*span))
            }
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NodeError> {
        match self.of {
            Of::Node(node) if name == SPANNED => visitor.visit_map(self.entries_of(EntriesOf::Spanned(node, 0))),
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NodeError> {
        let Of::Node(node) = self.of else { return Err(self.mismatch(&visitor)) };
        let result = match &node.value {
            Value::Scalar(scalar) => {
                let variant: StrDeserializer<'_, NodeError> = scalar.text.as_str().into_deserializer();
                variant.deserialize_enum(name, variants, visitor)
            }
            Value::Mapping(entries) => visitor.visit_enum(MapAccessDeserializer::new(self.entries(entries))),
            Value::Sequence(_) | Value::Rejected => Err(de::Error::custom("expected a name or a mapping with one key")),
        };
        located(result, Some(node.span))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, NodeError> {
        if let Of::Node(node) = self.of {
            self.newtypes.borrow_mut().insert(node.span);
        }
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier
        ignored_any
    }
}

impl<'a> Reader<'a> {
    /// A reader for a node below this one.
    fn at(self, node: &'a Node) -> Self {
        Reader { of: Of::Node(node), ..self }
    }

    /// Reads a list. One of a fixed length does not read surplus items, so they are an error.
    fn list<'de, V: Visitor<'de>>(self, nodes: &'a [Node], visitor: V) -> Result<V::Value, NodeError> {
        let mut items = Items { rest: nodes.iter(), reader: self };
        match (visitor.visit_seq(&mut items), items.surplus(nodes)) {
            (Ok(_), Some(error)) => Err(error),
            (result, _) => result,
        }
    }

    fn entries(self, entries: &'a [(Spanned<String>, Node)]) -> Entries<'a> {
        self.entries_of(EntriesOf::Mapping(entries.iter()))
    }

    fn entries_of(self, of: EntriesOf<'a>) -> Entries<'a> {
        Entries { of, value: None, reader: self }
    }

    /// The error for a value of another kind than the expected one.
    fn mismatch(self, expected: &dyn Expected) -> NodeError {
        let node = match self.of {
            Of::Node(node) => node,
            Of::Number(number) => return de::Error::invalid_type(Unexpected::Unsigned(number.into()), expected),
        };
        let found = match &node.value {
            Value::Rejected => Unexpected::Unit,
            Value::Scalar(scalar) if scalar.is_empty_plain() => Unexpected::Unit,
            Value::Scalar(scalar) => scalar.as_bool().map_or(Unexpected::Str(&scalar.text), Unexpected::Bool),
            Value::Sequence(_) => Unexpected::Seq,
            Value::Mapping(_) => Unexpected::Map,
        };
        at(de::Error::invalid_type(found, expected), Some(node.span))
    }
}

/// The items of a list.
struct Items<'a> {
    rest: std::slice::Iter<'a, Node>,
    /// The reader of the list.
    reader: Reader<'a>,
}

impl Items<'_> {
    /// The error for items that nobody has read.
    fn surplus(&self, all: &[Node]) -> Option<NodeError> {
        let left = self.rest.len();
        let read = match all.len() - left {
            1 => "1 element".to_owned(),
            read => format!("{read} elements"),
        };
        (left > 0).then(|| de::Error::invalid_length(all.len(), &format!("{read} in sequence").as_str()))
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_> {
    type Error = NodeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, NodeError> {
        let Some(node) = self.rest.next() else { return Ok(None) };
        match seed.deserialize(self.reader.at(node)) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// Names and values.
struct Entries<'a> {
    of: EntriesOf<'a>,
    value: Option<Reader<'a>>,
    /// The reader of the mapping.
    reader: Reader<'a>,
}

enum EntriesOf<'a> {
    Mapping(std::slice::Iter<'a, (Spanned<String>, Node)>),
    /// The fields of a [`Spanned`], and which of them is next.
    Spanned(&'a Node, usize),
}

impl<'a> Entries<'a> {
    /// The next name, its place and its value.
    fn next(&mut self) -> Option<(&'a str, Option<Span>, Reader<'a>)> {
        match &mut self.of {
            EntriesOf::Mapping(entries) => {
                let (key, value) = entries.next()?;
                Some((key.as_str(), Some(key.span), self.reader.at(value)))
            }
            EntriesOf::Spanned(node, next) => {
                let name = FIELDS.get(*next)?;
                let values = [node.span.file.index(), node.span.start, node.span.end].map(Of::Number);
                let of = values.get(*next).copied().unwrap_or(Of::Node(node));
                *next += 1;
                Some((name, None, Reader { of, ..self.reader }))
            }
        }
    }
}

impl Entries<'_> {
    /// The value of the last name, and its place.
    fn take_value(&mut self) -> Result<(Reader<'_>, Option<Span>), NodeError> {
        let Some(value) = self.value.take() else { return Err(de::Error::custom("a value was read twice")) };
        let span = match value.of {
            Of::Node(node) => Some(node.span),
            Of::Number(_) => None,
        };
        Ok((value, span))
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = NodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NodeError> {
        let Some((name, span, value)) = self.next() else { return Ok(None) };
        self.value = Some(value);
        let name: StrDeserializer<'_, NodeError> = name.into_deserializer();
        match seed.deserialize(name) {
            Ok(name) => Ok(Some(name)),
            Err(error) => Err(at(error, span)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, NodeError> {
        let (value, span) = self.take_value()?;
        located(seed.deserialize(value), span)
    }
}

/// The other side: `Spanned` asks for the reserved name and reads the fields in their order.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct(SPANNED, FIELDS, SpannedVisitor(PhantomData))
    }
}

struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with its span, which only opgen's own YAML reader provides")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Spanned<T>, A::Error> {
        let mut number =
            || -> Result<u32, A::Error> { map.next_entry::<String, u32>().map(|entry| entry.map_or(0, |(_, n)| n)) };
        let (file, start, end) = (FileId::from_index(number()?), number()?, number()?);
        let (_, value) = map.next_entry::<String, T>()?.ok_or_else(|| de::Error::missing_field("value"))?;
        Ok(Spanned::new(value, Span { file, start, end }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::SourceFile;
    use super::super::{Diagnostics, Sources, toml};
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Pairs {
        pair: [String; 2],
    }

    fn read(text: &str) -> Result<Pairs, NodeError> {
        let id = Sources::default().add(SourceFile::new("t.toml".into(), text.into()));
        let node = toml::parse(id, text, &mut Diagnostics::default()).expect("the text is TOML");
        from_node(&node)
    }

    #[test]
    fn a_list_of_a_fixed_length_has_that_length() {
        assert_eq!(read("pair = ['x', 'y']").expect("it fits").pair, ["x", "y"]);
        for (text, length) in [("pair = ['x']", 1), ("pair = ['x', 'y', 'z']", 3)] {
            let error = read(text).expect_err("it does not fit");
            assert!(error.message.starts_with(&format!("invalid length {length}, expected ")), "{}", error.message);
            assert!(error.span.is_some());
        }
    }
}
