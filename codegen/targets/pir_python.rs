//! Target `pir_python`: functions that Python calls to add operators to a program.

use profile::Profile;
use registry::Registry;

use crate::FilePlan;

/// Plans every file of the target.
pub fn plan(_registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(_section) = &profile.pir_python else { return Vec::new() };
    Vec::new()
}
