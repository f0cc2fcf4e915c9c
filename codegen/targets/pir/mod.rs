//! Target `pir`: the operators of PIR's dialects.

pub mod dialect;
pub mod entry;
pub mod form;
pub mod parameter;

use profile::Profile;
use registry::Registry;

use crate::FilePlan;

/// Plans every file of the target.
pub fn plan(_registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(_pir) = &profile.pir else { return Vec::new() };
    Vec::new()
}
