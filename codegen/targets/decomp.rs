//! Target `decomp`: rules that decompose operators.

use profile::Profile;
use registry::Registry;

use crate::FilePlan;

/// Plans every file of the target.
pub fn plan(_registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(_section) = &profile.decomp else { return Vec::new() };
    Vec::new()
}
