//! The operators in the graphs of exported programs, which are JSON: nodes have a key `target` with a value such as
//! `torch.ops.aten.add.Tensor`.

use std::collections::BTreeSet;
use std::fmt;

use archive::{ReadError, Result, fail};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

const OPERATORS: &str = "torch.ops.";

/// The operators in a graph, with their overloads.
pub fn operators(json: &[u8]) -> Result<BTreeSet<String>> {
    let mut graph = Graph::default();
    let mut reader = serde_json::Deserializer::from_slice(json);
    let read = Collector { graph: &mut graph, is_target: false }.deserialize(&mut reader);
    read.and_then(|()| reader.end()).map_err(|error| ReadError::new(error.to_string()))?;
    if !graph.has_nodes {
        return fail("it has no nodes");
    }
    Ok(graph.targets.iter().filter_map(|target| operator(target)).collect())
}

/// The operator of a target. `None` for functions of Python, and for operators on functions, which have no overloads.
fn operator(target: &str) -> Option<String> {
    let (namespace, name) = target.strip_prefix(OPERATORS)?.split_once('.')?;
    name.contains('.').then(|| format!("{namespace}::{name}"))
}

#[derive(Default)]
struct Graph {
    targets: BTreeSet<String>,
    has_nodes: bool,
}

/// Collects the targets in a value. Everything else is read past, so memory does not grow with the graph.
struct Collector<'a> {
    graph: &'a mut Graph,
    /// True if the value is that of a key `target`.
    is_target: bool,
}

impl<'de> DeserializeSeed<'de> for Collector<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Collector<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.graph.has_nodes |= key == "nodes";
            map.next_value_seed(Collector { graph: self.graph, is_target: key == "target" })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> std::result::Result<(), A::Error> {
        while items.next_element_seed(Collector { graph: self.graph, is_target: false })?.is_some() {}
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> std::result::Result<(), E> {
        if self.is_target && !self.graph.targets.contains(text) {
            self.graph.targets.insert(text.to_owned());
        }
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> std::result::Result<(), E> {
        Ok(())
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<(), D::Error> {
        deserializer.deserialize_any(IgnoredAny).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_in_inner_graphs() {
        let graph = r#"{"graph_module": {"graph": {"nodes": [
            {"target": "torch.ops.aten.add.Tensor", "inputs": [{"arg": {"as_int": -1, "as_graph": {"nodes": [
                {"target": "torch.ops.aten.relu.default"}]}}}]},
            {"target": "torch.ops.higher_order.cond"}, {"target": "_operator.mul"}, {"name": "torch.ops.aten.sub.Tensor"}
        ]}}, "weights": [1.5, true, null, 18446744073709551615]}"#;
        let found = operators(graph.as_bytes()).expect("it is a graph");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["aten::add.Tensor", "aten::relu.default"]);
    }

    #[test]
    fn other_texts_are_rejected_with_a_reason() {
        let reason = |text: &str| operators(text.as_bytes()).expect_err("it is no graph").to_string();
        assert_eq!(reason("[]"), "it has no nodes");
        assert_eq!(reason("{"), "EOF while parsing an object at line 1 column 1");
        assert!(reason(&"[".repeat(100_000)).starts_with("recursion limit exceeded"));
    }
}
