//! The driver: from a loaded project to rendered outputs.

use rayon::prelude::*;

use crate::profile::Profile;
use crate::registry::{Registry, Specs};
use crate::render::{RenderError, Rendered, Templates};
use crate::shards::{self, Shards};
use crate::targets::{FilePlan, Target};

/// Plans and renders every output of the targets, on all cores, in order.
///
/// # Errors
/// A template that does not fit its plan.
pub fn generate(
    registry: &Registry,
    profile: &Profile,
    targets: &[&Target],
    shards: Shards,
) -> Result<Vec<Rendered>, RenderError> {
    let templates = Templates::built_in();
    let generate = |target: &&Target| templates.render(shards::divide((target.plan)(registry, profile), shards));
    let rendered: Vec<_> = targets.par_iter().map(generate).collect();
    let rendered: Vec<Vec<Rendered>> = rendered.into_iter().collect::<Result<_, _>>()?;
    Ok(rendered.into_iter().flatten().collect())
}

/// Which outputs there will be.
#[derive(Debug)]
pub struct Outputs {
    /// The paths of all, in order.
    pub paths: Vec<String>,
    /// The paths of the sources that shards may take the place of.
    pub divisible: Vec<String>,
}

/// Which outputs the targets have.
pub fn outputs(profile: &Profile, targets: &[&Target], shards: Shards) -> Outputs {
    let whole = undivided_outputs(profile, targets);
    let divisible = whole.iter().filter(|plan| shards::is_divisible(plan)).map(|plan| plan.path.clone()).collect();
    let paths = shards::divide(whole, shards).into_iter().map(|plan| plan.path).collect();
    Outputs { paths, divisible }
}

/// Which outputs there are is the same for any operators, so also for none.
fn undivided_outputs(profile: &Profile, targets: &[&Target]) -> Vec<FilePlan> {
    let registry = Registry::new(Specs::default(), profile);
    targets.par_iter().flat_map_iter(|target| (target.plan)(&registry, profile)).collect()
}
