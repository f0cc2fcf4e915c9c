//! The arguments that say what is to be generated, and where.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use opgen::profile::Feature;
use opgen::shards::Shards;
use opgen::targets::{self, TARGETS, Target};
use opgen::update::Request;

use super::RootArgs;

#[derive(Args)]
pub struct RequestArgs {
    #[command(flatten)]
    root: RootArgs,
    /// The folder that outputs go to
    #[arg(long, value_name = "DIR", default_value = "generated")]
    out: PathBuf,
    /// What to generate; everything by default
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    target: Vec<String>,
    /// Divide every large source into N files (`api.cc` into `api.0.cc`, ...) that compile side by side
    #[arg(long, value_name = "N", default_value = "1")]
    shards: Shards,
    /// What to generate besides: `distributed`, C++ API functions that take distributed tensors
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    feature: Vec<String>,
    /// How many threads to use; one per core by default
    #[arg(short, value_name = "N")]
    jobs: Option<usize>,
}

impl RequestArgs {
    pub fn request(&self) -> anyhow::Result<Request> {
        Ok(Request {
            root: self.root.root(),
            options: self.root.options(),
            targets: chosen_targets(&self.target)?,
            features: features(&self.feature)?,
            shards: self.shards,
            out: self.out.clone(),
        })
    }

    /// To be called once, before anything is done.
    pub fn start_threads(&self) -> anyhow::Result<()> {
        let Some(jobs) = self.jobs else { return Ok(()) };
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().context("cannot start the threads")
    }
}

/// The targets of these names; all where there are none.
pub fn chosen_targets(names: &[String]) -> anyhow::Result<Vec<&'static Target>> {
    if names.is_empty() {
        return Ok(TARGETS.iter().collect());
    }
    let known = || {
        TARGETS.iter().map(|target| format!("  {:<12} {}", target.name, target.title)).collect::<Vec<_>>().join("\n")
    };
    let find = |name: &String| {
        targets::find(name).with_context(|| format!("there is no target `{name}`; known:\n{}", known()))
    };
    let mut chosen: Vec<&Target> = Vec::new();
    for target in names.iter().map(find) {
        let target = target?;
        if chosen.iter().any(|earlier| earlier.name == target.name) {
            bail!("the target `{}` is named twice", target.name);
        }
        chosen.push(target);
    }
    Ok(chosen)
}

fn features(names: &[String]) -> anyhow::Result<Vec<Feature>> {
    let known = || Feature::ALL.map(Feature::name).join(", ");
    let find = |name: &String| {
        let found = Feature::ALL.into_iter().find(|feature| feature.name() == name);
        found.with_context(|| format!("there is no feature `{name}`; known: {}", known()))
    };
    names.iter().map(find).collect()
}
