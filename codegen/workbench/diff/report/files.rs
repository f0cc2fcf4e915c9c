//! The generated files that differ, in reports of any framework.

use super::super::generated::FileDiff;
use source::count;

/// For people: all patches, or a table, or only the sums. Empty without files.
pub fn file_list(files: &[FileDiff], details: bool) -> String {
    if files.is_empty() {
        return String::new();
    }
    if files.iter().any(|file| file.patch.is_some()) {
        return files.iter().filter_map(|file| file.patch.clone()).collect::<String>() + "\n";
    }
    if !details {
        let [added, removed] = sums(files);
        return format!("{}: +{added} -{removed}\n", count(files.len(), "generated file"));
    }
    let width = files.iter().map(|file| file.path.len()).max().unwrap_or(0);
    let row = |file: &FileDiff| format!("  {:<width$}  +{} -{}\n", file.path, file.added, file.removed);
    format!("generated files\n{}\n", files.iter().map(row).collect::<String>())
}

/// For a pull request: a folded table, and the folded patches. Empty without files.
pub fn file_table(files: &[FileDiff]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let row = |file: &FileDiff| {
        format!("| `{}` | {} | +{} | -{} |\n", file.path, file.status.name(), file.added, file.removed)
    };
    let rows: String = files.iter().map(row).collect();
    let [added, removed] = sums(files);
    let title = format!("generated files ({}): +{added} -{removed}", files.len());
    let table = folded(&title, &format!("| file | | added | removed |\n| --- | --- | ---: | ---: |\n{rows}\n"));
    let patch: String = files.iter().filter_map(|file| file.patch.as_deref()).collect();
    if patch.is_empty() { table } else { table + &folded("patch", &format!("{0}diff\n{patch}{0}\n\n", fence(&patch))) }
}

/// The numbers of added and of removed lines.
fn sums(files: &[FileDiff]) -> [usize; 2] {
    [files.iter().map(|file| file.added).sum(), files.iter().map(|file| file.removed).sum()]
}

/// A code fence that does not occur in the text.
fn fence(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    fence
}

/// A part of a comment that readers unfold.
pub fn folded(summary: &str, text: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{text}\n</details>\n\n")
}
