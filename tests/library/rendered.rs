//! The outputs of operators, without a project.

use opgen::driver::{PROGRAM, shards};
use opgen::profile::Profile;
use opgen::project::shards::Shards;
use opgen::registry::Registry;
use opgen::render::Rendered;
use opgen::targets::Target;

/// The outputs of some targets, in order.
pub fn outputs<'a>(
    registry: &Registry,
    profile: &Profile,
    targets: impl IntoIterator<Item = &'a Target>,
    shards: Shards,
) -> Vec<Rendered> {
    let plans =
        targets.into_iter().flat_map(|target| shards::divide((target.plan)(registry, profile), shards)).collect();
    PROGRAM.built_in_templates(profile).render(plans).expect("the templates fit")
}
