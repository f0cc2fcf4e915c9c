//! The outputs that reuse inputs. Finding one is fast however many there are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use source::Shift;

use super::Mapping;

/// Mappings in order. If an output has several, only the first is found by it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mappings {
    list: Vec<Mapping>,
    /// Built at the first look-up in a long list.
    #[serde(skip)]
    index: OnceLock<Index>,
}

#[derive(Debug, Clone, Default)]
struct Index {
    /// The position of the mapping of each output.
    outputs: BTreeMap<String, usize>,
    inputs: BTreeSet<String>,
}

/// The length from which on a list has an index. Building one costs more than searching a shorter list.
const MIN_INDEXED: usize = 64;

impl Mappings {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The input that an output reuses.
    pub fn input_of(&self, output: &str) -> Option<&str> {
        let found = match self.list.len() < MIN_INDEXED {
            true => self.list.iter().find(|mapping| mapping.output.value == output),
            false => self.index().outputs.get(output).map(|&at| &self.list[at]),
        };
        found.map(|mapping| mapping.input.as_str())
    }

    /// True if an output reuses an input.
    pub fn has_input(&self, input: &str) -> bool {
        match self.list.len() < MIN_INDEXED {
            true => self.list.iter().any(|mapping| mapping.input.value == input),
            false => self.index().inputs.contains(input),
        }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for (at, mapping) in self.list.iter().enumerate() {
                index.outputs.entry(mapping.output.value.clone()).or_insert(at);
                index.inputs.insert(mapping.input.value.clone());
            }
            index
        })
    }
}

impl Shift for Mappings {
    fn shift(&mut self, bytes: i64) {
        self.list.shift(bytes);
    }
}

impl From<Vec<Mapping>> for Mappings {
    fn from(list: Vec<Mapping>) -> Self {
        Mappings { list, index: OnceLock::new() }
    }
}

impl Deref for Mappings {
    type Target = [Mapping];

    fn deref(&self) -> &[Mapping] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Mappings {
    type Item = &'a Mapping;
    type IntoIter = std::slice::Iter<'a, Mapping>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl PartialEq for Mappings {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}
