//! Compares plans with what the functions of built frameworks do: their features, which `wheel/features.py` of the oracle reads
//! from machine code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use opgen::driver::read;
use opgen::profile::{Feature, Profile};
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::registry::{Project, Registry};
use opgen::targets;
use serde_json::Value;

use crate::distribution::yaml_with_rules;
use crate::oracle::oracle;

/// The features of each function, or the answer for each class.
type Features = BTreeMap<String, BTreeSet<String>>;

/// A release, its profile, and the file of the features that differ for a reason.
const RELEASES: [(&str, &str, &str); 2] = [
    ("paddle-3.0.0", "paddle-3.0-final", include_str!("features/paddle-3.0.0.txt")),
    ("paddle-3.3.1", "paddle-3.3", include_str!("features/paddle-3.3.1.txt")),
];

#[test]
fn features_equal_those_of_built_frameworks() {
    let Some(oracle) = oracle() else { return };
    for (release, profile, reasons) in RELEASES {
        let yaml = yaml_with_rules(&oracle, release, "features");
        let found = differences(&oracle.join(release).join("features.json"), &yaml, profile);
        let mut expected: Vec<&str> =
            reasons.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        // They are grouped by their reasons.
        expected.sort_unstable();
        assert_eq!(found.join("\n"), expected.join("\n"), "{release}");
    }
}

#[test]
fn functions_choose_communicators_where_those_of_built_frameworks_do() {
    let Some(oracle) = oracle() else { return };
    let listed = include_str!("features/communicators.txt").lines().filter(|line| !line.starts_with('#'));
    let expected: BTreeSet<String> = listed.map(str::to_owned).collect();
    for (release, profile, _) in RELEASES {
        let yaml = oracle.join(release).join("yaml");
        let registry = read_distributed(&yaml, profile).registry;
        let functions = plans("cpp_api", &["cpp_api/function.cc.j2"], &registry, registry.profile());
        let row = |plan: &Value| {
            let ring = Some(&plan["body"]["ring"]).filter(|ring| is_given(ring))?;
            Some(format!("{}{}", text(&plan["name"]), if is_given(&ring["position"]) { " makes" } else { "" }))
        };
        assert_eq!(functions.iter().filter_map(row).collect::<BTreeSet<_>>(), expected, "{release}");
    }
}

/// The groups that list only what has features.
const WITHOUT_EMPTY_ROWS: [&str; 2] = ["decomp", "spmd"];

/// A line for each row of `features.json` that differs: group, name, the framework's features, opgen's.
fn differences(features: &Path, yaml: &Path, profile: &str) -> Vec<String> {
    let text = std::fs::read_to_string(features).expect("the release has features");
    let rows: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&text).expect("it is JSON");
    let own = own_features(yaml, profile);
    let mut lines = Vec::new();
    for (group, mut own) in own {
        let mut framework = rows[group].clone();
        if WITHOUT_EMPTY_ROWS.contains(&group) {
            for name in framework.keys() {
                own.entry(name.clone()).or_default();
            }
            for name in own.keys() {
                framework.entry(name.clone()).or_default();
            }
        }
        let compared = framework.keys().filter(|name| own.contains_key(*name)).count();
        assert!(compared * 10 > framework.len() * 9, "{group}: only {compared} of {} have a plan", framework.len());
        for (name, features) in own {
            // What is not in the framework has a test of its own: `facts`.
            let Some(expected) = framework.get(&name).filter(|row| *row != "unread") else { continue };
            let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
            if expected != features {
                let words = |set: BTreeSet<String>| match set.is_empty() {
                    true => "none".to_owned(),
                    false => set.into_iter().collect::<Vec<_>>().join(" "),
                };
                lines.push(format!("{group} {name}: {} | {}", words(expected), words(features)));
            }
        }
    }
    lines.sort();
    lines
}

/// Only then do functions have rules of distribution and communicators.
fn read_distributed(yaml: &Path, profile: &str) -> Project {
    let options = Options {
        profile: Some(profile.to_owned()),
        features: vec![Feature::Distributed.name().to_owned()],
        ..Options::default()
    };
    read(&Root::Tree(yaml.to_owned()), &options).analyse()
}

fn own_features(yaml: &Path, profile: &str) -> Vec<(&'static str, Features)> {
    let project = read_distributed(yaml, profile);
    let (registry, profile) = (&project.registry, project.registry.profile());
    vec![
        ("dygraph", dygraph(registry, profile)),
        ("programs", programs(registry, profile)),
        ("vjp", vjps(registry, profile)),
        ("decomp", decompositions(registry, profile)),
        ("spmd", rules_of_distribution(registry, profile)),
        ("infer_meta", infer_meta(registry, profile)),
    ]
}

/// The plans of all items with one of these templates.
fn plans(name: &str, templates: &[&str], registry: &Registry, profile: &Profile) -> Vec<Value> {
    let parts = (target(name).plan)(registry, profile).into_iter().flat_map(|file| file.parts);
    let items = parts.filter(|part| templates.contains(&part.template)).flat_map(|part| part.items);
    let plans = items.flat_map(|item| item.plans.to_vec());
    plans.map(|plan| to_value(&plan)).collect()
}

fn target(name: &str) -> &'static targets::Target {
    targets::TARGETS.iter().find(|row| row.name == name).expect("there is such a target")
}

fn to_value(plan: &impl serde::Serialize) -> Value {
    serde_json::to_value(plan).expect("plans are data")
}

fn has(list: &Value, word: &str) -> bool {
    list.as_array().is_some_and(|list| list.iter().any(|value| value == word))
}

fn is_given(value: &Value) -> bool {
    !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty())
}

fn holding<const N: usize>(features: [(&str, bool); N]) -> BTreeSet<String> {
    features.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name.to_owned()).collect()
}

fn dygraph(registry: &Registry, profile: &Profile) -> Features {
    let functions = plans("dygraph", &["dygraph/function.cc.j2"], registry, profile);
    let features = |plan: &Value| {
        let flagged = |flag| {
            plan["inputs"].as_array().is_some_and(|inputs| inputs.iter().any(|input| has(&input["flags"], flag)))
        };
        holding([
            ("amp", has(&plan["flags"], "casts")),
            ("layout", has(&plan["flags"], "tunes_layout") || is_given(&plan["layout_attributes"])),
            ("promotes", is_given(&plan["promoted"])),
            ("autocast", flagged("autocast") || flagged("differentiable_autocast")),
            ("contiguous", flagged("contiguous") || flagged("contiguous_unless_strided")),
            ("stride_flag", flagged("contiguous_unless_strided")),
            ("copies", flagged("copied")),
            ("counts", flagged("counted")),
            ("checks", flagged("checked")),
            ("node", is_given(&plan["node"])),
        ])
    };
    let name = |plan: &Value| {
        let namespace = plan["namespace"].as_str().map_or(String::new(), |name| format!("{name}::"));
        format!("{namespace}{}_ad_func", text(&plan["name"]))
    };
    functions.iter().map(|plan| (name(plan), features(plan))).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("it is a text")
}

fn programs(registry: &Registry, profile: &Profile) -> Features {
    let functions = plans("pir_api", &["pir_api/function.cc.j2"], registry, profile);
    let mut features = Features::new();
    for plan in &functions {
        let kernels = plan["kernels"].as_array().map_or(&[][..], Vec::as_slice);
        features.entry(text(&plan["name"]).to_owned()).or_default().extend(holding([
            ("amp", is_given(&plan["amp"])),
            ("promotes", is_given(&plan["promotion"])),
            ("autocast", is_given(&plan["autocast"])),
            ("checks_type", kernels.iter().any(|kernel| checks_input(&kernel["checks"]))),
        ]));
    }
    features
}

/// Whether the data type of an input is checked, and not only that of an attribute.
fn checks_input(checks: &Value) -> bool {
    is_given(checks) && checks["check"]["kind"] != "data_type"
}

fn vjps(registry: &Registry, profile: &Profile) -> Features {
    let functions = plans("primitive", &["primitive/vjp_function.cc.j2"], registry, profile);
    let row = |plan: &Value| {
        (format!("{}_vjp", text(&plan["op"])), holding([("composite", is_given(&plan["decomposition"]))]))
    };
    functions.iter().map(row).collect()
}

/// The classes with a method for which the framework's rule is called.
fn decompositions(registry: &Registry, profile: &Profile) -> Features {
    let methods = |template: &'static str, name: &str| {
        let row = |plan: Value| (text(&plan["class"]).to_owned(), BTreeSet::from([name.to_owned()]));
        plans("decomp", &[template], registry, profile).into_iter().map(row).collect::<Vec<_>>()
    };
    let forward = methods("decomp/method.cc.j2", "Decomp");
    forward.into_iter().chain(methods("decomp/vjp_method.cc.j2", "DecompVjp")).collect()
}

/// The functions of the C++ API that take distributed tensors, and their rules.
fn rules_of_distribution(registry: &Registry, profile: &Profile) -> Features {
    let target = target("cpp_api");
    let files: Vec<Value> = (target.plan)(registry, profile).iter().map(|file| to_value(&file.context)).collect();
    let rules = files.iter().find_map(|file| file["rules"].as_array()).expect("the runtime has rules");
    let by_op: BTreeMap<&str, &str> = rules.iter().map(|rule| (text(&rule["op"]), text(&rule["function"]))).collect();
    let functions = plans("cpp_api", &["cpp_api/function.cc.j2"], registry, profile);
    let distributed = functions.iter().filter(|plan| plan["body"]["kind_of_call"] == "distributed");
    let row = |plan: &Value| {
        // Others are not among the features.
        let rule = by_op.get(text(&plan["body"]["op"])).filter(|rule| rule.contains("Infer"));
        (text(&plan["name"]).to_owned(), rule.into_iter().map(|rule| (*rule).to_owned()).collect())
    };
    distributed.map(row).collect()
}

/// The classes that call an infer meta function, and its configuration. A class that calls another's has that one's.
fn infer_meta(registry: &Registry, profile: &Profile) -> Features {
    let classes = plans("pir", &["pir/class.cc.j2"], registry, profile);
    let infers = classes.iter().filter(|class| is_given(&class["infer_meta"]));
    let by_name: BTreeMap<String, &Value> =
        infers.map(|class| (class_name(class), &class["infer_meta"]["types"])).collect();
    let call = |types: &Value| match types["kind"] == "own" {
        true => types["call"]["configured"].as_bool(),
        false => by_name.get(text(&types["class"]))?["call"]["configured"].as_bool(),
    };
    let word = |configured: bool| BTreeSet::from([if configured { "compile_time" } else { "run_time" }.to_owned()]);
    by_name.iter().filter_map(|(name, types)| Some((name.clone(), word(call(types)?)))).collect()
}

/// The class's name, with its dialect's namespace if that is not the usual one.
fn class_name(class: &Value) -> String {
    let onednn = if text(&class["operation"]).starts_with("onednn_op.") { "onednn::" } else { "" };
    format!("{onednn}{}", text(&class["name"]))
}
