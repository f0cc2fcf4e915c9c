//! The table of facts as text: sections of sorted lines.

use std::collections::BTreeMap;
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
