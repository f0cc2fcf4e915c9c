//! Target `rust`: a file for Cargo users with a table of all operators and functions for lookups.

mod row;
mod types;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use profile::{Family, Profile};
use registry::{OpId, Registry};
use row::Row;
use types::TypePlan;

#[derive(Debug, Serialize)]
struct TablePlan<'a> {
    banner: &'a str,
    /// Gradients are looked up in the operator's own family, then in the first.
    families: Vec<FamilyPlan<'a>>,
    /// The types that attributes can have.
    types: Vec<TypePlan>,
    /// The number of rows, which are sorted by name and family.
    count: usize,
    /// Indices of the rows, sorted by legacy name.
    by_legacy_name: Vec<usize>,
}

#[derive(Debug, Serialize)]
struct FamilyPlan<'a> {
    key: &'a str,
    about: &'a str,
}

impl From<Family> for FamilyPlan<'_> {
    fn from(family: Family) -> Self {
        FamilyPlan { key: family.key(), about: family.about() }
    }
}

/// Plans the only file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(section) = &profile.rust else { return Vec::new() };
    let mut ids: Vec<OpId> = registry.ops().map(|(id, _)| id).collect();
    ids.sort_by_key(|&id| (registry.op(id).name.as_str(), registry.op(id).home.family().order()));
    let rows: Vec<Row> = ids.into_iter().map(|id| Row::new(registry, profile, id)).collect();
    let mut by_legacy_name: Vec<usize> = (0..rows.len()).collect();
    by_legacy_name.sort_by_key(|&at| &rows[at].legacy_name);
    // A profile also describes families of which only those that extend it have files.
    let has_files = |family: &Family| profile.homes().any(|home| home.family() == *family);
    let families = profile.families.iter().copied().filter(has_files).map(FamilyPlan::from).collect();
    let plan = TablePlan { banner: BANNER, families, types: types::all(), count: rows.len(), by_legacy_name };
    let item = |row: &Row| Item::new(&row.op.name.value, [row.plan()]);
    vec![FilePlan::new(&section.file, "rust/ops.rs.j2", plan).with_part("rows", "rust/row.rs.j2", items(&rows, item))]
}
