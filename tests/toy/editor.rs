//! The toy in an editor: the language server knows it only by what every framework says of its names.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use lsp_server::{Connection, Message, Notification, Request};
use opgen::{driver, lsp};
use project::any::AnyFramework;
use project::nearest_root;
use project::settings::Options;
use serde_json::{Value, json};
use tempfile::TempDir;
use toy::{PROGRAM, Toy};

const THINGS: &str = "- thing : ring\n  uses : [stone]\n- thing : stone\n";

/// The root of a toy around a folder.
fn toy_around(folder: &Path, _: &Options) -> Option<(PathBuf, &'static dyn AnyFramework)> {
    nearest_root(Toy, folder, None).map(|up| (folder.join(up), &PROGRAM as &dyn AnyFramework))
}

/// An editor with one open file.
struct Editor {
    tree: TempDir,
    connection: Connection,
    last: i32,
}

impl Editor {
    fn open(text: &str) -> Self {
        let tree = tempfile::tempdir().expect("a temporary folder");
        fs::write(tree.path().join("things.yaml"), text).expect("it is writable");
        let (server, connection) = Connection::memory();
        thread::spawn(|| lsp::serve_connection(server, driver::EDITOR, toy_around, "0"));
        let mut editor = Editor { tree, connection, last: 0 };
        let root = editor.uri("");
        editor.ask("initialize", json!({"capabilities": {}, "workspaceFolders": [{"uri": root, "name": "toy"}]}));
        editor.tell("initialized", json!({}));
        let document = json!({"uri": editor.uri("things.yaml"), "languageId": "yaml", "version": 1, "text": text});
        editor.tell("textDocument/didOpen", json!({"textDocument": document}));
        editor
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.tree.path().join(name).display())
    }

    fn tell(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server runs");
    }

    /// The answer to a request, or its error.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let request = Request { id: self.last.into(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).expect("the server runs");
        loop {
            if let Message::Response(response) = self.connection.receiver.recv().expect("the server runs") {
                return response.response_result.unwrap_or_else(|error| json!(error.message));
            }
        }
    }

    /// The answer to a request about a position, from 0.
    fn at(&mut self, method: &str, [line, character]: [u32; 2], more: Value) -> Value {
        let mut params = json!({
            "textDocument": {"uri": self.uri("things.yaml")}, "position": {"line": line, "character": character},
        });
        params.as_object_mut().expect("it is one").extend(more.as_object().cloned().unwrap_or_default());
        self.ask(method, params)
    }

    /// The findings that the server shows first.
    fn shown(&self) -> Vec<String> {
        loop {
            let message = self.connection.receiver.recv().expect("the server runs");
            if let Message::Notification(Notification { method, params }) = message
                && method == "textDocument/publishDiagnostics"
            {
                let found = params["diagnostics"].as_array().expect("it is a list");
                return found.iter().map(|one| one["message"].to_string()).collect();
            }
        }
    }
}

fn starts(locations: &Value) -> Vec<String> {
    let start = |location: &Value| {
        let start = &location["range"]["start"];
        format!("{}:{}", start["line"], start["character"])
    };
    locations.as_array().expect("it is a list").iter().map(start).collect()
}

#[test]
fn names_are_explained_found_and_completed() {
    let mut editor = Editor::open(THINGS);
    let hover = editor.at("textDocument/hover", [0, 11], json!({}));
    assert_eq!(hover["contents"]["value"], "```\nring (thing), things.yaml:1:11\n  uses            stone\n```");
    let key = editor.at("textDocument/hover", [1, 3], json!({}));
    assert_eq!(key["contents"]["value"], "`uses`: the things that it uses");
    assert_eq!(starts(&editor.at("textDocument/definition", [1, 12], json!({}))), ["2:10"]);
    let with_definition = json!({"context": {"includeDeclaration": true}});
    assert_eq!(starts(&editor.at("textDocument/references", [2, 11], with_definition)), ["1:10", "2:10"]);
    let symbols =
        editor.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": editor.uri("things.yaml")}}));
    let names: Vec<&Value> = symbols.as_array().expect("it is a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["ring", "stone"]);
    let offered = editor.at("textDocument/completion", [1, 10], json!({}));
    let labels: Vec<&Value> =
        offered["items"].as_array().expect("it is a list").iter().map(|one| &one["label"]).collect();
    assert_eq!(labels, ["ring", "stone"]);
    let searched = editor.ask("workspace/symbol", json!({"query": "ston"}));
    assert_eq!(searched[0]["name"], "stone");
}

#[test]
fn a_thing_is_renamed_everywhere_unless_that_is_an_error() {
    let mut editor = Editor::open(THINGS);
    let edit = editor.at("textDocument/rename", [2, 11], json!({"newName": "gem"}));
    let edits = edit["changes"].as_object().expect("there is one file").values().next().expect("there is one file");
    assert_eq!(starts(edits), ["1:10", "2:10"]);
    assert_eq!(editor.at("textDocument/rename", [2, 11], json!({"newName": "a b"})), "`a b` is not a name");
}

#[test]
fn findings_are_shown() {
    let editor = Editor::open("- thing : ring\n  uses : [rign]\n");
    assert_eq!(editor.shown(), ["\"there is no thing `rign`\\nhelp: did you mean `ring`?\""]);
}
