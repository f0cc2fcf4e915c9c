//! The schemas for editors: every file that opgen accepts is valid, and files with a wrong structure are not.

use std::path::Path;
use std::process::Command;

use jsonschema::Validator;
use opgen::driver::frameworks::WITH_SHARED_MODEL;
use opgen::manual::schema;
use opgen::profile::{Holds, Input, Profile, built_in_profiles};
use serde_json::Value;

use crate::skip::skip;

/// The newest profile, which has keys and kinds that others lack.
fn newest() -> &'static Profile {
    built_in_profiles().next().expect("there is one")
}

/// The schema of a kind of file.
fn schema_of(kind: &Input) -> Value {
    schema::of(kind, &Profile::default())
}

/// The schema of all kinds.
fn schema_of_any() -> Value {
    schema::of_any(&Profile::default())
}

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).expect("it is a schema")
}

fn kind(key: &str) -> Input {
    Profile::default().input(key).unwrap_or_else(|| panic!("there is a kind `{key}`")).clone()
}

fn value(yaml: &str) -> Value {
    serde_yaml::from_str(yaml).expect("it is YAML")
}

/// The errors in a file, each with its position.
fn problems(schema: &Value, yaml: &str) -> Vec<String> {
    let problem = |error: jsonschema::ValidationError| format!("{}: {error}", error.instance_path);
    validator(schema).iter_errors(&value(yaml)).map(problem).collect()
}

/// Validates every file of a project and returns the kinds that have no files.
fn validate_all(root: &Path, profile: &Profile) -> Vec<String> {
    let any = validator(&schema::of_any(profile));
    let mut lacking = Vec::new();
    for kind in &profile.inputs {
        let Some(path) = kind.paths.iter().map(|path| root.join(path)).find(|path| path.is_file()) else {
            lacking.push(kind.key.clone());
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("it is readable");
        assert_eq!(problems(&schema::of(kind, profile), &text), [""; 0], "{}", path.display());
        assert!(any.is_valid(&value(&text)), "{}", path.display());
    }
    lacking
}

#[test]
fn the_built_in_files_are_valid() {
    let lacking = validate_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("yaml"), &Profile::default());
    // There are no built-in operators of PIR yet, and registered ones are those of an installed framework.
    assert_eq!(lacking, ["pir_ops", "pir_backward", "pir_update_ops", "cinn_ops", "primitive", "op_registry"]);
}

#[test]
fn the_frameworks_files_are_valid() {
    for (version, profile) in [("paddle-2.6.2", "paddle-2.6"), ("paddle-3.0-beta2", "paddle-3.0")] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle").join(version).join("yaml");
        if !root.is_dir() {
            skip("there is no ../shared/oracle");
            return;
        }
        let profile = opgen::profile::built_in(profile).expect("it is built in");
        // Registered operators are not part of a source tree.
        assert_eq!(validate_all(&root, profile), ["op_registry"], "{version}");
    }
}

const OP: &str = "- op: pool\n  args: (Tensor x)\n  output: Tensor(out)\n";

#[test]
fn mistakes_of_shape_are_not_valid() {
    let gradient = OP.replace("op:", "backward_op:");
    let wrong = [
        ("ops", "op: pool".to_owned()),
        ("ops", "- pool".to_owned()),
        ("ops", OP.replace("args", "arg")),
        ("ops", OP.replace("  output: Tensor(out)\n", "")),
        ("ops", OP.replace("Tensor(out)\n", "\n")),
        ("pir_ops", OP.replace("  output: Tensor(out)\n", "")),
        ("ops", OP.replace("(Tensor x)", "Tensor x")),
        ("ops", OP.replace("(Tensor x)", "[Tensor x]")),
        ("ops", format!("{OP}  kernel: pool\n")),
        ("ops", format!("{OP}  kernel: {{fun: pool}}\n")),
        ("ops", format!("{OP}  kernel: {{func: pool, params: [x]}}\n")),
        ("ops", format!("{OP}  kernel: {{func: pool, param: x}}\n")),
        ("ops", format!("{OP}  support_dygraph_mode: maybe\n")),
        ("ops", format!("{OP}  data_transform: {{skip: x}}\n")),
        ("ops", format!("{OP}  forward: pool (Tensor x) -> Tensor(out)\n")),
        ("ops", gradient.clone()),
        ("backward", gradient.clone()),
        ("op_compat", "- op: pool\n  input: {x: X}\n".to_owned()),
        ("op_compat", "- inputs: {x: X}\n".to_owned()),
        ("op_compat", "- op: pool\n  inputs: {x: [X]}\n".to_owned()),
        ("op_compat", "- op: pool\n  scalar: {size: {support_tensor: maybe}}\n".to_owned()),
        ("op_version", "- op: pool\n".to_owned()),
        ("op_version", "- op: pool\n  version:\n    - checkpoint: One.\n      actions: []\n".to_owned()),
        ("op_version", "- op: pool\n  version:\n    - checkpoint: One.\n      action: [comment: x]\n".to_owned()),
        ("op_version", "- op: pool\n  version: [{checkpoint: x, action: [{add_attr: a, add_input: b}]}]\n".to_owned()),
        ("op_version", "- op: pool\n  version: [{checkpoint: x, action: [{add_atr: a}]}]\n".to_owned()),
        ("tensor_operants", "add: true\n".to_owned()),
        ("prim_api", "- op: add\n".to_owned()),
    ];
    for (key, yaml) in wrong {
        assert!(!problems(&schema_of(&kind(key)), &yaml).is_empty(), "{key} accepts:\n{yaml}");
    }
    let right = [("ops", OP), ("pir_ops", &OP.replace("Tensor(out)\n", "\n")), ("pir_backward", &gradient)];
    for (key, yaml) in right {
        assert_eq!(problems(&schema_of(&kind(key)), yaml), [""; 0]);
    }
}

#[test]
fn mistakes_in_the_keys_of_the_newest_version_are_not_valid() {
    let schema_of = |key: &str| {
        let kind = newest().input(key).unwrap_or_else(|| panic!("there is no kind `{key}`"));
        schema::of(kind, newest())
    };
    let mut wrong = vec![
        ("ops", format!("{OP}  traits: {{pir: SideEffectTrait}}\n")),
        ("ops", format!("{OP}  interfaces: [[VjpInterface]]\n")),
        ("ops", format!("{OP}  infer_meta: {{func: F, local_shape: [out]}}\n")),
        ("ops", format!("{OP}  infer_meta: {{func: F, local_shapes: out}}\n")),
        ("ops", OP.replace("Tensor(out)\n", "\n")),
        ("update_ops", format!("{OP}  support_tensor: {{size: true}}\n")),
        ("update_ops", format!("{OP}  support_tensors: [size]\n")),
        ("onednn_ops_extra", "- extra_args: bool cached=false\n".to_owned()),
        ("onednn_ops_extra", "- op: pool\n  extra_args: [bool cached=false]\n".to_owned()),
        ("onednn_ops_extra", "- op: pool\n  data_format_tensors: {x: y}\n".to_owned()),
        ("onednn_ops_extra", "- op: pool\n  dynamic_fallback: maybe\n".to_owned()),
        ("onednn_ops_extra", "- op: pool\n  traits: {a: b}\n".to_owned()),
        ("onednn_ops_extra", "- op: pool\n  args: (Tensor x)\n".to_owned()),
    ];
    wrong.extend(newest().lists().map(|list| (list, "- op: pool\n".to_owned())));
    wrong.extend(newest().lists().map(|list| (list, "pool: true\n".to_owned())));
    for (key, yaml) in wrong {
        assert!(!problems(&schema_of(key), &yaml).is_empty(), "{key} accepts:\n{yaml}");
    }
    let mut right = vec![
        ("ops", format!("{OP}  traits: pir::SideEffectTrait, pir::OneResultTrait\n")),
        ("ops", format!("{OP}  infer_meta: {{func: F, local_shape: out, global_shape: out}}\n")),
        ("static_ops", OP.replace("Tensor(out)\n", "\n")),
        ("update_ops", format!("{OP}  support_tensor: [size, rate]\n")),
        ("onednn_ops_extra", "- op: pool\n  extra_args:\n  data_format_tensors: x, y\n".to_owned()),
        (
            "python_api_info",
            "- op: pool\n  name: [paddle.pool]\n  args_alias: {x: [input], y: a, use_default_mapping: True}\n  \
             pre_process: {func: \"Check(x)\"}\n  args_mapper: {static_func: Mapper}\n"
                .to_owned(),
        ),
    ];
    right.extend(newest().lists().map(|list| (list, "- pool\n".to_owned())));
    for (key, yaml) in right {
        assert_eq!(problems(&schema_of(key), &yaml), [""; 0], "{key}: {yaml}");
    }
}

/// For every kind of every version, the schema has exactly the keys that the reader accepts.
#[test]
fn each_kind_of_every_version_has_a_schema_of_its_own_entries() {
    let all = WITH_SHARED_MODEL.iter().flat_map(|program| program.framework.owner.built_in_profiles());
    for profile in all {
        for kind in &profile.inputs {
            let entry = match kind.holds {
                Holds::Operators(home) if home.is_backward() => {
                    OP.replace("op:", "backward_op:") + "  forward: pool (Tensor x) -> Tensor(out)\n"
                }
                Holds::Operators(_) => OP.to_owned(),
                Holds::Compat => "- op: pool (pool2d)\n".to_owned(),
                Holds::Versions => {
                    "- op: pool\n  version:\n    - checkpoint: One.\n      action: [add_input: x]\n".to_owned()
                }
                Holds::Additions => "- op: pool\n  dynamic_fallback: true\n".to_owned(),
                Holds::PythonApis => "- op: pool\n  args_alias: {x: [input], use_default_mapping: True}\n".to_owned(),
                Holds::Names => "- pool\n".to_owned(),
                Holds::Registered => {
                    "registry_order: [pool]\nforward_order: []\noperators: {pool: {kernel: [phi], proto: null}}\n"
                        .to_owned()
                }
            };
            let schema = schema::of(kind, profile);
            assert_eq!(problems(&schema, &entry), [""; 0], "{} of {}", kind.key, profile.name);
            let misspelt = entry.replacen("- op:", "- oop:", 1).replacen("- backward_op:", "- backward_oop:", 1);
            let misspelt = if misspelt == entry { "- oop: pool\n".to_owned() } else { misspelt };
            assert!(!problems(&schema, &misspelt).is_empty(), "{} of {}", kind.key, profile.name);
        }
    }
}

#[test]
fn what_the_framework_ignores_is_marked_and_valid() {
    let ignored = "- op: pool\n  extra: [x]\n  scalar: {size: {datatype: int}}\n";
    assert_eq!(problems(&schema_of(&kind("op_compat")), ignored), [""; 0]);
    let schema = schema_of(&kind("op_compat")).to_string();
    assert!(schema.contains("deprecationMessage"), "{schema}");
}

#[test]
fn the_program_prints_and_writes_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let opgen = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_opgen")).arg("schema").args(arguments).output().expect("opgen runs")
    };
    let printed: Value = serde_json::from_slice(&opgen(&["ops"]).stdout).expect("it is JSON");
    assert_eq!(printed, schema_of(&kind("ops")));
    let printed: Value = serde_json::from_slice(&opgen(&[]).stdout).expect("it is JSON");
    assert_eq!(printed, schema_of_any());
    assert!(opgen(&["--out", &folder.path().to_string_lossy()]).status.success());
    for kind in &Profile::default().inputs {
        let text = std::fs::read_to_string(folder.path().join(format!("{}.schema.json", kind.key)));
        let written: Value = serde_json::from_str(&text.expect("it was written")).expect("it is JSON");
        assert_eq!(written, schema_of(kind));
    }
    let unknown = opgen(&["something"]);
    assert_eq!(unknown.status.code(), Some(2));
    let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(
        said.starts_with("error: there is no kind of file `something`; the kinds are: ops, legacy_ops, "),
        "{said}"
    );
}
