//! The examples in the pages of rules: the wrong one breaks its rule and no other, the right one breaks none.

use std::fs;
use std::path::Path;

use project::Root;
use source::Rule;
use source::report;
use torch_registry::{Inputs, Project};

/// The rooms of this framework, whose pages have examples of its files.
const ROOMS: [&[Rule]; 4] =
    [torch_schema::rules::ALL, torch_spec::rules::ALL, torch_registry::rules::ALL, torch_check::rules::ALL];

/// The files in fenced blocks of a language: names and texts.
fn files<'a>(text: &'a str, language: &str) -> Vec<(&'a str, &'a str)> {
    let file = |block| {
        let (name, rest) = str::split_once(block, '\n').expect("a name ends with the line");
        (name, rest.split("```").next().unwrap_or_default())
    };
    text.split(&format!("```{language} ")).skip(1).map(file).collect()
}

fn checked(text: &str) -> Project {
    let files_of = |language| files(text, language);
    let files = [files_of("yaml"), files_of("python")].concat();
    let key =
        |name: &'static str| move |(file, text): &(&str, &str)| (*file == name).then(|| (name, (*text).to_owned()));
    let kinds = [
        "version.txt",
        "tags.yaml",
        "native_functions.yaml",
        "derivatives.yaml",
        "deprecated.yaml",
        "backend_functions.yaml",
        "fallback_ops.py",
    ];
    let mut texts = Vec::new();
    for kind in kinds {
        texts.extend(files.iter().filter_map(key(kind)));
    }
    assert_eq!(texts.len(), files.len(), "every file is read");
    let texts = texts.iter().map(|(name, text)| (Path::new(name).file_stem(), *name, text.as_bytes()));
    let texts = texts.map(|(stem, name, text)| (stem.and_then(|stem| stem.to_str()).unwrap_or(name), name, text));
    let root = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files_of("cpp") {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let root = Root::Tree(root.path().to_owned());
    let project = Inputs::from_texts(texts, torch_check::PROGRAM).link();
    project.analyse_with(|project| torch_kernels::check(project, &root, None))
}

fn exceptions(is_exception: impl Fn(Rule, &str, &str) -> Option<String>) -> String {
    let mut found = String::new();
    for rule in ROOMS.iter().copied().flatten() {
        // A rule about whole trees has no short example.
        let Some((wrong, right)) = rule.text().split_once(
            "
Right:
",
        ) else {
            continue;
        };
        found.extend(is_exception(*rule, wrong, right).map(|text| format!("{}:\n{text}\n", rule.code())));
    }
    found
}

#[test]
fn wrong_examples_break_their_rule() {
    let exceptions = exceptions(|rule, wrong, _| {
        let project = checked(wrong);
        let codes: Vec<_> = project.review.diagnostics.sorted().iter().map(|found| found.rule.code()).collect();
        let is_right = codes.contains(&rule.code()) && codes.iter().all(|code| *code == rule.code());
        (!is_right).then(|| report::render_all(&project.review.diagnostics, &project.review.sources))
    });
    assert!(exceptions.is_empty(), "{exceptions}");
}

#[test]
fn right_examples_break_no_rule() {
    let exceptions = exceptions(|_, _, right| {
        let project = checked(right);
        (!project.review.diagnostics.is_empty())
            .then(|| report::render_all(&project.review.diagnostics, &project.review.sources))
    });
    assert!(exceptions.is_empty(), "{exceptions}");
}
