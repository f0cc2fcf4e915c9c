//! The arguments that say what is to be generated, and where.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use opgen::driver::update::Request;
use opgen::profile::Feature;
use opgen::project::settings::Options;
use opgen::project::shards::Shards;

use super::RootArgs;

#[derive(Args)]
pub struct RequestArgs {
    #[command(flatten)]
    root: RootArgs,
    /// The folder that outputs go to; `generated` where opgen.toml says nothing else
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to generate; everything where opgen.toml says nothing else
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    target: Vec<String>,
    /// Divide every large source into N files (`api.cc` into `api.0.cc`, ...) that compile side by side
    #[arg(long, value_name = "N")]
    shards: Option<Shards>,
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
            options: Options { features: features(&self.feature)?, ..self.root.options() },
            targets: self.target.clone(),
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

fn features(names: &[String]) -> anyhow::Result<Vec<Feature>> {
    let known = || Feature::ALL.map(Feature::name).join(", ");
    let find = |name: &String| {
        let found = Feature::ALL.into_iter().find(|feature| feature.name() == name);
        found.with_context(|| format!("there is no feature `{name}`; known: {}", known()))
    };
    names.iter().map(find).collect()
}
