//! The report as text: either a summary, or every change, with source lines for the breaking ones.

use super::contents::{Report, by_breaks, classes, counted};
use super::files::file_list;
use super::summary::{
    APPROVED, Group, LOST, OF_VERSIONS, Row, Together, approved, groups, hand_written_op_makers, harmless, lost, named,
    named_with_old, of_versions, rows,
};
use crate::{Change, Class, OpDiff, ProgramDiff};
use source::report::{Excerpt, render_finding, render_to};
use source::{Level, count};

/// The longest line of a list of names.
const WIDTH: usize = 110;

/// Reports about more operators show only their names.
const SHOWN_OPERATORS: usize = 20;

/// The number of lines shown for each program without `--details`.
const SHOWN_LINES: usize = 6;

/// The whole report with ANSI colours, which the output stream strips if necessary.
pub fn human(report: &Report) -> String {
    let mut text = if report.details { every_change(report) } else { summary(report) };
    text += &allowances(report);
    if let Some((programs, all)) = report.programs {
        text += &self::programs(report, programs, all);
    }
    text += &file_list(report.files, report.details);
    text + &format!("{}\n", report.summary())
}

/// What breaks and why, and what the user still has to do.
fn summary(report: &Report) -> String {
    let mut text: String = Class::ALL.iter().map(|&class| breaks(report, class)).collect();
    text += &table(APPROVED, &approved(report), &[]);
    text += &table(LOST, &lost(report), &[]);
    text += &table(OF_VERSIONS, &of_versions(report), &[]);
    let by_hand = hand_written_op_makers(report);
    if !by_hand.is_empty() {
        text += "op makers that are or were written by hand; compare them with the YAML\n";
        text += &list(&by_hand);
    }
    let required = report.diff.ops.iter().filter(|op| op.missing.as_ref().is_some_and(|entry| entry.required));
    text.extend(required.map(|op| format!("{}\n", entry(report, op).trim_start())));
    let is_short = report.diff.ops.len() <= SHOWN_OPERATORS;
    text.extend(groups(report).map(|group| self::group(report, &group, is_short)));
    text + &omitted(report)
}

/// Findings about what the project allows. Allowances that only this comparison does not need are details.
fn allowances(report: &Report) -> String {
    let lowest = if report.details { Level::Note } else { Level::Warning };
    render_to(lowest, report.allowances, &report.sides.head.sources)
}

/// Operators that changed in the same way: with their declarations, or only their names.
fn group(report: &Report, group: &Group, is_short: bool) -> String {
    let heading = format!("{}\n", group.heading);
    if !is_short {
        return heading + &list(&group.ops.iter().map(|op| named_with_old(op)).collect::<Vec<_>>());
    }
    let operator = |op: &&OpDiff| {
        let place = report.place(op.base, op.head).map_or(String::new(), |place| format!(", {place}"));
        let lines = ["-", "+"]
            .iter()
            .zip(&op.functions)
            .flat_map(|(sign, functions)| functions.iter().map(move |function| format!("    {sign} {function}\n")));
        format!("  {}{place}\n", named_with_old(op)) + &lines.collect::<String>()
    };
    heading + &group.ops.iter().map(operator).collect::<String>() + "\n"
}

/// Counts what the summary omits.
fn omitted(report: &Report) -> String {
    let recorded = report.entries().filter(|entry| !entry.required).count();
    let lines: String = [
        (harmless(report), ["change breaks nobody", "changes break nobody"]),
        (recorded, ["op_version entry is only for the record", "op_version entries are only for the record"]),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, [one, several])| format!("{number} {}\n", if number == 1 { one } else { several }))
    .collect();
    if lines.is_empty() { lines } else { lines + "`--details` shows every change, with the lines of both sides\n\n" }
}

/// The changes that break a class.
fn breaks(report: &Report, class: Class) -> String {
    let denied = if report.denied.contains(&class) { ", denied" } else { "" };
    let heading = format!("breaks {class} ({}{denied})", count(report.diff.broken(class), "operator"));
    let (rows, together) = rows(report, class);
    table(&heading, &rows, &together)
}

/// Rows below a heading. The operator's name stands only before its first change. Empty if there are no rows.
fn table(heading: &str, rows: &[Row], together: &[Together]) -> String {
    if rows.is_empty() && together.is_empty() {
        return String::new();
    }
    let width = rows.iter().map(|row| row.who.len()).max().unwrap_or(0);
    let mut text = format!("{heading}\n");
    let mut last = "";
    for row in rows {
        let who = if row.who == last { "" } else { &row.who };
        let place = row.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
        text += &format!("  {who:<width$}  {}{place}\n", row.what.join("; "));
        last = &row.who;
    }
    for Together { who, what } in together {
        text += &format!("  {} ({}):\n", what, count(who.len(), "operator"));
        text += list(who).trim_end_matches('\n');
        text.push('\n');
    }
    text + "\n"
}

/// Names, wrapped to a readable width.
fn list(names: &[String]) -> String {
    let mut lines = vec![String::new()];
    for (i, name) in names.iter().enumerate() {
        let item = if i + 1 == names.len() { name.clone() } else { format!("{name},") };
        match lines.last_mut() {
            Some(line) if line.len() + item.len() < WIDTH => *line += &format!(" {item}"),
            _ => lines.push(format!(" {item}")),
        }
    }
    lines.iter().map(|line| format!(" {line}\n")).collect::<String>() + "\n"
}

fn every_change(report: &Report) -> String {
    let mut text: String = by_breaks(&report.diff.ops).into_iter().map(|op| operator(report, op)).collect();
    if !report.diff.others.is_empty() {
        text += "other changes\n";
        text.extend(report.diff.others.iter().map(|change| self::change(report, change)));
        text.push('\n');
    }
    text
}

fn operator(report: &Report, op: &OpDiff) -> String {
    let breaks = op.breaks();
    let is_approved = op.changes.iter().any(|change| !change.approved.is_empty());
    let breaks = match (breaks.is_empty(), is_approved) {
        (true, true) => "breaks only what opgen.toml allows".to_owned(),
        (true, false) => "breaks nobody".to_owned(),
        (false, _) => format!("breaks {}", classes(breaks)),
    };
    let from = op.old_name.as_ref().map_or(String::new(), |name| format!(" from {name}"));
    let mut text = format!("{} {}{from}: {breaks}\n", named(op), op.status.name());
    for (sign, functions) in ["-", "+"].iter().zip(&op.functions) {
        text.extend(functions.iter().map(|function| format!("  {sign} {function}\n")));
    }
    text.extend(op.changes.iter().map(|change| self::change(report, change)));
    text += &entry(report, op);
    text.push('\n');
    // Blocks begin and end with an empty line, which adjacent blocks share.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

/// The entry that `op_version` lacks.
fn entry(report: &Report, op: &OpDiff) -> String {
    let Some(entry) = &op.missing else { return String::new() };
    let yaml: String = entry.yaml.lines().map(|line| format!("    {line}\n")).collect();
    let (level, name) = (report.entry_level(entry).name(), &op.name);
    format!("\n{level}: the change of `{name}` is not recorded in op_version; add {}:\n\n{yaml}", entry.place())
}

fn change(report: &Report, change: &Change) -> String {
    let level = report.level(change);
    if change.breaks.is_empty() && change.approved.is_empty() {
        let place = report.place(change.base, change.head).map_or(String::new(), |place| format!(" ({place})"));
        let notes: String = change.notes.iter().map(|note| format!("; {note}")).collect();
        return format!("{}[{}]: {}{notes}{place}\n", level.name(), change.kind.name(), change.message);
    }
    let sides = [(report.sides.base, change.base, report.names[0]), (report.sides.head, change.head, report.names[1])];
    let excerpts: Vec<Excerpt> = sides
        .iter()
        .filter_map(|(project, span, text)| {
            let span = (*span)?;
            Some(Excerpt { file: project.sources.file(span.file), span, text })
        })
        .collect();
    let reasons = change.breaks.iter().map(|(class, why)| format!("{class}: {why}"));
    let approved = change.approved.iter().map(|(class, approved)| {
        let place = report.sides.head.sources.place(approved.span);
        format!("{class}: {}; allowed at {place}: {}", approved.why, approved.reason)
    });
    let notes: Vec<String> = reasons.chain(approved).chain(change.notes.iter().cloned()).collect();
    format!("\n{}\n\n", render_finding(level, change.kind.name(), &change.message, &excerpts, &notes))
}

/// Saved programs that translate differently.
fn programs(report: &Report, programs: &[ProgramDiff], all: usize) -> String {
    let mut text = format!("{}\n", counted(programs, all));
    for program in programs {
        text += &format!("  {} {}\n", program.name, program.describe());
        let shown = if report.details { program.details.len() } else { SHOWN_LINES };
        text.extend(program.details.iter().take(shown).map(|line| format!("    {line}\n")));
        if program.details.len() > shown {
            text += &format!("    and {} (`--details` shows them)\n", count(program.details.len() - shown, "line"));
        }
    }
    text + "\n"
}
