//! The table of targets in `README.md`.
//!
//! It stands between the lines `<!-- targets of PROFILE -->` and `<!-- end of targets -->`.

use profile::{Profile, built_in};

use crate::tables;

/// A row of the table.
pub struct Row {
    /// Its name, as `--target` takes it.
    pub name: &'static str,
    /// What it generates, on one line of Markdown.
    pub title: &'static str,
    /// The paths of the target's outputs.
    pub outputs: Vec<String>,
}

/// The largest number of files in a row.
const NAMED: usize = 3;

/// The page with its table brought up to date. `rows_of` returns the targets of a profile.
///
/// # Errors
/// A profile does not exist, or a table has no end; the error is its name.
pub fn renew(page: &str, rows_of: impl Fn(&Profile) -> Vec<Row>) -> Result<String, String> {
    tables::renew(page, "targets of", "end of targets", |name| Some(table(&rows_of(built_in(name)?))))
}

fn table(rows: &[Row]) -> String {
    let mut table = String::from("| target | generates | such as |\n| --- | --- | --- |\n");
    for Row { name, title, outputs } in rows {
        table += &format!("| `{name}` | {title} | {} |\n", examples(outputs));
    }
    table
}

/// The first few outputs. Runtimes, which begin with `opgen_`, are left out.
fn examples(outputs: &[String]) -> String {
    let names = outputs.iter().map(|path| path.rsplit('/').next().unwrap_or(path));
    let names = names.filter(|name| !name.starts_with("opgen_")).take(NAMED);
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
