//! The operators of two versions, compared: which ones are new, gone or different.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Described, Part};

/// What has changed from one version to the next.
#[derive(Debug, Default)]
pub struct Differences<'a> {
    /// The operators that only the old version has.
    pub removed: Vec<&'a Described>,
    /// The operators that only the new version has.
    pub added: Vec<&'a Described>,
    /// The operators that both have, with the parts that differ.
    pub changed: Vec<Changed<'a>>,
}

/// An operator that is not the same in both versions.
#[derive(Debug)]
pub struct Changed<'a> {
    /// The operator in the new version.
    pub operator: &'a Described,
    /// The parts that differ.
    pub parts: Vec<ChangedPart<'a>>,
}

/// Something that is to be known of an operator, and differs.
#[derive(Debug)]
pub struct ChangedPart<'a> {
    /// What it is about.
    pub label: &'a str,
    /// The lines that only the old version has.
    pub before: Vec<&'a str>,
    /// The lines that only the new version has.
    pub after: Vec<&'a str>,
}

impl<'a> Differences<'a> {
    /// Compares two versions. Operators are the same if their names are; of several with one name, the first counts.
    pub fn between(old: &'a [Described], new: &'a [Described]) -> Self {
        let (before, after) = (by_name(old), by_name(new));
        let is_first = |operator: &&Described, all: &BTreeMap<&str, &Described>| {
            all.get(operator.name.as_str()).is_some_and(|first| std::ptr::eq(*first, *operator))
        };
        let mut differences = Differences::default();
        let gone = old.iter().filter(|operator| is_first(operator, &before));
        differences.removed.extend(gone.filter(|operator| !after.contains_key(operator.name.as_str())));
        for operator in new.iter().filter(|operator| is_first(operator, &after)) {
            match before.get(operator.name.as_str()) {
                None => differences.added.push(operator),
                Some(old) => {
                    let parts = changed_parts(old, operator);
                    if !parts.is_empty() {
                        differences.changed.push(Changed { operator, parts });
                    }
                }
            }
        }
        differences
    }

    /// True if the versions are the same.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty() && self.changed.is_empty()
    }

    /// A line with the numbers, then a line for each operator, and with `details` the lines of both versions.
    pub fn text(&self, details: bool) -> String {
        let Differences { removed, added, changed } = self;
        let mut text = format!("{} removed, {} added, {} changed\n", removed.len(), added.len(), changed.len());
        for (sign, operators) in [("-", removed), ("+", added)] {
            for Described { name, kind, place, .. } in operators {
                _ = writeln!(text, "{sign} {name} ({kind}), {place}");
            }
        }
        for Changed { operator: Described { name, place, .. }, parts } in changed {
            let labels: Vec<&str> = parts.iter().map(|part| part.label).collect();
            _ = writeln!(text, "~ {name}: {}, {place}", labels.join(", "));
            for ChangedPart { label, before, after } in parts.iter().filter(|_| details) {
                let of = |sign: &'static str, lines: &[&str]| {
                    lines.iter().map(|line| format!("    {sign} {label}: {}\n", line.trim_start())).collect::<String>()
                };
                text += &(of("-", before) + &of("+", after));
            }
        }
        text
    }
}

fn by_name(operators: &[Described]) -> BTreeMap<&str, &Described> {
    let mut all = BTreeMap::new();
    for operator in operators {
        all.entry(operator.name.as_str()).or_insert(operator);
    }
    all
}

fn changed_parts<'a>(old: &'a Described, new: &'a Described) -> Vec<ChangedPart<'a>> {
    let mut labels: Vec<&str> = Vec::new();
    for part in old.parts.iter().chain(&new.parts).filter(|part| part.place.is_none()) {
        if !labels.contains(&part.label.as_str()) {
            labels.push(&part.label);
        }
    }
    let lines = |of: &'a Described, label: &str| -> Vec<&'a str> {
        let parts = of.parts.iter().filter(|part| part.label == label && part.place.is_none());
        parts.flat_map(|Part { lines, .. }| lines).map(String::as_str).collect()
    };
    let changed = labels.into_iter().filter_map(|label| {
        let (before, after) = (lines(old, label), lines(new, label));
        let only = |these: &[&'a str], others: &[&str]| -> Vec<&'a str> {
            these.iter().filter(|line| !others.contains(line)).copied().collect()
        };
        // Lines in another order are a change, too.
        let [gone, new] = [only(&before, &after), only(&after, &before)];
        (before != after).then_some(ChangedPart { label, before: gone, after: new })
    });
    changed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Location;

    fn operator(name: &str, schema: &str) -> Described {
        let mut operator = Described { name: name.to_owned(), kind: "thing".to_owned(), ..Described::default() };
        operator.add("schema", vec![schema.to_owned()]);
        operator.add_place("defined", Location { file: format!("{name}.yaml"), line: 1, column: 1 });
        operator
    }

    #[test]
    fn operators_are_the_same_if_their_names_are() {
        let old = [operator("a", "a()"), operator("b", "b()"), operator("c", "c()")];
        let mut new = [operator("a", "a()"), operator("c", "c(x)"), operator("d", "d()")];
        new[0].parts[1].place = Some(Location { file: "elsewhere.yaml".to_owned(), line: 9, column: 9 });
        let text = Differences::between(&old, &new).text(true);
        let expected = "1 removed, 1 added, 1 changed\n- b (thing), :0:0\n+ d (thing), :0:0\n~ c: schema, :0:0\n    - schema: c()\n    + schema: c(x)\n";
        assert_eq!(text, expected);
        assert!(Differences::between(&old, &old).is_empty());
    }
}
