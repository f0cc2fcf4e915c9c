//! The options for what to generate, and where.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::Context;
use clap::{ArgGroup, Args};
use opgen::driver::frameworks;
use opgen::driver::selection::WantedTargets;
use opgen::driver::update::Request;
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::project::shards::Shards;
use opgen::project::wanted::WantedOptions;

use super::completions::{self, Completed, targets};
use super::detail::Detail;
use super::output::DetailArgs;
use super::root_args::RootArgs;

#[derive(Args)]
pub struct RequestArgs {
    #[command(flatten)]
    root: RootArgs,
    /// The output folder; by default, the one set in opgen.toml, or else `generated` in the current folder or, if the YAML was
    /// found above it, in the folder with the YAML
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The targets to generate; by default, those set in opgen.toml, or else all
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = Completed(targets), hide_possible_values = true)]
    target: Vec<String>,
    /// Targets to leave out, such as those whose templates a tree lacks
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = Completed(targets), hide_possible_values = true)]
    without: Vec<String>,
    /// Divide each large source into N files (`api.cc` into `api.0.cc`, ...) that compile in parallel; those for PyTorch always
    /// are divided as its own builds divide them
    #[arg(long, value_name = "N")]
    shards: Option<Shards>,
    /// Optional features: `distributed`, for C++ API functions that accept distributed tensors; for PyTorch, `mps`, `xpu` and `mtia`,
    /// for the kernels of these backends, `rocm` for AMD's GPUs, `whole_headers`, for headers with all operators in place of one for each, and
    /// `static_dispatch_cpu` or `static_dispatch_cuda`, for calls of that backend's kernels without the dispatcher
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = Completed(completions::features), hide_possible_values = true)]
    feature: Vec<String>,
    #[command(flatten)]
    subset: SubsetArgs,
    /// The number of threads; by default, with 0, and at most, one per core
    #[arg(short, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    detail: DetailArgs,
}

/// The options for a selective build.
#[derive(Args)]
#[command(group(ArgGroup::new("subset").multiple(true)))]
struct SubsetArgs {
    /// Generate only these operators and their dependencies: names, or files that list names
    #[arg(long, value_name = "LIST", value_delimiter = ',', group = "subset")]
    ops: Vec<String>,
    /// Generate only the operators in saved programs and their dependencies: one file, or all `*.pdmodel` and `__model__` below
    /// a folder; for PyTorch, all `*.pt`, `*.ptl` and `*.pt2`
    #[arg(long, value_name = "DIR", group = "subset")]
    programs: Vec<PathBuf>,
    /// Also generate the gradients of these operators
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
            targets: WantedTargets { names: self.target.clone(), without: self.without.clone() },
            shards: self.shards,
            out: self.out.clone(),
            home,
        })
    }

    pub fn detail(&self) -> Detail {
        self.detail.detail()
    }

    /// Applies `-j`. Must be called only once, before any other parallel work.
    pub fn start_threads(&self) -> anyhow::Result<()> {
        let Some(jobs) = self.jobs else { return Ok(()) };
        // With 0, rayon decides, as without the option.
        let jobs = jobs.min(available_parallelism().map_or(1, NonZero::get));
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().context("cannot start the threads")
    }
}

/// The names of features, all of which must exist.
pub fn features(names: &[String]) -> anyhow::Result<Vec<String>> {
    let known = || frameworks::features().collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        let found = frameworks::features().any(|feature| feature == name).then(|| name.clone());
        found.with_context(|| format!("there is no feature `{name}`; the features are: {}", known()))
    };
    names.iter().map(find).collect()
}
