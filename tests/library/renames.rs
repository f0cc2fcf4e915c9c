//! Renames operators of the real YAML with the language server. Saved programs must still load, no other operator may change, and
//! the renamed one must keep what the profile gives it by its name.
//!
//! `OPGEN_ALL_RENAMES=1` renames every operator, which takes minutes. Otherwise there is a sample.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use opgen::diff::{self, Class, Kind, RegistryDiff, Sides};
use opgen::driver::{load, read};
use opgen::profile::Graph;
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::registry::{OpId, Project};
use opgen::source::Level;
use opgen::source::read::Unsaved;
use opgen::spec::Op;
use serde_json::{Value, json};

use crate::oracle::oracle;

const VERSIONS: [&str; 3] = ["paddle-2.6.2", "paddle-3.0-beta2", "paddle-3.3.1"];

/// Warnings that a rename must not cause. Others guess the meaning of functions from the names of operators.
const LOST: [&str; 5] = ["W0606", "W0610", "W0613", "W0619", "W0622"];

/// The number of renames of a tree in the sample.
const SAMPLE: usize = 25;

/// A running language server.
struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
}

impl Server {
    fn start(root: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_opgen"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("opgen runs");
        let input = process.stdin.take().expect("it is piped");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut server = Server { process, input, output, requests: 0 };
        let edit = json!({"documentChanges": true, "resourceOperations": ["create"]});
        let capabilities = json!({"workspace": {"workspaceEdit": edit}});
        let params = json!({"processId": null, "rootUri": uri(root), "capabilities": capabilities});
        server.request("initialize", params).expect("it initialises");
        server.send(json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
        server
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("the server answers");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("the server answers");
        serde_json::from_slice(&text).expect("JSON")
    }

    /// The result of a request, or the message of the error.
    fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        let id = self.requests;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == json!(id) && message.get("method").is_none() {
                return match message["error"]["message"].as_str() {
                    Some(error) => Err(error.to_owned()),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The byte offset of a position.
fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().expect("a number") as usize;
    let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    let mut left = number("character");
    let of_line = text[start..].char_indices().find(|(_, c)| {
        let is_there = left == 0;
        left = left.saturating_sub(c.len_utf16());
        is_there
    });
    start + of_line.map_or(text.len() - start, |(at, _)| at)
}

/// Changed texts of files.
type Texts = BTreeMap<PathBuf, Arc<str>>;

/// The changed texts after an edit of the workspace.
fn texts_after(edit: &Value, before: &Texts) -> Texts {
    let mut texts = before.clone();
    for change in edit["documentChanges"].as_array().expect("there are changes") {
        let Some(edits) = change["edits"].as_array() else { continue };
        let path = change["textDocument"]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://"));
        let path = PathBuf::from(path.expect("the URI of a file"));
        let on_disk = || std::fs::read_to_string(&path).unwrap_or_default();
        let mut text = before.get(&path).map_or_else(on_disk, |text| text.to_string());
        let place = |edit: &Value| [&edit["range"]["start"], &edit["range"]["end"]].map(|place| offset(&text, place));
        let mut edits: Vec<_> =
            edits.iter().map(|edit| (place(edit), edit["newText"].as_str().unwrap_or(""))).collect();
        edits.sort_unstable();
        for ([start, end], new) in edits.into_iter().rev() {
            text.replace_range(start..end, new);
        }
        texts.insert(path, text.into());
    }
    texts
}

impl Server {
    /// The texts after a rename of the operator at a place, if the server does not refuse it.
    fn rename(&mut self, place: &Value, new: &str, before: &Texts) -> Result<Texts, String> {
        let mut params = place.clone();
        params["newName"] = json!(new);
        Ok(texts_after(&self.request("textDocument/rename", params)?, before))
    }

    fn open(&mut self, texts: &Texts) {
        for (path, text) in texts {
            let document = json!({"uri": uri(path), "languageId": "yaml", "version": 1, "text": &**text});
            self.notify("textDocument/didOpen", json!({"textDocument": document}));
        }
    }

    fn close(&mut self, texts: &Texts) {
        for path in texts.keys() {
            self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri(path)}}));
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }
}

/// The operators of a tree before a rename.
struct Before {
    root: PathBuf,
    project: Project,
}

impl Before {
    /// What is wrong after a rename of an operator.
    fn problems_after(&self, id: OpId, texts: &Texts) -> Vec<String> {
        let Before { root, project: base } = self;
        let options = Options { unsaved: Unsaved::new(texts.clone()), ..Options::default() };
        let head = read(&Root::Tree(root.clone()), &options).analyse();
        let mut wrong = Vec::new();
        if head.diagnostics.count(Level::Error) > 0 {
            wrong.push(format!("{:?}", head.diagnostics.sorted().first().map(|found| &found.message)));
        }
        let lost = LOST.iter().filter(|code| count(&head, code) > count(base, code));
        wrong.extend(lost.map(|code| format!("a new {code}")));
        wrong.extend(problems(&diff::compare(Sides { base, head: &head, users: None }), &family(base, id)));
        wrong
    }
}

/// What is wrong with a rename.
fn problems(found: &RegistryDiff, renamed: &BTreeSet<&str>) -> Vec<String> {
    let follows = [Kind::ImplementationChanged, Kind::BackwardChanged, Kind::ForwardChanged, Kind::Compat];
    let mut problems = Vec::new();
    for op in &found.ops {
        let was = op.old_name.as_ref().unwrap_or(&op.name);
        for change in &op.changes {
            let is_lost = matches!(change.kind, Kind::ProfileList | Kind::Inheritance);
            let is_other = !renamed.contains(was.as_str()) && !follows.contains(&change.kind);
            if change.breaks.contains_key(&Class::Model) || is_lost || is_other {
                problems.push(format!("{was} [{}]: {} {:?}", change.kind.name(), change.message, change.breaks));
            }
        }
    }
    problems
}

/// The number of findings of a rule.
fn count(project: &Project, code: &str) -> usize {
    project.diagnostics.sorted().iter().filter(|found| found.rule.code() == code).count()
}

/// The names of an operator and of its gradients, in whichever files they are: entries of a name describe one operator, except in
/// files of another kind.
fn family(project: &Project, id: OpId) -> BTreeSet<&str> {
    let registry = &project.registry;
    let kind = |id: OpId| {
        let family = registry.op(id).home.family();
        family.has_program_names() || family.graph() == Graph::Pir
    };
    let names =
        ["", "_grad", "_double_grad", "_triple_grad"].map(|ending| format!("{}{ending}", registry.op(id).stem()));
    let is_same =
        |other: &OpId| kind(*other) == kind(id) && names.iter().any(|name| registry.op(*other).stem() == name);
    let same = registry.ops().map(|(id, _)| id).filter(is_same);
    let all = same.flat_map(|id| registry.grad_chain(id).into_iter().chain([id]));
    all.map(|id| registry.op(id).name.as_str()).collect()
}

/// A new name of an operator. The framework recognises gradients by the end of their names.
fn with_word(op: &Op, word: &str) -> String {
    let (stem, ending) = op.stem().split_at(op.stem().find("_grad").unwrap_or(op.stem().len()));
    format!("{stem}_{word}{ending}{}", if op.name.value.ends_with('_') { "_" } else { "" })
}

#[test]
fn a_renamed_operator_keeps_its_programs_and_what_the_profile_gives_it() {
    let Some(oracle) = oracle() else { return };
    for version in VERSIONS {
        let root = oracle.join(version).join("yaml").canonicalize().expect("it is there");
        let before = Before { project: load(&Root::Tree(root.clone())), root };
        let base = &before.project;
        let mut server = Server::start(&before.root);
        let ops: Vec<OpId> = base.registry.ops().map(|(id, _)| id).collect();
        let step = if std::env::var_os("OPGEN_ALL_RENAMES").is_some() { 1 } else { ops.len() / SAMPLE };
        let (mut wrong, mut refused, mut done) = (Vec::new(), BTreeMap::<String, Vec<&str>>::new(), 0);
        for &id in ops.iter().step_by(step) {
            let op = base.registry.op(id);
            let place = base.sources.region(op.name.span);
            let file = before.root.join(base.sources.file(op.name.span.file).name());
            let name = op.name.as_str();
            let position = json!({"line": place.line - 1, "character": place.column - 1});
            let place = json!({"textDocument": {"uri": uri(&file)}, "position": position});
            let texts = match server.rename(&place, &with_word(op, "first"), &Texts::new()) {
                Ok(texts) => texts,
                Err(why) => {
                    refused.entry(why.replace(op.stem(), "OP")).or_default().push(name);
                    continue;
                }
            };
            done += 1;
            wrong.extend(before.problems_after(id, &texts).into_iter().map(|problem| format!("{name}: {problem}")));
            let settings = before.root.join("opgen.toml");
            if !texts.contains_key(&settings) {
                continue;
            }
            // The lists that the project has now are renamed, too.
            server.open(&texts);
            match server.rename(&place, &with_word(op, "second"), &texts) {
                Ok(twice) => {
                    let problems = before.problems_after(id, &twice);
                    wrong.extend(problems.into_iter().map(|problem| format!("{name}, a second time: {problem}")));
                    let stale = twice[&settings].lines().filter(|line| line.contains("first"));
                    wrong.extend(stale.map(|line| format!("{name}, a second time: left is {line}")));
                }
                Err(why) => wrong.push(format!("{name}, a second time: {why}")),
            }
            server.close(&texts);
        }
        for (why, names) in &refused {
            eprintln!("{version}: refused {} ({}): {why}", names.len(), names.join(" "));
        }
        eprintln!("{version}: {done} renamed");
        assert!(wrong.is_empty(), "{version}: {} problems\n{}", wrong.len(), wrong.join("\n"));
        assert!(done > refused.values().map(Vec::len).sum::<usize>(), "{version}: most operators can be renamed");
    }
}
