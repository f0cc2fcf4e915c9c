//! Target `pir`: the operators of PIR's dialects.

pub mod cache_grad;
pub mod dialect;
pub mod entry;
pub mod parameter;

use profile::Profile;
use registry::Registry;

use crate::FilePlan;

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(pir) = &profile.pir else { return Vec::new() };
    let dialects = pir.dialects.iter().map(|(name, section)| dialect::DialectOps::new(registry, pir, name, section));
    dialects.flat_map(|ops| cache_grad::files(&ops)).collect()
}
