//! The page of each rule, and the index of all rules.

use std::collections::BTreeMap;

use manual::rules::{ExampleFile, Explanation, FAMILIES, changing};
use render::{FilePlan, value};
use serde::Serialize;
use source::{Catalogue, Rule};

use crate::findings::Findings;
use crate::frame::Frame;
use crate::prose::{self, Prose};

/// A section of the index.
#[derive(Serialize)]
struct Family {
    about: &'static str,
    rules: Vec<Row>,
}

/// A rule in the index.
#[derive(Serialize)]
struct Row {
    code: &'static str,
    href: String,
    /// The default level.
    level: &'static str,
    title: Prose,
    /// The number of findings in this project.
    number: usize,
}

#[derive(Serialize)]
struct Page {
    #[serde(flatten)]
    row: Row,
    paragraphs: Vec<Prose>,
    help: Option<Prose>,
    examples: Vec<Example>,
    /// How to change the level of the rule.
    changing: Prose,
}

/// A wrong or a right example.
#[derive(Serialize)]
struct Example {
    heading: &'static str,
    files: Vec<File>,
}

#[derive(Serialize)]
struct File {
    name: &'static str,
    text: &'static str,
}

/// The page of each rule, and the page that lists them.
pub fn plan(frame: &Frame, findings: &Findings, rules: Catalogue) -> Vec<FilePlan> {
    let counts: BTreeMap<&str, usize> =
        findings.by_rule().into_iter().map(|count| (count.rule.code(), count.number)).collect();
    let row = |rule: Rule| Row {
        code: rule.code(),
        href: path(rule),
        level: rule.level().name(),
        title: prose::of(rule.title()),
        number: counts.get(rule.code()).copied().unwrap_or_default(),
    };
    let all = rules.all();
    let of_family = |family: &manual::rules::Family| Family {
        about: family.about,
        rules: all.iter().filter(|rule| family.has(**rule)).map(|rule| row(*rule)).collect(),
    };
    let families: Vec<Family> = FAMILIES.iter().map(of_family).filter(|family| !family.rules.is_empty()).collect();
    let page =
        |rule: &Rule| frame.page(&path(*rule), "reference/rule.html.j2", "rule", value(&page(*rule, row(*rule))));
    let mut plans: Vec<FilePlan> = all.iter().map(page).collect();
    plans.push(frame.page("rules.html", "reference/rules.html.j2", "families", value(&families)));
    plans
}

/// The path of a rule's page, relative to the output folder.
fn path(rule: Rule) -> String {
    format!("rule/{}.html", rule.code())
}

fn page(rule: Rule, row: Row) -> Page {
    let Explanation { prose: text, help, wrong, right } = Explanation::of(rule);
    let file = |file: &ExampleFile<'static>| File { name: file.name, text: file.text.trim_end() };
    let example = |(heading, files): (&'static str, Vec<ExampleFile<'static>>)| Example {
        heading,
        files: files.iter().map(file).collect(),
    };
    let examples = [("Wrong", wrong), ("Right", right)].map(example);
    Page {
        row,
        paragraphs: text.split("\n\n").map(|paragraph| prose::of(&paragraph.replace('\n', " "))).collect(),
        help: help.map(prose::of),
        examples: examples.into_iter().filter(|example| !example.files.is_empty()).collect(),
        changing: prose::of(&changing(rule).replace('\n', " ")),
    }
}
