//! Target `pir`: the operators of PIR dialects.

mod attribute_read;
mod build;
mod cache_grad;
mod call;
mod class;
mod infer_meta;
mod info;
mod kernel_type;
mod lists;
pub mod parameter;
mod spmd;
#[cfg(test)]
mod tests;
mod verify;
mod vjp;

use profile::{Dialect, Pir, Profile};
use registry::Registry;
use serde::Serialize;

use self::class::Builder;
use self::lists::ListsPlan;
use crate::{BANNER, FilePlan, Item, items, spread};
use forms::pir::{DialectOps, Entry, ValueType};

/// The context of a dialect's files, besides classes.
#[derive(Serialize)]
struct DialectContext<'a> {
    banner: &'a str,
    pir: &'a Pir,
    dialect: &'a Dialect,
    lists: &'a ListsPlan,
    /// Classes say which inputs keep their data type.
    kernel_types: bool,
}

#[derive(Serialize)]
struct RuntimePlan<'a> {
    banner: &'a str,
    pir: &'a Pir,
    /// The types of operands and results, without lists.
    kinds: Vec<ValueType>,
    /// Classes infer the types of their results.
    infers_types: bool,
    /// The description of an operation also has what a kind of device adds to it.
    describes_additions: bool,
    /// Operations that are built from a map keep attributes that are not their own.
    keeps_others: bool,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(pir) = &profile.pir else { return Vec::new() };
    let dialects = pir.dialects.iter();
    let files =
        dialects.flat_map(|(name, section)| dialect(&DialectOps::new(registry, pir, name, section), profile, pir));
    let mut plans: Vec<FilePlan> = files.collect();
    plans.extend(runtime(pir));
    plans
}

/// Plans the runtime that all classes share.
fn runtime(pir: &Pir) -> [FilePlan; 3] {
    let has_sparse = pir.dialects.values().any(|dialect| !dialect.sparse.is_empty());
    let sparse = has_sparse.then_some([ValueType::SparseCoo, ValueType::SparseCsr]);
    let kinds = [ValueType::Dense, ValueType::SelectedRows].into_iter().chain(sparse.into_iter().flatten()).collect();
    let plan = RuntimePlan {
        banner: BANNER,
        pir,
        kinds,
        infers_types: pir.form.is_typed(),
        describes_additions: pir.form.is_typed(),
        keeps_others: pir.form.is_annotated(),
    };
    [
        FilePlan::new(&pir.runtime, "pir/runtime.h.j2", &plan),
        FilePlan::new(&pir.build.header, "pir/runtime_build.h.j2", &plan),
        FilePlan::new(&pir.runtime_source, "pir/runtime.cc.j2", &plan),
    ]
}

fn dialect(ops: &DialectOps, profile: &Profile, pir: &Pir) -> Vec<FilePlan> {
    let builder = Builder { profile, pir, ops };
    let section = ops.section;
    let entries: Vec<&Entry> = ops.entries().collect();
    let classes = items(&entries, |entry| Item {
        includes: section.hand_written_header.iter().filter(|_| invokes_by_hand(entry, section)).cloned().collect(),
        ..Item::new(entry.name(), builder.classes(entry))
    });
    let lists = lists::plan(ops);
    let context = DialectContext {
        banner: BANNER,
        pir,
        dialect: section,
        lists: &lists,
        kernel_types: section.kind.has_kernels(),
    };
    let header = FilePlan::new(&section.header, "pir/header.h.j2", &context)
        .with_part("classes", "pir/class.h.j2", classes.clone())
        .with_part("type_ids", "pir/declared_type_id.j2", classes.clone());
    let mut plans = vec![header];
    for (index, path) in section.sources.iter().flat_map(|sources| &sources.paths).enumerate() {
        if section.leaves_empty(path) {
            plans.push(FilePlan::new(path, "pir/empty_source.cc.j2", &context));
            continue;
        }
        let here = entries.iter().zip(&classes).filter(|(entry, _)| source_of(entry, section) == Some(path));
        let here: Vec<Item> = here.map(|(_, item)| item.clone()).collect();
        let template = if index == 0 && section.info.is_none() { "pir/only_source.cc.j2" } else { "pir/source.cc.j2" };
        plans.push(
            FilePlan::new(path, template, &context).with_part("classes", "pir/class.cc.j2", here.clone()).with_part(
                "type_ids",
                "pir/defined_type_id.j2",
                here,
            ),
        );
    }
    plans.extend(cache_grad::files(ops, pir.form));
    plans.extend(vjp::files(ops, profile));
    plans.extend(section.info.iter().map(|path| FilePlan::new(path, "pir/info.cc.j2", &context)));
    plans
}

/// Whether the functions that build an operation call a hand-written class.
fn invokes_by_hand(entry: &Entry, section: &Dialect) -> bool {
    entry.op.invoke.as_ref().is_some_and(|call| section.is_hand_written(&call.func.value))
}

/// The source of its dialect that contains an operator.
fn source_of<'a>(entry: &Entry, section: &'a Dialect) -> Option<&'a String> {
    let home = entry.op.home.key();
    let group = section.sources.iter().find(|sources| sources.homes.iter().any(|name| name == home))?;
    let paths = if section.filled_sources.is_empty() { &group.paths } else { &section.filled_sources };
    paths.get(spread(&format!("the source of {}", entry.name()), paths.len()))
}
