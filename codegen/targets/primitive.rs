//! Target `primitive`: primitive operators, and the gradients that are made of them.

use profile::Profile;
use registry::Registry;

use crate::FilePlan;

/// Plans every file of the target.
pub fn plan(_registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(_section) = &profile.primitive else { return Vec::new() };
    Vec::new()
}
