//! `opgen generate`: writes every output that differs.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use opgen::dependencies::Dependencies;
use opgen::emit::{self, Change};
use opgen::profile::{Feature, PADDLE_2_6, Profile};
use opgen::shards::Shards;
use opgen::stamp::{self, Fingerprint};
use opgen::targets::{self, TARGETS, Target};
use opgen::{depfile, generate, project, stale};

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
    let targets = chosen_targets(&args.target)?;
    let mut profile = Profile::paddle_2_6();
    features(&args.feature)?.into_iter().for_each(|feature| profile.enable(feature));
    if args.list_outputs {
        return list_paths(generate::outputs(&profile, &targets, args.shards));
    }
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().context("cannot start the threads")?;
    }
    let (inputs, sources) = rayon::join(
        || project::read(&args.root.root(), &profile, &args.root.options()),
        || generate::divisible_sources(&profile, &targets),
    );
    if args.list_inputs {
        return list_paths(inputs.dependencies().files().map(|path| path.display().to_string()));
    }
    let depfile = depfile(args, inputs.dependencies(), || generate::outputs(&profile, &targets, args.shards))?;
    let fingerprint = fingerprint(&inputs, &targets, args);
    let stale = stale::find(&args.out, &sources, args.shards)?;
    if let Some((report, count)) = stamp::still_good(&args.out, &fingerprint).filter(|_| stale.is_empty()) {
        output::print_error(&report)?;
        return finish(args, depfile, &[], count, start);
    }
    let project = inputs.analyse(&profile);
    let report = output::findings(&project);
    output::print_error(&report)?;
    if project.diagnostics.has_errors() {
        return Ok(Outcome::Findings);
    }
    let rendered = generate::generate(&project.registry, &profile, &targets, args.shards)?;
    let mut changes = emit::changes(&args.out, &rendered)?;
    changes.extend(emit::removals(&args.out, &stale));
    if args.check {
        list(&changes)?;
    } else {
        emit::apply(&changes)?;
        stamp::write(&args.out, &fingerprint, report, &rendered);
    }
    finish(args, depfile, &changes, rendered.len(), start)
}

/// The text of the dependency file that is asked for.
fn depfile(
    args: &GenerateArgs,
    dependencies: &Dependencies,
    outputs: impl FnOnce() -> Vec<String>,
) -> anyhow::Result<Option<String>> {
    if args.depfile.is_none() {
        return Ok(None);
    }
    let targets = match &args.depfile_target {
        Some(target) => vec![target.clone()],
        None => outputs().iter().map(|output| args.out.join(output)).collect(),
    };
    Ok(Some(depfile::render(&targets, dependencies)?))
}

/// Writes the dependency file and says what was done, once all outputs are as they should be.
fn finish(
    args: &GenerateArgs,
    depfile: Option<String>,
    changes: &[Change],
    total: usize,
    start: Instant,
) -> anyhow::Result<Outcome> {
    if let (Some(path), Some(text)) = (&args.depfile, depfile) {
        output::write(path, text)?;
    }
    if !args.quiet {
        summary(args, changes, total, start)?;
    }
    Ok(if args.check && !changes.is_empty() { Outcome::Findings } else { Outcome::Fine })
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

fn fingerprint(inputs: &project::Inputs, targets: &[&Target], args: &GenerateArgs) -> Fingerprint {
    let shards = args.shards.count().to_string();
    let names = targets.iter().map(|target| target.name);
    let features = args.feature.iter().map(String::as_str);
    Fingerprint::new(inputs, &[PADDLE_2_6, &shards].into_iter().chain(names).chain(features).collect::<Vec<_>>())
}

fn list_paths(paths: impl IntoIterator<Item = String>) -> anyhow::Result<Outcome> {
    output::print(&paths.into_iter().map(|path| path + "\n").collect::<String>())?;
    Ok(Outcome::Fine)
}

fn list(changes: &[Change]) -> anyhow::Result<()> {
    let line = |change: &Change| format!("{:<7} {}\n", change.verb(), change.name());
    output::print(&changes.iter().map(line).collect::<String>())
}

/// How many files were changed, of `total` outputs.
fn summary(args: &GenerateArgs, changes: &[Change], total: usize, start: Instant) -> anyhow::Result<()> {
    let removed = changes.iter().filter(|change| change.removes()).count();
    let written = changes.len() - removed;
    let (write, remove) = if args.check { ("to write", "to remove") } else { ("written", "removed") };
    let removed = if removed > 0 { format!("{removed} {remove}, ") } else { String::new() };
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    output::print(&format!("{written} {write}, {removed}{} unchanged, {milliseconds:.0} ms\n", total - written))
}
