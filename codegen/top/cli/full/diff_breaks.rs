//! The report of a comparison for a framework that leaves it to others: what has changed, and whom that breaks.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::bail;
use opgen::describe::{Break, BreakClass, Changed, ChangedPart, Described, Differences};
use serde::Serialize;

/// Two versions that were compared.
pub struct Compared<'a> {
    /// What has changed.
    pub differences: Differences<'a>,
    /// Whom that breaks.
    pub breaks: Vec<Break>,
    /// The classes of callers, in order.
    pub classes: &'static [BreakClass],
    /// The names of the classes that must not break. `None` for those that the framework denies.
    pub denied: Option<&'a BTreeSet<String>>,
}

/// The report as JSON.
#[derive(Serialize)]
struct Json<'a> {
    removed: Vec<&'a str>,
    added: Vec<&'a str>,
    changed: Vec<ChangedOperator<'a>>,
    breaks: Vec<Broken<'a>>,
}

#[derive(Serialize)]
struct ChangedOperator<'a> {
    name: &'a str,
    place: &'a str,
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
    place: &'a str,
}

impl Compared<'_> {
    /// True if a class breaks that must not.
    ///
    /// # Errors
    /// If the framework has no such class.
    pub fn is_denied(&self) -> anyhow::Result<bool> {
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
        let denied: Vec<&str> = self.classes.iter().filter(|class| is_denied(class)).map(|class| class.name).collect();
        Ok(self.breaks.iter().any(|found| denied.contains(&found.class)))
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
        text
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
        };
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }
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
