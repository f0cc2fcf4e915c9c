//! Target `rust`: one file for Cargo users, a table of every operator and what finds a row in it.

mod layout;
mod row;
mod types;
mod value;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use profile::Profile;
use registry::{OpId, Registry};
use row::Row;

#[derive(Debug, Serialize)]
struct RustPlan<'a> {
    banner: &'a str,
    /// Everything but the tables.
    code: &'a str,
    /// How many rows there are, sorted by name and world.
    count: usize,
    /// Places of the rows, sorted by legacy name.
    by_legacy_name: Vec<usize>,
}

/// A row of the table.
#[derive(Serialize)]
struct RowPlan {
    line: String,
}

/// Plans the one file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(section) = &profile.rust else { return Vec::new() };
    let mut ids: Vec<OpId> = registry.ops().map(|(id, _)| id).collect();
    ids.sort_by_key(|&id| (registry.op(id).name.as_str(), registry.op(id).home.family().order()));
    let rows: Vec<Row> = ids.into_iter().map(|id| Row::new(registry, profile, id)).collect();
    let mut by_legacy_name: Vec<usize> = (0..rows.len()).collect();
    by_legacy_name.sort_by_key(|&at| &rows[at].legacy_name);
    let code = types::items(profile);
    let plan = RustPlan { banner: BANNER, code: &code, count: rows.len(), by_legacy_name };
    let row = |row: &Row| Item::new(&row.op.name.value, [RowPlan { line: row.line() }]);
    vec![FilePlan::new(&section.file, "rust/ops.rs.j2", plan).with_part("rows", "rust/row.rs.j2", items(&rows, row))]
}
