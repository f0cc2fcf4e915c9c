//! Target `compat`: the names of operators and their arguments in old programs, for the translator that reads these.

use forms::old_names::{self, NameTables};
use serde::Serialize;

use super::{BANNER, FilePlan};
use profile::Profile;
use registry::Registry;

#[derive(Debug, Serialize)]
struct CompatPlan<'a> {
    banner: &'a str,
    header: &'a str,
    #[serde(flatten)]
    tables: NameTables,
}

/// Plans the only file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(section) = &profile.compat else { return Vec::new() };
    let plan = CompatPlan { banner: BANNER, header: &section.header, tables: old_names::tables(registry, section) };
    vec![FilePlan::new(&section.source, "compat/source.cc.j2", plan)]
}
