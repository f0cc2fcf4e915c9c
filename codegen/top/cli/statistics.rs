//! `opgen check --statistics`: the number of findings of each rule.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use opgen::project::any::AnyProject;
use opgen::source::{Diagnostic, Diagnostics, Level, Rule, report};
use serde::Serialize;

use super::output;

/// The findings of a rule at one level.
#[derive(Serialize)]
struct Row {
    code: &'static str,
    level: &'static str,
    title: &'static str,
    count: usize,
    /// How many of them `--fix` corrects.
    fixable: usize,
    /// How many only `--unsafe-fixes` corrects.
    unsafe_fixable: usize,
}

/// The most frequent rules first, as text. Empty if there are no findings from level `lowest` up, and only errors are wanted.
pub fn human(project: &dyn AnyProject, lowest: Level) -> String {
    let diagnostics = &project.diagnostics;
    let rows = rows(diagnostics, lowest);
    if rows.is_empty() {
        return if lowest == Level::Error { String::new() } else { output::no_findings(project) };
    }
    let width = rows.iter().map(|row| row.count.to_string().len()).max().unwrap_or(0);
    let line = |Row { code, level, title, count, fixable, unsafe_fixable }: &Row| {
        let by = |number: usize, option: &str| format!("{number} with `{option}`");
        let fixes = [(*fixable, "--fix"), (*unsafe_fixable, "--unsafe-fixes")];
        let fixes: Vec<_> = fixes.iter().filter(|(number, _)| *number > 0).map(|(n, option)| by(*n, option)).collect();
        let fixes = if fixes.is_empty() { String::new() } else { format!(" (fixes: {})", fixes.join(", ")) };
        format!("{count:>width$}  {code}  {level:<7}  {title}{fixes}\n")
    };
    let lines: String = rows.iter().map(line).collect();
    format!("{lines}{}{}\n", report::summary(diagnostics, lowest), output::known(project))
}

/// The same as a JSON array, with notes.
pub fn json(diagnostics: &Diagnostics) -> String {
    serde_json::to_string_pretty(&rows(diagnostics, Level::Note)).expect("it holds only text and numbers") + "\n"
}

fn rows(diagnostics: &Diagnostics, lowest: Level) -> Vec<Row> {
    let mut by_rule: BTreeMap<(Rule, Level), Vec<&Diagnostic>> = BTreeMap::new();
    for found in diagnostics.sorted().into_iter().filter(|found| found.level <= lowest) {
        by_rule.entry((found.rule, found.level)).or_default().push(found);
    }
    let row = |((rule, level), found): ((Rule, Level), Vec<&Diagnostic>)| {
        let fixes = |certain: bool| found.iter().filter(|found| has_fix(found, certain)).count();
        let (fixable, unsafe_fixable) = (fixes(true), fixes(false));
        Row { code: rule.code(), level: level.name(), title: rule.title(), count: found.len(), fixable, unsafe_fixable }
    };
    let mut rows: Vec<Row> = by_rule.into_iter().map(row).collect();
    rows.sort_by_key(|row| Reverse(row.count));
    rows
}

fn has_fix(found: &Diagnostic, certain: bool) -> bool {
    found.fix.as_ref().is_some_and(|fix| fix.certain == certain)
}
