//! Pairs of schemas, and what PyTorch 2.11 answers about them (`FunctionSchema.is_backward_compatible_with` and
//! `check_forward_compatible_with`).

use source::file::{SourceFile, Sources};
use source::text::Text;
use source::yaml::{self, Value};
use source::{Diagnostics, report};
use torch_diff::compatible;
use torch_schema::{FunctionSchema, parse};

fn schema(text: &str) -> FunctionSchema {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let file_text = format!("func: {text}\n");
    let file = sources.add(SourceFile::new("functions.yaml".to_owned(), file_text.clone()));
    let root = yaml::parse(file, &file_text, &mut diagnostics);
    let schema = root.as_ref().and_then(|root| {
        let Value::Mapping(entries) = &root.value else { return None };
        parse::schema(Text::of(&entries.first()?.1)?, &mut diagnostics)
    });
    schema.unwrap_or_else(|| panic!("{}", report::render_all(&diagnostics, &sources)))
}

#[test]
fn answers_are_those_of_the_runtime() {
    let text = include_str!("compatible.txt");
    let mut answers = String::new();
    for pair in text.split("\n\n") {
        let lines: Vec<&str> = pair.lines().map(str::trim).collect();
        let [_, old, new] = lines[..] else { panic!("not a pair: {pair}") };
        let (before, after) = (schema(old), schema(new));
        let answer = |reason: Option<String>, name: &'static str| if reason.is_none() { name } else { "-" };
        let backward = answer(compatible::backward(&before, &after), "backward");
        let forward = answer(compatible::forward(&before, &after), "forward");
        let separator = if answers.is_empty() { "" } else { "\n" };
        answers += &format!("{separator}{backward} {forward}\n  {old}\n  {new}\n");
    }
    assert_eq!(answers, text);
}
