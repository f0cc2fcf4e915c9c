//! Target `pir_api`: functions that add one operator to a program, and the runtime they share.

mod checks;
pub(crate) mod function;
mod results;

use serde::Serialize;

use super::pir::dialect::DialectOps;
use super::pir::entry::Entry;
use super::{BANNER, FilePlan, Item, items};
use function::Functions;
use profile::{PirApi, Profile};
use registry::Registry;

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    pir_api: &'a PirApi,
    /// Declares the classes of operators.
    dialect_header: &'a str,
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(api) = &profile.pir_api else { return Vec::new() };
    let Some(dialect) = dialect(registry, profile, api) else { return Vec::new() };
    let functions = Functions { api, dialect: dialect.section, profile };
    let entries: Vec<&Entry> = dialect.entries().collect();
    let item =
        |entry: &&Entry| Item { includes: functions.includes(entry), ..Item::new(entry.name(), functions.of(entry)) };
    let items = items(&entries, item);
    let plan = FilesPlan { banner: BANNER, pir_api: api, dialect_header: &dialect.section.header };
    vec![
        FilePlan::new(&api.header, "pir_api/header.h.j2", &plan).with_items("pir_api/declaration.h.j2", items.clone()),
        FilePlan::new(&api.runtime, "pir_api/runtime.h.j2", &plan),
        FilePlan::new(&api.runtime_impl, "pir_api/runtime_impl.h.j2", &plan),
        FilePlan::new(&api.source, "pir_api/source.cc.j2", &plan).with_items("pir_api/function.cc.j2", items),
    ]
}

/// The operators that have functions.
pub(crate) fn dialect<'a>(registry: &'a Registry, profile: &'a Profile, api: &'a PirApi) -> Option<DialectOps<'a>> {
    let pir = profile.pir.as_ref()?;
    let (name, section) = pir.dialects.get_key_value(&api.dialect)?;
    Some(DialectOps::new(registry, pir, name, section))
}

/// Whether lists have a name: by itself, or by what it ends with.
pub(crate) fn is_listed(name: &str, names: &[String], endings: &[String]) -> bool {
    names.iter().any(|listed| listed == name) || endings.iter().any(|ending| name.ends_with(ending.as_str()))
}
