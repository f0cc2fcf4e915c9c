//! Recall: the test makes one mistake in correct YAML, and `opgen check` must report it on the right line.
//!
//! Each mutation operator (a way to make a mistake) is one function that lists all its positions in a tree. The test
//! draws a fixed number of them from each list, always the same ones. A mistake counts as reported if the changed tree
//! has a finding that the correct tree does not have, with a label on a line that was changed or on a line that the
//! change contradicts. `floors-*.txt` contains how many of the drawn mistakes are reported. If there are fewer, the
//! test fails. `OPGEN_BLESS=1 cargo test --test library mutations` writes the current numbers.
//!
//! If the changed YAML is still valid but has another meaning, opgen cannot know that it is a mistake. Mutation
//! operators leave out such cases with a rule that depends only on the YAML, not on what opgen reports.

mod compat;
mod draw;
mod entries;
mod fixes;
mod gradients;
mod lines;
mod mapping;
mod names;
mod programs;
mod signatures;
mod slips;
mod syntax;
mod text;
mod tree;

use std::path::Path;

use rayon::prelude::*;

use tree::{Mutation, Tree};

/// A way to make a mistake: its name, and every position in a tree where it is possible.
type Operator = (&'static str, fn(&Tree) -> Vec<Mutation>);

/// How often each kind of mistake is made.
const DRAWN: usize = 6;

/// How many mistakes are made at the same time.
const TOGETHER: usize = 8;

fn operators() -> impl Iterator<Item = Operator> {
    let kinds = [
        syntax::OPERATORS,
        names::OPERATORS,
        signatures::OPERATORS,
        lines::OPERATORS,
        compat::OPERATORS,
        slips::OPERATORS,
        gradients::OPERATORS,
        programs::OPERATORS,
        entries::OPERATORS,
    ];
    kinds.concat().into_iter()
}

#[test]
fn mistakes_in_the_real_yaml_are_reported() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/paddle-2.6.2/yaml");
    match root.is_dir() {
        true => measure(&root, "floors-paddle-2.6.2.txt"),
        false => crate::skip::skip("there is no ../shared/oracle"),
    }
}

#[test]
fn mistakes_in_the_built_in_yaml_are_reported() {
    measure(&Path::new(env!("CARGO_MANIFEST_DIR")).join("yaml"), "floors-built-in.txt");
}

/// The results of one mutation operator.
struct Tally {
    name: &'static str,
    drawn: usize,
    missed: Vec<String>,
}

impl Tally {
    fn reported(&self) -> usize {
        self.drawn - self.missed.len()
    }
}

fn measure(root: &Path, floors: &str) {
    let tree = Tree::read(root);
    let drawn: Vec<_> = operators().map(|(name, places)| (name, draw::some(places(&tree), DRAWN))).collect();
    let reported = reported(&tree, &drawn.iter().flat_map(|(_, mutations)| mutations).collect::<Vec<_>>());
    let mut reported = reported.into_iter();
    let tally = |(name, mutations): &(&'static str, Vec<Mutation>)| {
        let missed = mutations.iter().zip(reported.by_ref()).filter(|(_, reported)| !reported);
        Tally { name, drawn: mutations.len(), missed: missed.map(|(mutation, _)| tree.describe(mutation)).collect() }
    };
    let tallies: Vec<Tally> = drawn.iter().map(tally).collect();
    conclude(&tallies, floors);
}

/// Prints the results, and compares them with the floors.
fn conclude(tallies: &[Tally], floors: &str) {
    for tally in tallies {
        println!("{:3}/{:3} {}", tally.reported(), tally.drawn, tally.name);
        tally.missed.iter().for_each(|missed| println!("{missed}"));
    }
    let (reported, drawn) =
        tallies.iter().fold((0, 0), |(reported, drawn), tally| (reported + tally.reported(), drawn + tally.drawn));
    println!("{reported}/{drawn} = {:.1} %", 100.0 * reported as f64 / drawn as f64);
    compare(tallies, &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/mutations").join(floors));
    assert!(100 * reported >= 95 * drawn, "only {reported} of {drawn} mistakes are reported");
}

/// Whether each mistake is reported. Several mistakes are made at the same time, far apart. This is faster, and it
/// tests that one mistake does not hide another. The unreported ones are then made alone, because one mistake may
/// correct another.
fn reported(tree: &Tree, mutations: &[&Mutation]) -> Vec<bool> {
    let number = mutations.len().div_ceil(TOGETHER);
    let batches: Vec<Vec<usize>> =
        (0..number).map(|first| (first..mutations.len()).step_by(number).collect()).collect();
    let found = batches.par_iter().flat_map_iter(|batch| {
        let apart = |i: &usize| batch.iter().all(|other| other == i || mutations[*i].is_far_from(mutations[*other]));
        let (together, alone): (Vec<usize>, Vec<usize>) = batch.iter().copied().partition(apart);
        let members: Vec<&Mutation> = together.iter().map(|&i| mutations[i]).collect();
        let found = together.into_iter().zip(tree.reports(&members));
        found.chain(alone.into_iter().map(|i| (i, false))).collect::<Vec<_>>()
    });
    let mut found: Vec<(usize, bool)> = found.collect();
    found.par_iter_mut().for_each(|(i, found)| *found = *found || tree.reports(&[mutations[*i]])[0]);
    found.sort_unstable();
    found.into_iter().map(|(_, found)| found).collect()
}

/// Compares every tally with its floor.
fn compare(tallies: &[Tally], path: &Path) {
    let lines = tallies.iter().map(|tally| format!("{}/{} {}\n", tally.reported(), tally.drawn, tally.name));
    let measured: String = lines.collect();
    if std::env::var_os("OPGEN_BLESS").is_some() {
        std::fs::write(path, &measured).expect("the floors can be written");
    }
    let floors = std::fs::read_to_string(path).unwrap_or_default();
    let floor = |line: &str| {
        let (reported, name) = (line.split('/').next()?, line.split(' ').nth(1)?);
        Some((name.to_owned(), reported.parse::<usize>().ok()?))
    };
    let floors: Vec<_> = floors.lines().filter_map(floor).collect();
    assert!(floors.len() == tallies.len(), "{} does not name every operator of mutation", path.display());
    for (tally, (name, reported)) in tallies.iter().zip(&floors) {
        assert_eq!(tally.name, name, "in {}", path.display());
        assert!(tally.reported() >= *reported, "{name}: {} of {reported} are reported", tally.reported());
    }
}
