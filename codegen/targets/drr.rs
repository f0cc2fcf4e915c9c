//! Target `drr`: what makes operators for rewritten patterns.

use profile::Profile;
use registry::Registry;

use crate::FilePlan;

/// Plans every file of the target.
pub fn plan(_registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(_section) = &profile.drr else { return Vec::new() };
    Vec::new()
}
