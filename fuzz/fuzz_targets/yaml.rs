//! The YAML reader: any bytes become a tree or errors, and every node has a position in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opgen::source::yaml::{self, Node, Value};
use opgen::source::{Diagnostics, Sources, Span, read};

fuzz_target!(|input: &[u8]| {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    if let Ok(id) = read::from_bytes(input.to_vec(), "input.yaml", &mut sources, &mut diagnostics) {
        let text = sources.file(id).text();
        if let Some(root) = yaml::parse(id, text, &mut diagnostics) {
            visit(&root, text);
        }
    }
    opgen_fuzz::render(&diagnostics, &sources);
});

fn visit(node: &Node, text: &str) {
    is_in(node.span, text);
    match &node.value {
        Value::Scalar(scalar) => {
            let (read, start) = scalar.grammar_text();
            if let Some(start) = start {
                let written = text.get(start as usize..start as usize + read.len());
                assert_eq!(written.map(str::len), Some(read.len()), "a grammar would point at another place");
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| visit(item, text)),
        Value::Mapping(entries) => {
            for (key, value) in entries {
                is_in(key.span, text);
                visit(value, text);
            }
        }
        Value::Rejected => {}
    }
}

fn is_in(span: Span, text: &str) {
    let place = text.get(span.start as usize..span.end as usize);
    assert!(place.is_some(), "{span:?} is no part of a text of {} bytes", text.len());
}
