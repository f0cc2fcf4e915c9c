//! Target `rust`: one file for Cargo users, a table of every operator and what finds a row in it.

mod layout;
mod row;
mod types;
mod value;

use serde::{Deserialize, Serialize};

use super::{BANNER, FilePlan, Item};
use profile::Profile;
use registry::{OpId, Registry};
use row::Row;

/// What the profile says of this target.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub file: String,
}

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

/// Plans the one file.
pub fn plan<'a>(registry: &'a Registry, profile: &'a Profile) -> Vec<FilePlan<'a>> {
    let mut ids: Vec<OpId> = registry.ops().map(|(id, _)| id).collect();
    ids.sort_by_key(|&id| (registry.op(id).name.as_str(), registry.op(id).home.family()));
    let rows: Vec<Row> = ids.into_iter().map(|id| Row::new(registry, profile, id)).collect();
    let mut by_legacy_name: Vec<usize> = (0..rows.len()).collect();
    by_legacy_name.sort_by_key(|&at| &rows[at].legacy_name);
    let plan = RustPlan { banner: BANNER, code: &types::ITEMS, count: rows.len(), by_legacy_name };
    let item = |row: Row<'a>| Item::new(row.id, &row.op.name.value, move || vec![row.line()]);
    let file = FilePlan::new(&profile.rust.file, "rust/ops.rs.j2", plan);
    vec![file.with_texts("rows", rows.into_iter().map(item).collect())]
}
