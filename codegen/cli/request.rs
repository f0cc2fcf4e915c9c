//! The arguments that say what to generate, and where.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::Context;
use clap::{ArgGroup, Args};
use opgen::driver::update::Request;
use opgen::profile::Feature;
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::project::shards::Shards;
use opgen::project::wanted::WantedOptions;

use super::detail::Detail;
use super::output::DetailArgs;
use super::root_args::RootArgs;

#[derive(Args)]
pub struct RequestArgs {
    #[command(flatten)]
    root: RootArgs,
    /// The output folder; by default, the one in opgen.toml, or `generated` in this folder or in the folder above in which
    /// the YAML was found
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to generate; by default, the targets in opgen.toml, or all targets
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    target: Vec<String>,
    /// Split every large source into N files (`api.cc` into `api.0.cc`, ...) that compile in parallel
    #[arg(long, value_name = "N")]
    shards: Option<Shards>,
    /// What to generate in addition: `distributed`, C++ API functions that take distributed tensors
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    feature: Vec<String>,
    #[command(flatten)]
    subset: SubsetArgs,
    /// The number of threads: one per core by default and for 0, and never more
    #[arg(short, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    detail: DetailArgs,
}

/// The arguments of a selective build.
#[derive(Args)]
#[command(group(ArgGroup::new("subset").multiple(true)))]
struct SubsetArgs {
    /// Generate only these operators and those that they need: names, or files that list names
    #[arg(long, value_name = "LIST", value_delimiter = ',', group = "subset")]
    ops: Vec<String>,
    /// The same for the operators in saved programs: `*.pdmodel` and `__model__` in a folder and those below it, or one file
    #[arg(long, value_name = "DIR", group = "subset")]
    programs: Vec<PathBuf>,
    /// Generate the gradients of these operators, too
    #[arg(long, requires = "subset")]
    with_gradients: bool,
}

impl SubsetArgs {
    fn wanted(&self) -> WantedOptions {
        WantedOptions { ops: self.ops.clone(), programs: self.programs.clone(), gradients: self.with_gradients }
    }
}

impl RequestArgs {
    pub fn request(&self) -> anyhow::Result<Request> {
        let root = self.root.root(self.detail())?;
        let home = match &root {
            Root::Tree(folder) if self.root.is_above(folder) => folder.clone(),
            _ => PathBuf::new(),
        };
        Ok(Request {
            root,
            options: Options {
                features: features(&self.feature)?,
                wanted: self.subset.wanted(),
                ..self.root.options()
            },
            targets: self.target.clone(),
            shards: self.shards,
            out: self.out.clone(),
            home,
        })
    }

    pub fn detail(&self) -> Detail {
        self.detail.detail()
    }

    /// Must be called once, before anything else.
    pub fn start_threads(&self) -> anyhow::Result<()> {
        let Some(jobs) = self.jobs else { return Ok(()) };
        // Zero lets rayon decide, as without the option.
        let jobs = jobs.min(available_parallelism().map_or(1, NonZero::get));
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().context("cannot start the threads")
    }
}

fn features(names: &[String]) -> anyhow::Result<Vec<Feature>> {
    let known = || Feature::ALL.map(Feature::name).join(", ");
    let find = |name: &String| {
        let found = Feature::ALL.into_iter().find(|feature| feature.name() == name);
        found.with_context(|| format!("there is no feature `{name}`; the features are: {}", known()))
    };
    names.iter().map(find).collect()
}
