//! Target `pir_api`: functions that add one operator to a program.

use profile::Profile;
use registry::Registry;

use crate::FilePlan;

/// Plans every file of the target.
pub fn plan(_registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(_section) = &profile.pir_api else { return Vec::new() };
    Vec::new()
}
