//! Target `pir_api`: functions that add an operator to a program, and their shared runtime.

mod checks;
mod function;
mod results;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use forms::pir::{DialectOps, Entry};
use function::Functions;
use profile::{PirApi, Profile};
use registry::Registry;

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    pir_api: &'a PirApi,
    /// The header that declares the classes of operators.
    dialect_header: &'a str,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(api) = &profile.pir_api else { return Vec::new() };
    let Some(dialect) = DialectOps::named(registry, profile, &api.dialect) else { return Vec::new() };
    let functions = Functions { api, dialect: dialect.section, profile };
    let entries: Vec<&Entry> = dialect.entries().collect();
    let item =
        |entry: &&Entry| Item { includes: functions.includes(entry), ..Item::new(entry.name(), functions.of(entry)) };
    let items = items(&entries, item);
    let plan = FilesPlan { banner: BANNER, pir_api: api, dialect_header: &dialect.section.header };
    vec![
        FilePlan::new(&api.header, "pir_api/header.h.j2", &plan).with_items("pir_api/declaration.h.j2", items.clone()),
        FilePlan::new(&api.runtime, "pir_api/runtime.h.j2", &plan),
        FilePlan::new(&api.runtime_source, "pir_api/runtime.cc.j2", &plan),
        FilePlan::new(&api.source, "pir_api/source.cc.j2", &plan).with_items("pir_api/function.cc.j2", items),
    ]
}
