//! The report of a comparison for a framework that leaves it to others: what has changed, and whom that breaks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::bail;
use opgen::describe::{Break, BreakClass, Changed, ChangedPart, Described, Differences, Location};
use opgen::diff::{FileDiff, report};
use opgen::project::approval::Approval;
use opgen::source::Level;
use opgen::source::file::Region;
use opgen::source::report::{MAX_ANNOTATIONS, SarifResult, github_command, sarif_log};
use serde::Serialize;

/// The line for outputs of which none differs.
const SAME_FILES: &str = "no generated file differs\n";

/// Two versions that were compared.
pub struct Compared<'a> {
    /// What has changed.
    pub differences: Differences<'a>,
    /// Whom that breaks.
    pub breaks: Vec<Break>,
    /// The breaks that the project allows, with its reasons.
    pub approved: Vec<(Break, String)>,
    /// The classes of callers, in order.
    pub classes: &'static [BreakClass],
    /// The names of the classes that must not break. `None` for those that the framework denies.
    pub denied: Option<&'a BTreeSet<String>>,
    /// The generated files that differ. `None` if they were not compared.
    pub files: Option<Vec<FileDiff>>,
}

/// The report as JSON.
#[derive(Serialize)]
struct Json<'a> {
    removed: Vec<&'a str>,
    added: Vec<&'a str>,
    changed: Vec<ChangedOperator<'a>>,
    breaks: Vec<Broken<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    approved: Vec<Approved<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<&'a [FileDiff]>,
}

#[derive(Serialize)]
struct ChangedOperator<'a> {
    name: &'a str,
    place: &'a Location,
    parts: Vec<Lines<'a>>,
}

#[derive(Serialize)]
struct Lines<'a> {
    label: &'a str,
    before: &'a [&'a str],
    after: &'a [&'a str],
}

#[derive(Serialize)]
struct Broken<'a> {
    class: &'a str,
    operator: &'a str,
    reason: &'a str,
    place: &'a Location,
}

#[derive(Serialize)]
struct Approved<'a> {
    #[serde(flatten)]
    broken: Broken<'a>,
    /// Why the project allows it.
    allowed: &'a str,
}

/// Divides breaks into those that nobody has allowed and those that a project allows, with its reasons.
pub fn approved(breaks: Vec<Break>, approval: &mut Approval) -> (Vec<Break>, Vec<(Break, String)>) {
    let (mut others, mut approved) = (Vec::new(), Vec::new());
    for found in breaks {
        match approval.find(found.class, &[&found.operator]) {
            Some(at) => approved.push((found, approval.used(at).value.clone())),
            None => others.push(found),
        }
    }
    (others, approved)
}

impl Compared<'_> {
    /// True if a class breaks that must not.
    ///
    /// # Errors
    /// If the framework has no such class.
    pub fn is_denied(&self) -> anyhow::Result<bool> {
        let denied = self.denied_classes()?;
        Ok(self.breaks.iter().any(|found| denied.contains(&found.class)))
    }

    /// The names of the classes that must not break.
    fn denied_classes(&self) -> anyhow::Result<Vec<&'static str>> {
        let names = self.classes.iter().map(|class| class.name);
        if let Some(unknown) =
            self.denied.into_iter().flatten().find(|name| !names.clone().any(|known| known == **name))
        {
            bail!("unknown class `{unknown}`; the classes are {}", names.collect::<Vec<_>>().join(", "));
        }
        let is_denied = |class: &BreakClass| match self.denied {
            None => class.is_denied,
            Some(denied) => denied.contains(class.name),
        };
        Ok(self.classes.iter().filter(|class| is_denied(class)).map(|class| class.name).collect())
    }

    /// What has changed, and a paragraph for each class that breaks.
    pub fn text(&self, details: bool) -> String {
        let mut text = self.differences.text(details);
        for class in self.classes {
            let breaks: Vec<&Break> = self.breaks.iter().filter(|found| found.class == class.name).collect();
            if breaks.is_empty() {
                continue;
            }
            _ = writeln!(text, "\nbreaks {} ({}): {}", class.name, breaks.len(), class.callers);
            for Break { operator, reason, place, .. } in breaks {
                _ = writeln!(text, "  {operator}: {reason}, {place}");
            }
        }
        if self.breaks.is_empty() && !self.differences.is_empty() {
            text += "\nbreaks nobody\n";
        }
        if !self.approved.is_empty() {
            _ = writeln!(text, "\nallowed ({}):", self.approved.len());
            for (Break { class, operator, reason, place }, why) in &self.approved {
                _ = writeln!(text, "  {operator}: {reason}, {place}: breaks {class}, because {why}");
            }
        }
        match self.files.as_deref() {
            None => {}
            Some([]) => text += SAME_FILES,
            // They are only compared if that was asked for.
            Some(files) => text += &format!("\n{}", report::file_list(files, true)),
        }
        text
    }

    /// The same as a comment for a pull request.
    pub fn markdown(&self, [base, head]: [&str; 2]) -> String {
        let mut text = format!("## What changed from `{base}` to `{head}`\n\n");
        let files = match self.files.as_deref() {
            None => String::new(),
            Some([]) => format!("\n{SAME_FILES}"),
            Some(files) => format!("\n{}", report::file_table(files)),
        };
        if self.differences.is_empty() && self.breaks.is_empty() && self.approved.is_empty() {
            return text + "no operator changed\n" + &files;
        }
        for class in self.classes {
            let breaks: Vec<&Break> = self.breaks.iter().filter(|found| found.class == class.name).collect();
            let row =
                |Break { operator, reason, place, .. }: &&Break| format!("- `{operator}`: {reason} (`{place}`)\n");
            if !breaks.is_empty() {
                let rows: String = breaks.iter().map(row).collect();
                text += &format!("**breaks {}** ({}), {}:\n\n{rows}\n", class.name, breaks.len(), class.callers);
            }
        }
        if self.breaks.is_empty() {
            text += "This breaks nobody.\n\n";
        }
        if !self.approved.is_empty() {
            let row = |(Break { class, operator, reason, place }, why): &(Break, String)| {
                format!("- `{operator}`: {reason} (`{place}`), breaks {class}: {why}\n")
            };
            let rows: String = self.approved.iter().map(row).collect();
            text += &format!("**allowed** ({}):\n\n{rows}\n", self.approved.len());
        }
        let changes = self.differences.text(false);
        let (numbers, operators) = changes.split_once('\n').unwrap_or((&changes, ""));
        text + &format!("<details>\n<summary>{numbers}</summary>\n\n```text\n{operators}```\n\n</details>\n") + &files
    }

    /// The breaks as annotations of a pull request. `path` turns the name of a file into its path from the root of the repository.
    ///
    /// # Errors
    /// If the framework lacks a class that must not break.
    pub fn github(&self, path: impl Fn(&str) -> String) -> anyhow::Result<String> {
        let denied = self.denied_classes()?;
        let mut numbers: BTreeMap<Level, usize> = BTreeMap::new();
        let mut text = String::new();
        for Break { class, operator, reason, place } in &self.breaks {
            let level = if denied.contains(class) { Level::Error } else { Level::Warning };
            let number = numbers.entry(level).or_default();
            *number += 1;
            let message = format!("`{operator}`: {reason}");
            if *number <= MAX_ANNOTATIONS {
                let region = (path(&place.file), region(place));
                text += &github_command(level, Some(region), &format!("breaks {class}"), &message);
            } else {
                text += &format!("{place}: {}[breaks {class}]: {message}\n", level.name());
            }
        }
        Ok(text)
    }

    /// The breaks as a SARIF log. `path` turns the name of a file of the base (`false`) or the head (`true`) into its path from the root of
    /// the repository. An operator that is gone is at its old file, without a line.
    ///
    /// # Errors
    /// If the framework lacks a class that must not break.
    pub fn sarif(&self, path: impl Fn(&str, bool) -> String) -> anyhow::Result<String> {
        let denied = self.denied_classes()?;
        let level = |class: &str| if denied.contains(&class) { Level::Error } else { Level::Warning };
        let breaks = self.breaks.iter().map(|found| (found, None));
        let approved = self.approved.iter().map(|(found, why)| (found, Some(why.as_str())));
        let results = breaks.chain(approved).map(|(found, approved)| {
            let Break { class, operator, reason, place } = found;
            let is_gone = self.differences.removed.iter().any(|removed| removed.name == *operator);
            SarifResult {
                rule: class,
                level: level(class),
                message: format!("`{operator}`: {reason}"),
                place: Some((path(&place.file, !is_gone), (!is_gone).then(|| region(place)))),
                fingerprint: format!("{class}:{operator}:{reason}"),
                approved,
            }
        });
        let rules: Vec<(&str, &str, Level)> =
            self.classes.iter().map(|class| (class.name, class.callers, level(class.name))).collect();
        Ok(sarif_log(&rules, &results.collect::<Vec<_>>()))
    }

    /// The same as a JSON object.
    ///
    /// # Errors
    /// Never: it holds only texts and lists.
    pub fn json(&self) -> anyhow::Result<String> {
        let json = Json {
            removed: names(&self.differences.removed),
            added: names(&self.differences.added),
            changed: self.differences.changed.iter().map(changed).collect(),
            breaks: self.breaks.iter().map(broken).collect(),
            approved: self
                .approved
                .iter()
                .map(|(found, why)| Approved { broken: broken(found), allowed: why })
                .collect(),
            files: self.files.as_deref(),
        };
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }
}

/// The region of a position, which has no length.
fn region(place: &Location) -> Region {
    Region { line: place.line, column: place.column, end_line: place.line, end_column: place.column }
}

fn names<'a>(operators: &[&'a Described]) -> Vec<&'a str> {
    operators.iter().map(|operator| operator.name.as_str()).collect()
}

fn changed<'a>(Changed { operator, parts }: &'a Changed) -> ChangedOperator<'a> {
    let lines = |ChangedPart { label, before, after }: &'a ChangedPart| Lines { label, before, after };
    ChangedOperator { name: &operator.name, place: &operator.place, parts: parts.iter().map(lines).collect() }
}

fn broken(Break { class, operator, reason, place }: &Break) -> Broken<'_> {
    Broken { class, operator, reason, place }
}
