//! The named choices of a profile: the page lists all of their values, and each value has outputs of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use opgen::driver::load;
use opgen::profile::{self, Feature, Profile};
use opgen::project::Root;
use opgen::project::framework::Choice;
use opgen::project::shards::Shards;
use opgen::registry::{Registry, Specs};
use opgen::source::file::SourceFile;
use opgen::source::read::Unsaved;
use opgen::source::{Diagnostics, Sources, toml};
use opgen::targets::TARGETS;

use crate::rendered;

/// The profile that the choices are made in.
const BASE: &str = "paddle-3.0-develop";

/// Folders whose operators together show every choice.
const OPERATORS: [&str; 5] = ["paddle-3.0", "pir-develop", "pir-rewriting", "primitive", "legacy-dygraph"];

/// The keys in the table of `docs/configuration.md`, each with its values.
fn documented() -> Vec<(String, Vec<String>)> {
    let page = fs::read_to_string("docs/configuration.md").expect("the page exists");
    let table = page.lines().skip_while(|line| *line != "| key | value | meaning |").skip(2);
    let mut choices: Vec<(String, Vec<String>)> = Vec::new();
    for line in table.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        if !cells[1].is_empty() {
            choices.push((cells[1].to_owned(), Vec::new()));
        }
        choices.last_mut().expect("the first row has a key").1.push(cells[2].to_owned());
    }
    choices
}

/// The documented key with the name of a table that every profile has.
fn example(key: &str) -> String {
    let named = [("cpp_api.files", "api"), ("static_graph.groups", "sparse"), ("pir.dialects", "pd_op")];
    let name = named.iter().find(|(tables, _)| key.starts_with(tables)).map_or("", |(_, name)| name);
    key.replace("NAME", name)
}

/// The profile with a value under a key, or what is wrong with it.
fn chosen(key: &str, value: &str) -> Result<Profile, String> {
    let text = format!("{key} = '{value}'\n");
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    let file = sources.add(SourceFile::new("opgen.toml".to_owned(), text.clone()));
    let node = toml::parse(file, &text, &mut found).expect("the text is TOML");
    let choice = Choice::Project(node);
    let loaded = profile::load(
        &profile::OWNER,
        Some(&choice),
        BASE,
        Path::new(""),
        &Unsaved::default(),
        &mut sources,
        &mut found,
    );
    match found.sorted().first() {
        Some(problem) => Err(problem.message.clone()),
        None => Ok(loaded.profile),
    }
}

/// Every output, by its path.
fn outputs(specs: &Specs, profile: &Profile) -> BTreeMap<String, String> {
    let registry = Registry::new(specs.clone(), &Arc::new(profile.clone()));
    let rendered = rendered::outputs(&registry, profile, TARGETS, Shards::WHOLE);
    rendered.into_iter().map(|output| (output.path, output.text)).collect()
}

#[test]
fn each_value_of_a_choice_has_outputs_of_its_own() {
    let folder = |name: &&str| load(&Root::at(Path::new("tests/generate").join(name))).registry.specs().clone();
    let operators: Vec<Specs> = OPERATORS.iter().map(folder).collect();
    let choices = documented();
    assert!(choices.len() > 8, "the table is found");
    for (key, values) in choices {
        let key = example(&key);
        let of_value = |value: &String| -> Vec<_> {
            let mut profile = chosen(&key, value).unwrap_or_else(|problem| panic!("{key} = {value}: {problem}"));
            profile.enable(Feature::Distributed);
            operators.iter().map(|specs| outputs(specs, &profile)).collect()
        };
        let all: Vec<_> = values.iter().map(of_value).collect();
        for (place, outputs) in all.iter().enumerate() {
            let same = all[..place].iter().position(|others| others == outputs);
            assert_eq!(same.map(|other| &values[other]), None, "{key} = {}: the same outputs", values[place]);
        }
    }
}

#[test]
fn the_page_has_all_values_of_every_choice() {
    for (key, values) in documented() {
        let Err(problem) = chosen(&example(&key), "?") else { panic!("{key} may have any value") };
        let (_, expected) = problem.split_once("expected ").expect("the message lists the values");
        let expected: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
        assert_eq!(values, expected, "{key}");
    }
}
