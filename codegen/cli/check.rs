//! `opgen check`: says everything that is wrong with the YAML.

use clap::Args;
use opgen::profile::Profile;
use opgen::project;

use super::{Outcome, RootArgs, output};

/// Check operator YAML and say everything that is wrong with it
#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    root: RootArgs,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    let project = project::load(&args.root.root(), &Profile::paddle_2_6());
    let count = project.registry.ops().count();
    if project.diagnostics.is_empty() {
        output::print(&format!("{}, nothing to say\n", opgen::source::count(count, "operator")))?;
    } else {
        output::print(&output::findings(&project))?;
    }
    Ok(if project.diagnostics.has_errors() { Outcome::Findings } else { Outcome::Fine })
}
