//! `opgen convert` never panics, turns valid Python into valid Python, and keeps every comment.
#![no_main]

use std::collections::BTreeSet;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use opgen::convert::{ImportGraph, Mapping, Marks, Options, ProjectFile, Wanted, convert, python};

fuzz_target!(|input: &[u8]| {
    static MAPPING: OnceLock<Mapping> = OnceLock::new();
    let Ok(text) = std::str::from_utf8(input) else { return };
    // Without imports, nothing would be converted.
    let text = format!("{text}\nimport torch\nfrom torch import nn\n");
    let options = Options {
        mapping: MAPPING.get_or_init(|| Mapping::built_in(Wanted::default())),
        marks: Marks::Comments,
        project_file: ProjectFile { project: &ImportGraph::default(), file: "in.py", number: None },
        helpers_module: Some("helpers"),
        is_notebook: false,
        kept_names: &BTreeSet::new(),
    };
    let (Ok(before), Ok(converted)) = (python::parse(&text), convert(&text, &options)) else { return };
    let after = python::parse(&converted.text);
    let after = after.unwrap_or_else(|error| panic!("{error:?}\n{text}\nbecame\n{}", converted.text));
    let comments = |tree: &python::Tree| -> Vec<String> {
        tree.comments.iter().map(|comment| tree.slice(comment.clone()).to_owned()).collect()
    };
    let kept = comments(&after);
    for comment in comments(&before) {
        assert!(kept.contains(&comment), "{comment} is lost\n{text}\nbecame\n{}", converted.text);
    }
});
