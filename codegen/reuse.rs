//! What operators put into files, kept from run to run: where nothing that a text is made of has changed, the text of the
//! old file is used again.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::kin::{self, Kin};
use crate::registry::Registry;
use crate::targets::Item;

/// Where the items of a part are in a text: one behind the other from `start`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    pub start: usize,
    /// Of each item, what names it and all it is made of; and its length in bytes.
    pub items: Vec<(u64, usize)>,
}

/// Texts of items by what they are made of.
#[derive(Debug, Default)]
pub struct Texts {
    /// `None` where several items have one name: none of them is used again.
    places: BTreeMap<u64, Option<Slice>>,
}

/// A piece of a file's text.
#[derive(Debug, Clone)]
pub struct Slice {
    file: Arc<String>,
    range: Range<usize>,
}

impl Slice {
    pub fn as_str(&self) -> &str {
        &self.file[self.range.clone()]
    }
}

impl Texts {
    /// Adds the items of a file. What does not lie in it is left out.
    pub fn add(&mut self, file: &Arc<String>, parts: &[Placed]) {
        for Placed { start, items } in parts {
            let mut start = *start;
            for &(name, length) in items {
                let range = start..start.saturating_add(length);
                start = range.end;
                if file.get(range.clone()).is_some() {
                    let slice = Slice { file: Arc::clone(file), range };
                    self.places.entry(name).and_modify(|place| *place = None).or_insert(Some(slice));
                }
            }
        }
    }
}

/// What a run may use again, of operators as they are now.
#[derive(Debug)]
pub struct Memory {
    kin: Kin,
    texts: Texts,
}

impl Memory {
    pub fn new(registry: &Registry, texts: Texts) -> Self {
        Memory { kin: Kin::of(registry), texts }
    }

    /// Names an item of a part, and all it is made of but settings and templates.
    pub fn name(&self, file: &str, part: &str, item: &Item) -> u64 {
        kin::hash(&(file, part, &item.role, self.kin.digest(item.op)))
    }

    pub fn text(&self, name: u64) -> Option<&Slice> {
        self.texts.places.get(&name)?.as_ref()
    }
}
