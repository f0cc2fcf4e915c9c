//! The report as text: breaking changes with source lines, all other changes in one line each.

use super::{Report, by_breaks, classes};
use crate::{Change, FileDiff, OpDiff};
use source::report::{Excerpt, render_finding};

/// The whole report. The text has ANSI colours; the stream that it is written to strips them if necessary.
pub fn human(report: &Report) -> String {
    let mut text = String::new();
    for op in by_breaks(&report.diff.ops) {
        text += &operator(report, op);
    }
    if !report.diff.others.is_empty() {
        text += "other changes\n";
        text.extend(report.diff.others.iter().map(|change| self::change(report, change)));
        text.push('\n');
    }
    if !report.files.is_empty() {
        text += &files(report.files);
    }
    text + &format!("{}\n", report.summary())
}

fn operator(report: &Report, op: &OpDiff) -> String {
    let breaks = op.breaks();
    let breaks = if breaks.is_empty() { "breaks nobody".to_owned() } else { format!("breaks {}", classes(breaks)) };
    let mut text = format!("{} ({}) {}: {breaks}\n", op.name, op.family.name(), op.status.name());
    for (sign, functions) in ["-", "+"].iter().zip(&op.functions) {
        text.extend(functions.iter().map(|function| format!("  {sign} {function}\n")));
    }
    text.extend(op.changes.iter().map(|change| self::change(report, change)));
    if let Some(entry) = &op.missing {
        let yaml: String = entry.yaml.lines().map(|line| format!("    {line}\n")).collect();
        let level = report.entry_level(entry).name();
        text += &format!("\n{level}: this is not recorded in op_version; add {}:\n\n{yaml}", entry.place());
    }
    text.push('\n');
    // A block begins and ends with an empty line, but there is only one between two blocks.
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

fn change(report: &Report, change: &Change) -> String {
    let level = report.level(change);
    if change.breaks.is_empty() {
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
    let notes: Vec<String> = reasons.chain(change.notes.iter().cloned()).collect();
    format!("\n{}\n\n", render_finding(level, change.kind.name(), &change.message, &excerpts, &notes))
}

/// All patches, or a table.
fn files(files: &[FileDiff]) -> String {
    if files.iter().any(|file| file.patch.is_some()) {
        return files.iter().filter_map(|file| file.patch.clone()).collect::<String>() + "\n";
    }
    let width = files.iter().map(|file| file.path.len()).max().unwrap_or(0);
    let row = |file: &FileDiff| format!("  {:<width$}  +{} -{}\n", file.path, file.added, file.removed);
    format!("generated files\n{}\n", files.iter().map(row).collect::<String>())
}
