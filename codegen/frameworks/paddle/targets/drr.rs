//! Target `drr`: factories that create operations for rewritten patterns.

use profile::{Dialect, Drr, DrrFactory, Profile};
use registry::Registry;
use serde::Serialize;

use super::{BANNER, FilePlan};
use forms::pir::{DialectOps, Entry, class_name};

#[derive(Debug, Serialize)]
struct RuntimePlan<'a> {
    banner: &'a str,
    includes: &'a [String],
}

#[derive(Debug, Serialize)]
struct SourcePlan<'a> {
    banner: &'a str,
    runtime: &'a str,
    includes: &'a [String],
    registers: &'a str,
    /// The C++ namespace of the dialect's classes.
    namespace: &'a str,
    creators: Vec<CreatorPlan>,
}

/// A factory for one operation, which takes operands and a map of attributes.
#[derive(Debug, Serialize)]
struct CreatorPlan {
    /// Such as `pd_op.abs`.
    name: String,
    /// Its class.
    class: String,
    /// The number of operands that are inputs.
    inputs: usize,
    /// Whether the attributes are passed on.
    attributes: bool,
    /// The number of operands including mutable attributes, if there are any. With that many operands, no attributes are
    /// passed on.
    operands: Option<usize>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let (Some(drr), Some(pir)) = (&profile.drr, &profile.pir) else { return Vec::new() };
    let runtime = RuntimePlan { banner: BANNER, includes: &drr.runtime_includes };
    let mut files = vec![FilePlan::new(&drr.runtime, "drr/runtime.h.j2", runtime)];
    for (name, factory) in &drr.factories {
        let Some(section) = pir.dialects.get(name) else { continue };
        let ops = DialectOps::new(registry, pir, name, section);
        files.push(FilePlan::new(&factory.source, "drr/source.cc.j2", source(&ops, drr, factory)));
    }
    files
}

fn source<'a>(ops: &DialectOps<'a>, drr: &'a Drr, factory: &'a DrrFactory) -> SourcePlan<'a> {
    let entries = ops.entries().filter(|entry| can_be_created(entry, ops.section));
    let creators = entries.flat_map(|entry| {
        entry.variants().into_iter().map(|variant| CreatorPlan {
            name: format!("{}.{variant}", ops.name),
            class: class_name(&variant),
            inputs: entry.inputs().len(),
            // Attributes that a kind of device adds have defaults.
            attributes: entry.attrs.iter().any(|attr| !attr.is_added),
            operands: takes_operands(entry, ops.section).then(|| entry.inputs().len() + entry.described().count()),
        })
    });
    SourcePlan {
        banner: BANNER,
        runtime: &drr.runtime,
        includes: &factory.includes,
        registers: &factory.registers,
        namespace: &ops.section.namespace,
        creators: creators.collect(),
    }
}

/// Whether a factory is generated for an operator. Operators with both mutable and other attributes need hand-written
/// factories, because tensors and a map cannot be passed together.
fn can_be_created(entry: &Entry, dialect: &Dialect) -> bool {
    let own = entry.attrs.iter().filter(|attr| !attr.is_added).count();
    let is_mixed = takes_operands(entry, dialect) && own > entry.described().count();
    entry.infer_meta().is_some() && !entry.is_sparse && !is_mixed
}

fn takes_operands(entry: &Entry, dialect: &Dialect) -> bool {
    dialect.kind.is_of_framework() && entry.described().next().is_some()
}
