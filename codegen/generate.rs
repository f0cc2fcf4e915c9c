//! The driver: from a loaded project to rendered outputs.

use crate::profile::Profile;
use crate::registry::Registry;
use crate::render::{self, RenderError, Rendered};
use crate::targets::{FilePlan, Target};

/// Plans and renders every output of the targets, in order.
///
/// # Errors
/// A template that does not fit its plan.
pub fn generate(registry: &Registry, profile: &Profile, targets: &[&Target]) -> Result<Vec<Rendered>, RenderError> {
    let plans: Vec<FilePlan> = targets.iter().flat_map(|target| (target.plan)(registry, profile)).collect();
    render::render(&plans)
}

/// The paths of every output of the targets, in order.
pub fn outputs(profile: &Profile, targets: &[&Target]) -> Vec<String> {
    targets.iter().flat_map(|target| (target.outputs)(profile)).collect()
}
