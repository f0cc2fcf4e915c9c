//! Templates in torchgen's syntax, and what its file manager does, compared with what torchgen itself made.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use minijinja::value::{Serde, Value as Given};
use opgen::render::torchgen_shards::shard_of;
use opgen::render::{Cause, Syntax, Templates};
use serde_json::Value;

fn read(name: &str) -> Option<Value> {
    let text = fs::read_to_string(crate::oracle::oracle()?.join("codetemplate").join(name)).expect("it is there");
    Some(serde_json::from_str(&text).expect("it is JSON"))
}

#[test]
fn templates_become_what_torchgen_makes_of_them() {
    let Some(cases) = read("cases.json") else { return };
    let templates = Templates::new(&[]);
    for case in cases["cases"].as_array().expect("there are cases") {
        let template = case["template"].as_str().expect("it is text");
        let mut values = case["env"].as_object().expect("there are values").clone();
        values.extend(case["override"].as_object().cloned().unwrap_or_default());
        let values = Given::from(Serde(values));
        for (release, syntax) in [("expected", Syntax::CodeTemplate), ("expected_2_1", Syntax::CodeTemplate2_1)] {
            let expected = case.get(release).unwrap_or(&case["expected"]);
            match templates.render_in(syntax, "template", template, &values) {
                Ok(text) => assert_eq!(expected["text"], text.as_str(), "{} as {}", case["id"], syntax.name()),
                Err(Cause::Missing(missing)) => {
                    assert_eq!(expected["missing"], missing.name.as_str(), "{}", case["id"]);
                }
                Err(cause) => panic!("{}: {cause}", case["id"]),
            }
        }
    }
}

#[test]
fn keys_are_in_the_shards_of_torchgen() {
    let Some(facts) = read("filemanager.json") else { return };
    for hash in facts["hashes"].as_array().expect("there are hashes") {
        let key = hash["key"].as_str().expect("it is text");
        for (count, shard) in hash["shards"].as_object().expect("there are shards") {
            let count: usize = count.parse().expect("it is a number");
            assert_eq!(shard_of(key, count).map(|shard| shard as u64), shard.as_u64(), "{key} of {count}");
        }
    }
}

/// Cases that opgen has no counterpart of: a target always has a template, and naming a list declares it.
const NO_COUNTERPART: [&str; 2] = ["env is text", "sharded, undeclared key"];

/// A project with a target for each file that a run writes.
struct Project {
    folder: tempfile::TempDir,
    targets: String,
    /// The keys of the operators.
    keys: Vec<String>,
}

impl Project {
    fn of(run: &Value) -> Project {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in run["templates"].as_object().expect("there are templates") {
            let path = folder.path().join("t").join(name);
            fs::create_dir_all(path.parent().expect("it is below")).expect("it is writable");
            fs::write(path, text.as_str().expect("it is text")).expect("it is writable");
        }
        let mut project = Project { folder, targets: String::new(), keys: Vec::new() };
        for (at, op) in run["ops"].as_array().expect("there are operations").iter().enumerate() {
            project.add(at, op);
        }
        project.write();
        project
    }

    fn add(&mut self, at: usize, op: &Value) {
        let text = |key: &str| op[key].as_str().unwrap_or_default().to_owned();
        let template = if op["op"] == "write_sharded" { text("filename") } else { text("template") };
        let header = format!(
            "\n[[target]]\nname = \"t{at}\"\nsyntax = \"code-template\"\ntemplate = \"{template}\"\noutput = \"{}\"\n",
            text("filename")
        );
        let table = |name: &str, entries: &Value| {
            let entry = |(key, value): (&String, &Value)| format!("{key} = '''{value}'''\n");
            let entries: String = entries.as_object().into_iter().flatten().map(entry).collect();
            if entries.is_empty() { String::new() } else { format!("[target.{name}]\n{entries}") }
        };
        match op["op"].as_str() {
            Some("write_with_template") => self.targets += &(header + &table("values", &op["env"])),
            Some("write_sharded") => {
                let items = op["items"].as_array().expect("there are items");
                self.keys = items.iter().map(|item| item["key"].as_str().unwrap_or_default().to_owned()).collect();
                let of_op = |what: &str| {
                    format!(
                        "'''{{{}}}[op.name]'''",
                        items
                            .iter()
                            .enumerate()
                            .map(|(at, item)| format!(
                                "\"o{at}\": {}",
                                item.pointer(what).unwrap_or(&Value::Array(Vec::new()))
                            ))
                            .collect::<Vec<_>>()
                            .join(", ")
                    )
                };
                let lists = op["sharded_keys"].as_array().expect("there are keys");
                let lists = lists.iter().map(|list| list.as_str().unwrap_or_default());
                let lists: String =
                    lists.map(|list| format!("{list} = {}\n", of_op(&format!("/env/{list}")))).collect();
                self.targets += &format!(
                    "{header}shards = \"{}\"\nshard_key = {}\n{}[target.sharded]\n{lists}",
                    op["num_shards"],
                    of_op("/key"),
                    table("values", &op["base_env"])
                );
            }
            _ => {}
        }
    }

    fn write(&self) {
        let op = |at: usize| {
            format!(
                "- op : o{at}\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : o{at}\n"
            )
        };
        let ops: String = (0..self.keys.len().max(1)).map(op).collect();
        // Without items, there are still operators, but they add nothing.
        let targets = if self.keys.is_empty() {
            self.targets.replace("'''{}[op.name]'''", "'''[]'''")
        } else {
            self.targets.clone()
        };
        fs::write(self.folder.path().join("ops.yaml"), ops).expect("it is writable");
        fs::write(self.folder.path().join("opgen.toml"), format!("templates = \"t\"\n{targets}"))
            .expect("it is writable");
    }

    fn generate(&self, arguments: &[&str]) -> Output {
        let targets = self.targets.matches("[[target]]").count();
        let names = (0..targets).flat_map(|at| ["--target".to_owned(), format!("t{at}")]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.args(["generate", "--root", ".", "--out", "o"]).args(names).args(arguments);
        command.current_dir(self.folder.path()).output().expect("opgen runs")
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.path().join("o").join(name)).ok()
    }
}

#[test]
fn files_are_those_of_the_file_manager() {
    let Some(facts) = read("filemanager.json") else { return };
    for run in facts["runs"].as_array().expect("there are runs") {
        let name = run["name"].as_str().expect("it is text");
        if NO_COUNTERPART.contains(&name) {
            continue;
        }
        let project = Project::of(run);
        let is_dry = run["dry_run"] == true;
        let output = project.generate(if is_dry { &["--dry-run"] } else { &[] });
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), run["error"].is_null(), "{name}: {said}");
        if !output.status.success() {
            assert!(!Path::new(&project.folder.path().join("o")).exists(), "{name}: nothing is written after an error");
            continue;
        }
        for (file, text) in run["files"].as_object().expect("there are files") {
            if file != "list.cmake" {
                assert_eq!(project.text(file).as_deref(), text.as_str(), "{name}: {file}");
            }
        }
        let listed = project.generate(&[
            "--list-outputs",
            "--output-dependencies",
            "list.cmake",
            "--output-variable",
            "my_outputs",
        ]);
        let mut listed: Vec<String> =
            String::from_utf8_lossy(&listed.stdout).lines().map(|line| format!("DIR/o/{line}")).collect();
        listed.sort();
        assert_eq!(run["filenames"], Value::from(listed), "{name}");
        if let Some(expected) = run["files"].get("list.cmake").and_then(Value::as_str) {
            let list = fs::read_to_string(project.folder.path().join("list.cmake")).expect("it is written");
            assert_eq!(list, expected.replace("DIR/", ""), "{name}");
        }
    }
}
