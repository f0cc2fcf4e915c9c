//! Saved programs are translated as the framework translates them, and broken ones are refused without a panic.

use std::fs;
use std::path::{Path, PathBuf};

use opgen::driver::load;
use opgen::profile::{self, Profile, Translate};
use opgen::project::Root;
use opgen::project::shards::Shards;
use opgen::source::Sources;
use opgen::targets;
use opgen::translate::facts::{Arguments, Names, changes};
use opgen::translate::print::Form;
use opgen::translate::{Facts, Model};
use proptest::prelude::*;

use crate::oracle::{VERSIONS, oracle};
use crate::rendered;

/// A version, and the framework's own translations: their name in the oracle, and where they differ from ours.
struct Version {
    profile: &'static str,
    expected: &'static str,
    form: Form,
    /// Where the framework is wrong: it does not look at the exact value of a constant, uses a value that nothing defines, or has
    /// the inputs in another order than 2.x.
    other: &'static [&'static str],
}

const EXPECTED: [Version; 3] = [
    Version { profile: "paddle-2.6", expected: "expected-2.6.2", form: Form::Text, other: &["op_full"] },
    Version { profile: "paddle-3.0", expected: "expected-3.0.0", form: Form::Text, other: &["grad_conv1d"] },
    Version { profile: "paddle-3.0", expected: "json-3.0.0", form: Form::Json, other: &["model_yolo_head", "op_full"] },
];

/// The tables that a translation for a profile uses.
pub fn built_in(name: &str) -> (Facts, &'static Translate) {
    let profile: &'static Profile = profile::built_in(name).expect("it is built in");
    let translate = profile.translate.as_ref().expect("it translates");
    let facts = Facts::built_in(name).expect("it has facts").as_released(&translate.released);
    (facts.with_operations(&translate.operations), translate)
}

pub fn translated(bytes: &[u8], facts: &Facts, translate: &Translate, form: Form) -> Option<String> {
    Model { name: "model", bytes }.translate(facts, translate, Some(form), &mut Sources::default()).text
}

/// The names of files with an ending in a folder, without it.
pub fn names(folder: &Path, ending: &str) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the oracle has it").flatten().map(|entry| entry.path());
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    let mut names: Vec<String> =
        files.iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

#[test]
fn programs_translate_as_by_the_framework() {
    let Some(oracle) = oracle() else { return };
    for Version { profile, expected, form, other } in &EXPECTED {
        let (facts, translate) = built_in(profile);
        // The framework's own translator keeps `feed`, which not all of its loaders accept.
        let translate = Translate { declared_when_saved: Vec::new(), ..translate.clone() };
        let folder = oracle.join("translate");
        let ending = if *form == Form::Json { "json" } else { "txt" };
        let mut different = Vec::new();
        let all = names(&folder.join(expected), ending);
        assert!(all.len() > 600, "{expected} has only {} programs", all.len());
        for name in &all {
            let bytes = fs::read(folder.join(format!("programs/{name}.pdmodel"))).expect("it is there");
            let wanted =
                fs::read_to_string(folder.join(expected).join(format!("{name}.{ending}"))).expect("it is there");
            let made = translated(&bytes, &facts, &translate, *form).unwrap_or_default();
            if made.trim_end() != wanted.trim_end() {
                different.push(name.as_str());
            }
        }
        assert_eq!(different, *other, "{expected}");
        // The page says how many they are.
        let kind = if *form == Form::Json { "JSON" } else { "text" };
        let version = expected.rsplit('-').next().unwrap_or(expected);
        let row = format!("| {kind} of {version} | {} | {} |", all.len(), all.len() - different.len());
        assert!(include_str!("../../docs/translate.md").contains(&row), "docs/translate.md lacks `{row}`");
    }
}

#[test]
fn built_in_facts_are_those_of_the_yaml() {
    let Some(oracle) = oracle() else { return };
    let of_3_3 = ("paddle-3.3.1", "paddle-3.3");
    for (version, name) in VERSIONS.into_iter().chain([of_3_3]) {
        let project = load(&Root::Tree(oracle.join(version).join("yaml")));
        let facts = Facts::of(&project.registry, &project.profile).expect("it knows PIR");
        let path = |name: &str| {
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("codegen/frameworks/paddle/profile/translate-{name}.txt"))
        };
        let read = |name: &str| fs::read_to_string(path(name)).expect("it is there");
        let text = match name == of_3_3.1 {
            true => changes("paddle-3.0", &read("paddle-3.0"), &facts.to_table()),
            false => facts.to_table(),
        };
        if std::env::var_os("OPGEN_BLESS").is_some() {
            fs::write(path(name), &text).expect("it is writable");
        }
        assert!(text == read(name), "{name}: `OPGEN_BLESS=1 cargo test --test library facts` rewrites the table");
    }
}

/// The framework's translator reads the table that the target `compat` generates. It must contain the names that opgen uses.
#[test]
fn the_table_for_the_framework_has_the_same_names() {
    let Some(oracle) = oracle() else { return };
    let project = load(&Root::Tree(oracle.join("paddle-2.6.2/yaml")));
    let profile = &project.profile;
    let target = targets::find("compat").expect("there is such a target");
    let files = rendered::outputs(&project.registry, profile, [target], Shards::WHOLE);
    let table = files.iter().find(|file| file.path.ends_with("op_compat_info.cc")).expect("it is made");
    let names = read_back(&table.text);
    let (facts, translate) = built_in("paddle-2.6");
    assert_eq!(names, facts.names);
    let mut with_table = built_in("paddle-2.6").0;
    with_table.names = names;
    let folder = oracle.join("translate/programs");
    for name in self::names(&folder, "pdmodel").iter().filter(|name| name.starts_with("op_")) {
        let bytes = fs::read(folder.join(format!("{name}.pdmodel"))).expect("it is there");
        let [ours, theirs] = [&facts, &with_table].map(|facts| translated(&bytes, facts, translate, Form::Text));
        assert_eq!(ours, theirs, "{name}");
    }
}

/// The names in a C++ source with nested lists of strings.
fn read_back(text: &str) -> Names {
    let mut names = Names::default();
    for (table, list) in tables(text) {
        match table.as_str() {
            "op_name_mappings" => {
                names.ops = list.iter().map(|pair| (pair.items()[0].text(), pair.items()[1].text())).collect();
            }
            "op_arg_name_mappings" => {
                let arguments = |row: &Item| -> Arguments {
                    row.items()[1].items().iter().map(|pair| (pair.items()[0].text(), pair.items()[1].text())).collect()
                };
                names.arguments = list.iter().map(|row| (row.items()[0].text(), arguments(row))).collect();
            }
            "op_mutable_attribute_infos" => {
                let attributes = |row: &Item| {
                    let inputs = |attr: &Item| attr.items()[1].items().iter().map(Item::text).collect();
                    row.items()[1].items().iter().map(|attr| (attr.items()[0].text(), inputs(attr))).collect()
                };
                names.mutable = list.iter().map(|row| (row.items()[0].text(), attributes(row))).collect();
            }
            _ => {}
        }
    }
    names
}

/// A string, or a list in braces.
#[derive(Debug)]
enum Item {
    Text(String),
    List(Vec<Item>),
}

impl Item {
    fn text(&self) -> String {
        match self {
            Item::Text(text) => text.clone(),
            Item::List(_) => panic!("it is a list"),
        }
    }

    fn items(&self) -> &[Item] {
        match self {
            Item::Text(text) => panic!("`{text}` is a text"),
            Item::List(items) => items,
        }
    }
}

/// The lists that are assigned to variables, with the names of the variables.
fn tables(text: &str) -> Vec<(String, Vec<Item>)> {
    let mut tables = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("= {") {
        let name = before.trim_end().rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        let mut chars = behind.chars();
        let list = items(&mut chars);
        tables.push((name.to_owned(), list));
        rest = chars.as_str();
    }
    tables
}

fn items(chars: &mut std::str::Chars) -> Vec<Item> {
    let mut items = Vec::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => items.push(Item::Text(chars.by_ref().take_while(|&c| c != '"').collect())),
            '{' => items.push(Item::List(self::items(chars))),
            '}' => break,
            _ => {}
        }
    }
    items
}

/// A program with operators of many kinds, to be broken.
const PROGRAM: &str = include_str!("../translate/branches/cond.program.json");

/// Runs with tables that are read once, not once per translation.
fn with_versions(run: impl FnOnce(&[(Facts, &'static Translate); 2])) {
    thread_local! {
        static VERSIONS: [(Facts, &'static Translate); 2] = ["paddle-2.6", "paddle-3.0"].map(built_in);
    }
    VERSIONS.with(run);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn broken_programs_are_refused_in_good_order(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        length in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let mut bytes = crate::model::encoded(PROGRAM).expect("it can be encoded");
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if is_cut {
            bytes.truncate(length.index(bytes.len()));
        }
        let mut failure = None;
        with_versions(|versions| {
            for (facts, translate) in versions {
                let mut sources = Sources::default();
                let model = Model { name: "model", bytes: &bytes };
                let made = model.translate(facts, translate, Some(Form::Json), &mut sources);
                if made.text.is_some() != made.is_sound || (!made.is_sound && made.diagnostics.is_empty()) {
                    failure = Some(made.diagnostics);
                }
            }
        });
        prop_assert!(failure.is_none(), "{:?}", failure);
    }

    #[test]
    fn any_bytes_are_refused_in_good_order(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        with_versions(|versions| {
            for (facts, translate) in versions {
                translated(&bytes, facts, translate, Form::Text);
            }
        });
    }
}
