//! The report as a comment for a pull request: breaking changes first, everything else folded and only with `--details`.

use super::contents::{Report, by_breaks, classes, counted};
use super::files::{file_table, folded};
use super::summary::{
    APPROVED, Group, LOST, OF_VERSIONS, Row, Together, approved, groups, hand_written_op_makers, harmless, lost,
    named_with_old, of_versions, rows,
};
use crate::{Change, Class, MissingEntry, OpDiff, ProgramDiff, RegistryDiff};
use source::{Diagnostic, Level, count};

/// Lists with more rows than this are folded.
const SHOWN: usize = 10;

/// The whole report.
pub fn markdown(report: &Report) -> String {
    let [base, head] = report.names;
    let mut text = format!("## What changed from `{base}` to `{head}`\n\n{}\n\n", report.summary());
    if let Some((programs, all)) = report.programs {
        text += &self::programs(programs, all);
    }
    if report.diff.is_empty() {
        return text + &allowances(report) + &file_table(report.files);
    }
    text += &totals(report);
    text.extend(Class::ALL.iter().map(|&class| broken(report, class)));
    text += &row_table(APPROVED, &approved(report), &[]);
    text += &allowances(report);
    text += &row_table(LOST, &lost(report), &[]);
    text += &row_table(OF_VERSIONS, &of_versions(report), &[]);
    let by_hand = hand_written_op_makers(report);
    if !by_hand.is_empty() {
        let names: Vec<_> = by_hand.iter().map(|name| format!("`{name}`")).collect();
        text += &format!(
            "**op makers that are or were written by hand**: compare them with the YAML: {}\n\n",
            names.join(", ")
        );
    }
    text += &entries(report);
    if !report.details {
        text.extend(groups(report).map(|group| self::group(report, &group)));
    }
    text += &match (report.details, harmless(report)) {
        (true, _) => every_change(report),
        (false, 0) => "`--details` shows the lines of both sides.\n\n".to_owned(),
        (false, 1) => "1 change breaks nobody; `--details` shows it.\n\n".to_owned(),
        (false, number) => format!("{number} changes break nobody; `--details` shows them.\n\n"),
    };
    text + &file_table(report.files)
}

/// Findings about what the project allows.
fn allowances(report: &Report) -> String {
    let lowest = if report.details { Level::Note } else { Level::Warning };
    let found = report.allowances.sorted().into_iter().filter(|found| found.level <= lowest);
    let item = |found: &Diagnostic| {
        let place = report.sides.head.sources.place(found.span);
        format!("- {}[{}]: {} (`{place}`)\n", found.level.name(), found.rule.code(), found.message)
    };
    let items: String = found.map(item).collect();
    if items.is_empty() { items } else { items + "\n" }
}

/// Saved programs that translate differently.
fn programs(programs: &[ProgramDiff], all: usize) -> String {
    let heading = counted(programs, all);
    if programs.is_empty() {
        return format!("{heading}.\n\n");
    }
    let row = |program: &ProgramDiff| {
        let first = program.details.first().map_or("", String::as_str);
        format!("| `{}` | {} | {} |\n", cell(&program.name), cell(program.describe()), cell(first))
    };
    let rows: String = programs.iter().map(row).collect();
    let table = format!("| program | what | first line |\n| --- | --- | --- |\n{rows}\n");
    if programs.len() > SHOWN { folded(&heading, &table) } else { format!("**{heading}**\n\n{table}") }
}

/// Operators that changed in the same way.
fn group(report: &Report, group: &Group) -> String {
    let row = |op: &&OpDiff| {
        let place = report.place(op.base, op.head).map_or(String::new(), |place| format!(" (`{place}`)"));
        format!("- {}{place}\n", named_with_old(op))
    };
    let rows: String = group.ops.iter().map(row).collect::<String>() + "\n";
    if group.ops.len() > SHOWN { folded(&group.heading, &rows) } else { format!("**{}**\n\n{rows}", group.heading) }
}

/// The changes that break a class.
fn broken(report: &Report, class: Class) -> String {
    let heading = format!("breaks {class} ({})", count(report.diff.broken(class), "operator"));
    let (rows, together) = rows(report, class);
    row_table(&heading, &rows, &together)
}

/// Rows below a heading, folded if there are many. Empty if there are none.
fn row_table(heading: &str, rows: &[Row], together: &[Together]) -> String {
    if rows.is_empty() && together.is_empty() {
        return String::new();
    }
    let row = |row: &Row| {
        let place = row.place.as_ref().map_or(String::new(), |place| format!("`{place}`"));
        format!("| {} | {} | {} |\n", cell(&row.who), cell(row.what.join("; ")), cell(place))
    };
    let common = |Together { who, what }: &Together| {
        format!("| {} | {} | {} |\n", count(who.len(), "operator"), cell(what), cell(who.join(", ")))
    };
    let cells: String = rows.iter().map(row).chain(together.iter().map(common)).collect();
    let table = format!("| operator | what | where |\n| --- | --- | --- |\n{cells}\n");
    if rows.len() > SHOWN { folded(heading, &table) } else { format!("**{heading}**\n\n{table}") }
}

/// The entries that `op_version` lacks. Optional ones are only listed with `--details`.
fn entries(report: &Report) -> String {
    let shown: Vec<_> = report.entries().filter(|entry| entry.required || report.details).collect();
    if shown.is_empty() {
        return String::new();
    }
    let entry = |entry: &&MissingEntry| {
        let needed =
            if entry.required { "programs are loaded differently, which must be recorded" } else { "for the record" };
        format!("Add {} ({needed}):\n\n```yaml\n{}```\n\n", entry.place(), entry.yaml)
    };
    format!("### Missing entries in `op_version`\n\n{}", shown.iter().map(entry).collect::<String>())
}

fn every_change(report: &Report) -> String {
    let (breaking, harmless): (Vec<_>, Vec<_>) =
        by_breaks(&report.diff.ops).into_iter().partition(|op| !op.breaks().is_empty());
    let mut text = table(report, "breaking", &breaking) + &table(report, "harmless", &harmless);
    if !report.diff.others.is_empty() {
        let items: String = report.diff.others.iter().map(|change| item(report, change)).collect();
        text += &folded(&format!("other changes ({})", report.diff.others.len()), &items);
    }
    text
}

fn totals(report: &Report) -> String {
    let diff: &RegistryDiff = report.diff;
    let row = |class: Class| {
        let denied = if report.denied.contains(&class) { "denied" } else { "allowed" };
        format!("| {class} | {} | {denied} |\n", diff.broken(class))
    };
    let rows: String = Class::ALL.map(row).concat();
    format!("| breaks | operators | |\n| --- | ---: | --- |\n{rows}\n")
}

fn table(report: &Report, title: &str, ops: &[&OpDiff]) -> String {
    if ops.is_empty() {
        return String::new();
    }
    let rows: String = ops.iter().map(|op| row(op)).collect();
    let table = format!("| operator | | breaks | what |\n| --- | --- | --- | --- |\n{rows}\n");
    let details: String = ops.iter().map(|op| details(report, op)).collect();
    let heading = format!("{title} ({})", ops.len());
    let table = if ops.len() > SHOWN { folded(&heading, &table) } else { format!("**{heading}**\n\n{table}") };
    table + &folded(&format!("{title}: details"), &details)
}

fn row(op: &OpDiff) -> String {
    let what: Vec<_> = op.changes.iter().map(|change| cell(&change.message)).collect();
    let [name, family, status] = [&op.name, op.family.name(), op.status.name()].map(cell);
    format!("| `{name}` ({family}) | {status} | {} | {} |\n", classes(op.breaks()), what.join("<br>"))
}

/// Text escaped for a table cell.
fn cell(text: impl AsRef<str>) -> String {
    text.as_ref().replace('|', "\\|").replace('\n', " ")
}

fn details(report: &Report, op: &OpDiff) -> String {
    let mut text = format!("#### `{}` ({})\n\n", op.name, op.family.name());
    if op.functions.iter().any(|functions| !functions.is_empty()) {
        text += "```diff\n";
        for (sign, functions) in ["-", "+"].iter().zip(&op.functions) {
            text.extend(functions.iter().map(|function| format!("{sign} {function}\n")));
        }
        text += "```\n\n";
    }
    text.extend(op.changes.iter().map(|change| item(report, change)));
    text + "\n"
}

fn item(report: &Report, change: &Change) -> String {
    let place = report.place(change.base, change.head).map_or(String::new(), |place| format!(" ({place})"));
    let reasons = change.breaks.iter().map(|(class, why)| format!("  - **{class}**: {why}\n"));
    let approved = change.approved.iter();
    let approved =
        approved.map(|(class, approved)| format!("  - **{class}**, allowed ({}): {}\n", approved.reason, approved.why));
    let notes = change.notes.iter().map(|note| format!("  - {note}\n"));
    let below: String = reasons.chain(approved).chain(notes).collect();
    format!("- `{}`: {}{place}\n{below}", change.kind.name(), change.message)
}
