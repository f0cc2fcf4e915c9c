//! Target `pir_api`: functions that add an operator to a program, and their shared runtime.

mod checks;
mod function;
mod results;

use std::collections::BTreeSet;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use forms::pir::{DialectOps, Entry};
use function::{Functions, HandWrittenPlan};
use profile::{PirApi, Profile};
use registry::Registry;

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    pir_api: &'a PirApi,
    /// The header that declares the classes of operators.
    dialect_header: &'a str,
    /// The header of the classes that are written by hand, if a function builds one.
    hand_written_header: Option<&'a str>,
    /// How functions build these classes.
    by_hand: &'a BTreeSet<HandWrittenPlan>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(api) = &profile.pir_api else { return Vec::new() };
    let Some(dialect) = DialectOps::named(registry, profile, &api.dialect) else { return Vec::new() };
    let functions = Functions { api, dialect: dialect.section, profile };
    let entries: Vec<&Entry> = dialect.entries().collect();
    let items = items(&entries, |entry| Item::new(entry.name(), functions.of(entry)));
    let by_hand: BTreeSet<HandWrittenPlan> = entries.iter().flat_map(|entry| functions.by_hand(entry)).collect();
    let plan = FilesPlan {
        banner: BANNER,
        pir_api: api,
        dialect_header: &dialect.section.header,
        hand_written_header: dialect.section.hand_written_header.as_deref().filter(|_| !by_hand.is_empty()),
        by_hand: &by_hand,
    };
    vec![
        FilePlan::new(&api.header, "pir_api/header.h.j2", &plan).with_items("pir_api/declaration.h.j2", items.clone()),
        FilePlan::new(&api.runtime, "pir_api/runtime.h.j2", &plan),
        FilePlan::new(&api.runtime_source, "pir_api/runtime.cc.j2", &plan),
        FilePlan::new(&api.source, "pir_api/source.cc.j2", &plan).with_items("pir_api/function.cc.j2", items),
    ]
}
