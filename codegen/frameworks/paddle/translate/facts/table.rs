//! The table of facts as text: sections of sorted lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::Facts;

const VERSION: &str = "opgen facts for translation 1";

impl Facts {
    /// Parses a table.
    ///
    /// # Errors
    /// A line does not belong to its section. The message quotes it.
    pub fn parse(text: &str) -> Result<Facts, String> {
        let mut lines = text.lines();
        if lines.next() != Some(VERSION) {
            return Err(format!("the first line of a table must be `{VERSION}`"));
        }
        let (mut facts, mut section) = (Facts::default(), "");
        for line in lines {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(name) => section = name,
                None => {
                    facts.read_line(section, line).ok_or_else(|| format!("`{line}` does not belong in [{section}]"))?;
                }
            }
        }
        Ok(facts)
    }

    fn read_line(&mut self, section: &str, line: &str) -> Option<()> {
        let list = |text: &str| text.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        match section {
            "operations" => {
                let (name, rest) = split_operation(line);
                self.operations.insert(name.into(), rest.into());
            }
            "kernels" => {
                let (op, names) = line.split_once('=')?;
                self.kernels.insert(op.to_owned(), list(names));
            }
            "operators" => {
                let (legacy, name) = line.split_once('=')?;
                self.names.ops.insert(legacy.to_owned(), name.to_owned());
            }
            "arguments" => {
                let (op, pairs) = line.split_once(' ')?;
                let pair = |pair: &str| pair.split_once('=').map(|(name, legacy)| (name.to_owned(), legacy.to_owned()));
                let pairs = pairs.split(',').map(pair).collect::<Option<BTreeMap<_, _>>>()?;
                self.names.arguments.insert(op.to_owned(), pairs);
            }
            "carriers" => {
                let (op, rest) = line.split_once(' ')?;
                let (attribute, inputs) = rest.split_once('=')?;
                self.names.mutable.entry(op.to_owned()).or_default().insert(attribute.to_owned(), list(inputs));
            }
            "defaults" => {
                let (op, rest) = line.split_once(' ')?;
                let (attribute, default) = rest.split_once('=')?;
                self.defaults.insert((op.to_owned(), attribute.to_owned()), default.to_owned());
            }
            _ => return None,
        }
        Some(())
    }

    /// Writes the facts as a table.
    pub fn to_table(&self) -> String {
        let mut out = format!("{VERSION}\n[operations]\n");
        let mut line = |text: std::fmt::Arguments| writeln!(out, "{text}").expect("text can be written to");
        for (name, info) in &self.operations {
            line(format_args!("{name}{info}"));
        }
        line(format_args!("[kernels]"));
        for (op, names) in &self.kernels {
            line(format_args!("{op}={}", names.join(",")));
        }
        line(format_args!("[operators]"));
        for (legacy, name) in &self.names.ops {
            line(format_args!("{legacy}={name}"));
        }
        line(format_args!("[arguments]"));
        for (op, arguments) in &self.names.arguments {
            let pairs: Vec<String> = arguments.iter().map(|(name, legacy)| format!("{name}={legacy}")).collect();
            line(format_args!("{op} {}", pairs.join(",")));
        }
        line(format_args!("[carriers]"));
        for (op, attributes) in &self.names.mutable {
            for (attribute, inputs) in attributes {
                line(format_args!("{op} {attribute}={}", inputs.join(",")));
            }
        }
        line(format_args!("[defaults]"));
        for ((op, attribute), default) in &self.defaults {
            line(format_args!("{op} {attribute}={default}"));
        }
        out
    }
}

/// Splits a line into the name of an operation and its description.
pub fn split_operation(line: &str) -> (&str, &str) {
    line.split_at(line.find('(').unwrap_or(line.len()))
}

const CHANGES: &str = "changes of ";

/// The profile to whose table a text has only the changes.
pub fn base_of(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix(CHANGES)
}

/// The lines of a table, with the section of each.
fn lines(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut section = "";
    table.lines().skip(1).filter_map(move |line| {
        if line.starts_with('[') {
            section = line;
            return None;
        }
        Some((section, line))
    })
}

/// The text that turns one table into another: in each section, the lines that are gone and those that are new.
pub fn changes(base: &str, table: &str, changed: &str) -> String {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (lines(table).collect(), lines(changed).collect());
    let gone = lines(table).filter(|line| !new.contains(line)).map(|(section, line)| (section, '-', line));
    let added = lines(changed).filter(|line| !old.contains(line)).map(|(section, line)| (section, '+', line));
    let mut by_section: BTreeMap<&str, Vec<(char, &str)>> = BTreeMap::new();
    for (section, sign, line) in gone.chain(added) {
        by_section.entry(section).or_default().push((sign, line));
    }
    let mut text = format!("{CHANGES}{base}\n");
    for (section, lines) in by_section {
        writeln!(text, "{section}").expect("text can be written to");
        for (sign, line) in lines {
            writeln!(text, "{sign}{line}").expect("text can be written to");
        }
    }
    text
}

/// The table that [`changes`] describes. Its lines are not sorted.
pub fn changed(table: &str, changes: &str) -> String {
    let gone: BTreeSet<_> =
        lines(changes).filter_map(|(section, line)| Some((section, line.strip_prefix('-')?))).collect();
    let kept = lines(table).filter(|line| !gone.contains(line));
    let added = lines(changes).filter_map(|(section, line)| Some((section, line.strip_prefix('+')?)));
    let mut text = format!("{VERSION}\n");
    for (section, line) in kept.chain(added) {
        writeln!(text, "{section}\n{line}").expect("text can be written to");
    }
    text
}
