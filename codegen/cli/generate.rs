//! `opgen generate`: writes every output that differs.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use opgen::depfile;
use opgen::profile::Feature;
use opgen::shards::Shards;
use opgen::targets::{self, TARGETS, Target};
use opgen::update::{Files, Mode, Request};

use super::{Outcome, RootArgs, output};

/// Generate all outputs; files that would not change are left alone
#[derive(Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    root: RootArgs,
    /// The folder that outputs go to
    #[arg(long, value_name = "DIR", default_value = "generated")]
    out: PathBuf,
    /// What to generate; everything by default
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    target: Vec<String>,
    /// Write nothing; list what would change, and exit with 1 if anything would
    #[arg(long)]
    check: bool,
    /// Print the paths of all outputs, below the output folder, and do nothing else
    #[arg(long)]
    list_outputs: bool,
    /// Print the paths of all files read, and do nothing else
    #[arg(long, conflicts_with = "list_outputs")]
    list_inputs: bool,
    /// Write what the outputs depend on to FILE, as Make, Ninja and CMake read it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "list_outputs", "list_inputs"])]
    depfile: Option<PathBuf>,
    /// What to call the outputs in FILE; each by its own path by default
    #[arg(long, value_name = "PATH", requires = "depfile")]
    depfile_target: Option<PathBuf>,
    /// Say nothing but what is wrong
    #[arg(short, long)]
    quiet: bool,
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

pub fn run(args: &GenerateArgs) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let request = request(args)?;
    if args.list_outputs {
        return list(request.outputs());
    }
    if args.list_inputs {
        return list(request.read().dependencies().files().map(|path| path.display().to_string()));
    }
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().context("cannot start the threads")?;
    }
    let mode = if args.check { Mode::Check } else { Mode::Write };
    let update = request.update(mode, &output::VOICE)?;
    output::print_error(&update.report)?;
    let Some(files) = &update.files else { return Ok(Outcome::Findings) };
    if let Some(path) = &args.depfile {
        output::write(path, depfile::render(&depfile_targets(args, &request), &update.dependencies)?)?;
    }
    if args.check {
        list(files.changed.iter().map(|change| format!("{:<7} {}", change.verb, change.name)))?;
    }
    if !args.quiet {
        output::print(&summary(args, files, start))?;
    }
    Ok(if args.check && !files.changed.is_empty() { Outcome::Findings } else { Outcome::Fine })
}

fn request(args: &GenerateArgs) -> anyhow::Result<Request> {
    Ok(Request {
        root: args.root.root(),
        options: args.root.options(),
        targets: chosen_targets(&args.target)?,
        features: features(&args.feature)?,
        shards: args.shards,
        out: args.out.clone(),
    })
}

/// What the dependency file calls the outputs.
fn depfile_targets(args: &GenerateArgs, request: &Request) -> Vec<PathBuf> {
    match &args.depfile_target {
        Some(target) => vec![target.clone()],
        None => request.outputs().iter().map(|output| args.out.join(output)).collect(),
    }
}

/// The targets of these names; all where there are none.
pub(super) fn chosen_targets(names: &[String]) -> anyhow::Result<Vec<&'static Target>> {
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

/// One line each.
fn list(lines: impl IntoIterator<Item = String>) -> anyhow::Result<Outcome> {
    output::print(&lines.into_iter().map(|line| line + "\n").collect::<String>())?;
    Ok(Outcome::Fine)
}

/// How many files were changed.
fn summary(args: &GenerateArgs, files: &Files, start: Instant) -> String {
    let removed = files.changed.iter().filter(|change| change.is_removed).count();
    let written = files.changed.len() - removed;
    let (write, remove) = if args.check { ("to write", "to remove") } else { ("written", "removed") };
    let removed = if removed > 0 { format!("{removed} {remove}, ") } else { String::new() };
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    format!("{written} {write}, {removed}{} unchanged, {milliseconds:.0} ms\n", files.total - written)
}
