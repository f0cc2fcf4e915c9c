//! A short session of an editor, as the bytes that the language server reads.

use std::path::Path;

use serde_json::{Value, json};

use super::ops;

/// Opens the files of a tree, asks about them, edits one, and ends.
pub fn session(tree: &Path) -> String {
    let uri = |name: &str| format!("file://{}/{name}", tree.display());
    let document = |name: &str| json!({ "uri": uri(name) });
    let (start, end) = (json!({"line": 0, "character": 8}), json!({"line": 7, "character": 0}));
    let everything = json!({"start": {"line": 0, "character": 0}, "end": end});
    let at = |name: &str| json!({"textDocument": document(name), "position": start});
    let actions = json!({"textDocument": document("ops.yaml"), "range": everything, "context": {"diagnostics": []}});
    let capabilities = json!({
        "textDocument": {"publishDiagnostics": {"codeDescriptionSupport": true}},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    });
    let opened = |name: &str, language: &str, text: &str| {
        let item = json!({"uri": uri(name), "languageId": language, "version": 1, "text": text});
        ("textDocument/didOpen", json!({ "textDocument": item }))
    };
    let changed = json!({
        "textDocument": {"uri": uri("ops.yaml"), "version": 2},
        "contentChanges": [{"range": everything, "text": ops()}],
    });
    let notifications_and_requests = [
        ("initialized", json!({})),
        opened("ops.yaml", "yaml", &ops()),
        opened("kernel.cc", "cpp", "void FooKernel();\n"),
        ("textDocument/hover", at("ops.yaml")),
        ("textDocument/definition", at("ops.yaml")),
        ("textDocument/references", at("ops.yaml")),
        ("textDocument/completion", at("ops.yaml")),
        ("textDocument/codeAction", actions.clone()),
        ("textDocument/codeLens", json!({"textDocument": document("ops.yaml")})),
        ("textDocument/diagnostic", json!({"textDocument": document("ops.yaml")})),
        ("textDocument/rename", json!({"textDocument": document("ops.yaml"), "position": start, "newName": "bar"})),
        ("workspace/symbol", json!({"query": "foo"})),
        ("textDocument/didChange", changed),
        ("textDocument/codeAction", actions),
        ("textDocument/formatting", json!({"textDocument": document("ops.yaml"), "options": {"tabSize": 2}})),
        ("shutdown", Value::Null),
        ("exit", Value::Null),
    ];
    let begin = json!({"processId": null, "rootUri": uri(""), "capabilities": capabilities});
    let all = std::iter::once(("initialize", begin)).chain(notifications_and_requests);
    all.enumerate().map(|(id, (method, params))| message(id, method, &params)).collect()
}

const NOTIFICATIONS: [&str; 4] = ["initialized", "exit", "textDocument/didOpen", "textDocument/didChange"];

fn message(id: usize, method: &str, params: &Value) -> String {
    let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
    if !NOTIFICATIONS.contains(&method) {
        message["id"] = json!(id);
    }
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}
