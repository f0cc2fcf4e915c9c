//! The explanations of rules: for `opgen explain`, for the index in `docs/`, for `opgen docs`, and for a test that runs the
//! examples.
//!
//! An explanation is a file `rules/CODE.md`. It has prose; a paragraph `Help: ...` of one sentence that says what to do,
//! unless every finding has its own help; the wrong examples after a line `Wrong:`; and the right ones after a line `Right:`.

use std::fmt::Write as _;

use serde::Serialize;
use source::{Catalogue, Level, Rule};

/// Rules whose codes begin with the same two digits.
pub struct Family {
    /// The first two digits of the codes.
    pub digits: &'static str,
    /// The subject of the rules, as a heading.
    pub about: &'static str,
    levels: Levels,
}

/// Where the levels of a family's rules are set.
enum Levels {
    /// In `opgen.toml`, and by options of the commands that read a project.
    Project,
    /// By options of `opgen mapping check`.
    MappingCheck,
    /// Nowhere.
    Fixed,
}

/// All families, in the order of their digits.
pub const FAMILIES: &[Family] = &[
    Family::of_project("00", "Files and YAML itself"),
    Family::of_project("01", "The shape of an entry"),
    Family::of_project("02", "The small grammars inside scalars"),
    Family::of_project("03", "Names that refer to nothing"),
    Family::of_project("04", "Kernels"),
    Family::of_project("05", "Forward and backward operators"),
    Family::of_project("06", "Compatible names, versions and lists"),
    Family::of_project("07", "Settings of rules"),
    Family::of_project("08", "Style"),
    Family { digits: "09", about: "Mapping documents", levels: Levels::MappingCheck },
    Family::of_project("10", "Operators as a framework has registered them"),
    Family { digits: "11", about: "Translating saved programs", levels: Levels::Fixed },
    Family { digits: "12", about: "Converting code", levels: Levels::Fixed },
    Family::of_project("14", "Operators and the C++ that they name"),
    Family::of_project("15", "Packages of operators"),
    Family::of_project("20", "Operators of PyTorch"),
];

impl Family {
    const fn of_project(digits: &'static str, about: &'static str) -> Self {
        Family { digits, about, levels: Levels::Project }
    }

    /// Whether a rule belongs to the family.
    pub fn has(&self, rule: Rule) -> bool {
        rule.code()[1..].starts_with(self.digits)
    }
}

/// One file of an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExampleFile<'a> {
    /// Its path in the example's project.
    pub name: &'a str,
    /// The encoding in which it is saved; UTF-8 if absent.
    pub encoding: Option<&'a str>,
    /// Its contents.
    pub text: &'a str,
}

/// The parts of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation<'a> {
    /// Paragraphs of Markdown that say what is wrong, and why.
    pub prose: &'a str,
    /// What to do, unless a finding has more specific help.
    pub help: Option<&'a str>,
    /// The files of a project that breaks the rule. Empty if the rule has no example, such as one about saved programs.
    pub wrong: Vec<ExampleFile<'a>>,
    /// The same project without the mistake.
    pub right: Vec<ExampleFile<'a>>,
}

impl Explanation<'_> {
    /// The explanation of a rule.
    pub fn of(rule: Rule) -> Explanation<'static> {
        let text = rule.text();
        let (_, examples) = text.split_once("\nWrong:\n").unwrap_or((text, ""));
        let (wrong, right) = examples.split_once("\nRight:\n").unwrap_or((examples, ""));
        Explanation { prose: rule.prose(), help: rule.help(), wrong: files(wrong), right: files(right) }
    }
}

/// The fenced code blocks of a text. The language, the file's name and its encoding follow the opening fence. A fence of four
/// backticks encloses a block that contains fences of three.
fn files(text: &str) -> Vec<ExampleFile<'_>> {
    let mut files = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("```") {
        let length = rest[start..].bytes().take_while(|byte| *byte == b'`').count();
        let (fence, block) = rest[start..].split_at(length);
        let Some((info, behind)) = block.split_once('\n') else { break };
        let end = match behind.starts_with(fence) {
            true => Some(0),
            false => behind.find(&format!("\n{fence}")).map(|end| end + 1),
        };
        let Some(end) = end else { break };
        let mut words = info.split_whitespace().skip(1);
        let (name, encoding) = (words.next().unwrap_or(""), words.next());
        files.push(ExampleFile { name, encoding, text: &behind[..end] });
        rest = &behind[end + length..];
    }
    files
}

/// All rules, one on each line.
pub fn list(catalogue: Catalogue) -> String {
    let line = |rule: &Rule| format!("{} {:<7} {}\n", rule.code(), rule.level().name(), rule.title());
    catalogue.all().iter().map(line).collect()
}

/// The explanation of a rule, as text for a terminal.
pub fn explain(rule: Rule) -> String {
    let explanation = Explanation::of(rule);
    let mut text = format!("{}[{}]: {}\n\n{}\n", rule.level().name(), rule.code(), rule.title(), explanation.prose);
    if let Some(help) = explanation.help {
        push(&mut text, format_args!("\nHelp: {help}.\n"));
    }
    for (heading, files) in [("Wrong", &explanation.wrong), ("Right", &explanation.right)] {
        // A rule about saved programs, for instance, has no examples.
        if files.is_empty() {
            continue;
        }
        push(&mut text, format_args!("\n{heading}:\n"));
        for file in files {
            push(&mut text, format_args!("\n    # {}\n", file.name));
            for line in file.text.lines() {
                let indent = if line.is_empty() { "" } else { "    " };
                push(&mut text, format_args!("{indent}{line}\n"));
            }
        }
    }
    push(&mut text, format_args!("\n{}\n", changing(rule)));
    text
}

/// An explanation as JSON.
#[derive(Serialize)]
struct JsonExplanation {
    code: &'static str,
    level: &'static str,
    title: &'static str,
    /// The subject of the rule and those with similar codes.
    family: &'static str,
    /// Whether a project may set another level.
    can_be_allowed: bool,
    /// Markdown, as is `changing`.
    explanation: &'static str,
    help: Option<&'static str>,
    changing: String,
    /// The files of a project that breaks the rule, and of the same project without the mistake.
    wrong: Vec<ExampleFile<'static>>,
    right: Vec<ExampleFile<'static>>,
}

impl JsonExplanation {
    fn of(rule: Rule) -> Self {
        let Explanation { prose, help, wrong, right } = Explanation::of(rule);
        let family = family(rule);
        JsonExplanation {
            code: rule.code(),
            level: rule.level().name(),
            title: rule.title(),
            family: family.map_or("", |family| family.about),
            can_be_allowed: rule.can_be_allowed() && !matches!(levels(rule), Levels::Fixed),
            explanation: prose,
            help,
            changing: changing(rule),
            wrong,
            right,
        }
    }
}

/// The explanation of a rule as a JSON object.
pub fn explain_as_json(rule: Rule) -> String {
    as_json(&JsonExplanation::of(rule))
}

/// The explanations of all rules as a JSON array.
pub fn list_as_json(catalogue: Catalogue) -> String {
    as_json(&catalogue.all().into_iter().map(JsonExplanation::of).collect::<Vec<_>>())
}

fn as_json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("it holds only text") + "\n"
}

/// The index of all rules as a page of Markdown. `path` is the path of a rule's own page, relative to the index.
pub fn index(catalogue: Catalogue, path: impl Fn(Rule) -> String) -> String {
    let mut page = String::from(
        "# Rules\n\n<!-- Generated from the tables of rules by `OPGEN_BLESS=1 cargo test --test catalogue`. -->\n\n\
         These are the findings of `opgen check`, `opgen mapping check`, `opgen translate` and `opgen convert`. Each code links to an\n\
         explanation, most of them with examples. `opgen explain CODE` prints the same, and `opgen docs` has a page for each rule of\n\
         `opgen check`. [checking.md](checking.md#levels) describes how to change the level of a rule and how to allow it for one operator.\n\
         An error that is marked \"may be allowed\" does not have to stop generation.\n",
    );
    for family in FAMILIES {
        push(&mut page, format_args!("\n## {}xx: {}\n\n", family.digits, family.about));
        page.push_str("| code | level | finding |\n| --- | --- | --- |\n");
        for rule in catalogue.all().into_iter().filter(|rule| family.has(*rule)) {
            let (code, title) = (rule.code(), rule.title().replace('|', "\\|"));
            push(&mut page, format_args!("| [{code}]({}) | {} | {title} |\n", path(rule), level(rule)));
        }
    }
    page
}

/// The default level of a rule, and whether an error may be allowed.
fn level(rule: Rule) -> &'static str {
    match (rule.level(), rule.can_be_allowed()) {
        (Level::Error, true) => "error, may be allowed",
        (level, _) => level.name(),
    }
}

fn family(rule: Rule) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.has(rule))
}

/// Where the level of a rule is set.
fn levels(rule: Rule) -> &'static Levels {
    family(rule).map_or(&Levels::Fixed, |family| &family.levels)
}

/// How to change the level of a rule, as a paragraph of Markdown.
pub fn changing(rule: Rule) -> String {
    let code = rule.code();
    match levels(rule) {
        Levels::Fixed => format!("The level of {code} cannot be changed."),
        _ if !rule.can_be_allowed() => {
            format!("{code} cannot be allowed, because nothing correct could be generated.")
        }
        Levels::MappingCheck => {
            format!("`opgen mapping check --allow {code}` does not report it; `--deny` and `--warn` set another level.")
        }
        Levels::Project => format!(
            "To allow it for one operator, write `# opgen: allow({code}) REASON` above its entry; for the whole project, write\n\
             `{code} = \"allow\"` under `[rules]` in opgen.toml. {}",
            match rule.level() {
                Level::Error => "`\"warn\"` makes it a warning.",
                Level::Warning | Level::Note => "`\"deny\"` makes it an error.",
            }
        ),
    }
}

fn push(text: &mut String, more: std::fmt::Arguments) {
    text.write_fmt(more).expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_taken_out_of_their_fences() {
        let found =
            files("\n```yaml a.yaml latin-1\n- a\n```\n\n```yaml b.yaml\n```\n\n````md c.md\n```\nc\n```\n````\n");
        let file = |name, encoding, text| ExampleFile { name, encoding, text };
        let expected =
            [file("a.yaml", Some("latin-1"), "- a\n"), file("b.yaml", None, ""), file("c.md", None, "```\nc\n```\n")];
        assert_eq!(found, expected);
    }
}
