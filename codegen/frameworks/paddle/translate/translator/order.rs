//! The order in which variables are visited, as the profile chooses it.
//!
//! It only matters if several variables are parts of one result and disagree on whether that stops gradients: the variable that is
//! visited last decides. The framework's own translator keeps variables in a `std::unordered_map` of libstdc++, whose order this
//! file computes, so that translations can be compared with the framework's to the byte.

use profile::VariableOrder;

/// The numbers of buckets that a growing table has.
const BUCKETS: &[usize] = &[
    13,
    29,
    59,
    127,
    257,
    541,
    1_109,
    2_357,
    5_087,
    10_273,
    20_753,
    42_043,
    85_229,
    172_933,
    351_061,
    712_697,
    1_447_153,
    2_938_679,
    5_967_347,
    12_117_689,
    24_607_243,
    49_969_847,
    101_473_717,
];

/// The places of variables, in the order in which they are visited.
pub fn visited(names: &[&str], order: VariableOrder) -> Vec<usize> {
    match order {
        VariableOrder::Program => (0..names.len()).collect(),
        VariableOrder::FrameworkHashTable => as_in_a_hash_table(names),
    }
}

fn as_in_a_hash_table(keys: &[&str]) -> Vec<usize> {
    let mut table = Table::default();
    for key in keys {
        table.add(hash(key.as_bytes()));
    }
    table.visited()
}

/// A list of all keys, and for each bucket what stands in front of its first key.
#[derive(Default)]
struct Table {
    hashes: Vec<u64>,
    /// What follows a key.
    next: Vec<Option<usize>>,
    first: Option<usize>,
    buckets: Vec<Option<Before>>,
    sizes: usize,
}

#[derive(Clone, Copy)]
enum Before {
    Start,
    Key(usize),
}

impl Table {
    fn add(&mut self, hash: u64) {
        if self.hashes.len() == self.buckets.len() {
            self.grow();
        }
        let key = self.hashes.len();
        self.hashes.push(hash);
        self.next.push(None);
        let bucket = self.bucket(key);
        match self.buckets[bucket] {
            Some(before) => self.insert(before, key),
            None => {
                self.insert(Before::Start, key);
                if let Some(behind) = self.next[key] {
                    let bucket = self.bucket(behind);
                    self.buckets[bucket] = Some(Before::Key(key));
                }
                self.buckets[bucket] = Some(Before::Start);
            }
        }
    }

    fn bucket(&self, key: usize) -> usize {
        (self.hashes[key] % self.buckets.len() as u64) as usize
    }

    fn insert(&mut self, before: Before, key: usize) {
        match before {
            Before::Start => {
                self.next[key] = self.first;
                self.first = Some(key);
            }
            Before::Key(other) => {
                self.next[key] = self.next[other];
                self.next[other] = Some(key);
            }
        }
    }

    fn grow(&mut self) {
        let size = BUCKETS.get(self.sizes).copied().unwrap_or(self.buckets.len() * 2 + 1);
        self.sizes += 1;
        self.buckets = vec![None; size];
        let order = self.visited();
        self.first = None;
        let mut bucket_of_first = 0;
        for key in order {
            let bucket = self.bucket(key);
            match self.buckets[bucket] {
                Some(before) => self.insert(before, key),
                None => {
                    self.insert(Before::Start, key);
                    self.buckets[bucket] = Some(Before::Start);
                    if self.next[key].is_some() {
                        self.buckets[bucket_of_first] = Some(Before::Key(key));
                    }
                    bucket_of_first = bucket;
                }
            }
        }
    }

    fn visited(&self) -> Vec<usize> {
        std::iter::successors(self.first, |&key| self.next[key]).collect()
    }
}

/// The hash of a text.
fn hash(bytes: &[u8]) -> u64 {
    const SEED: u64 = 0xc70f_6907;
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    let mixed = |number: u64| number ^ (number >> 47);
    let mut hash = SEED ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = mixed(u64::from_le_bytes(*word).wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
        hash = (hash ^ word).wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        let word = rest.iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte));
        hash = (hash ^ word).wrapping_mul(FACTOR);
    }
    mixed(mixed(hash).wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_visited_once() {
        let keys: Vec<String> = (0..200).map(|number| format!("variable_{number}")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        for count in [0, 1, 13, 14, 30, 200] {
            let mut places = as_in_a_hash_table(&keys[..count]);
            places.sort_unstable();
            assert_eq!(places, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn keys_are_visited_as_by_the_library() {
        // As g++ 12 prints the keys of a `std::unordered_map<std::string, int>`.
        let keys = ["x", "y", "out", "p0", "p1", "p2", "conv2d_0.w_0", "batch_norm_0.b_0"];
        let order: Vec<&str> = as_in_a_hash_table(&keys).into_iter().map(|place| keys[place]).collect();
        assert_eq!(order, EXPECTED);
    }

    #[test]
    fn variables_are_visited_in_the_order_of_the_program() {
        assert_eq!(visited(&["x", "y", "out", "p0"], VariableOrder::Program), [0, 1, 2, 3]);
    }

    const EXPECTED: [&str; 8] = ["p0", "out", "batch_norm_0.b_0", "conv2d_0.w_0", "p2", "y", "p1", "x"];
}
